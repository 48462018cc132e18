package org.schurmpc.bench.monitor;

import java.time.Duration;
import java.util.function.Consumer;
import org.schurmpc.bench.control.Credentials;
import org.schurmpc.bench.control.KeepAlive;
import org.schurmpc.bench.control.SharedToken;
import org.schurmpc.bench.job.Task;
import org.schurmpc.core.net.Endpoint;

/**
 * Configures the address of a Monitor and its callers.
 *
 * @param at the address to listen at; port 0 lets the system choose a port
 * @param credentials authenticates the callers
 * @param patience time limit for all children to call
 * @param silence time limit for a message of a child, keep-alives included, while the Monitor waits
 *     for the child
 * @param notices receives a sentence for each event of the run
 */
public record MonitorOptions(
    Endpoint at,
    Credentials credentials,
    Duration patience,
    Duration silence,
    Consumer<String> notices) {

  /** Returns options for children that this process starts, which know a token. */
  public static MonitorOptions loopback(Task task, String token) {
    return new MonitorOptions(
        new Endpoint("127.0.0.1", 0),
        SharedToken.loopback(token),
        Duration.ofMillis(task.startMillis()),
        KeepAlive.SILENCE,
        notice -> {});
  }
}
