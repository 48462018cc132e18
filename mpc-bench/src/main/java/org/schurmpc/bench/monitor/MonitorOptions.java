package org.schurmpc.bench.monitor;

import java.time.Duration;
import java.util.function.Consumer;
import org.schurmpc.bench.control.Credentials;
import org.schurmpc.bench.control.KeepAlive;
import org.schurmpc.bench.control.SharedToken;
import org.schurmpc.bench.job.Task;
import org.schurmpc.core.net.Endpoint;

/**
 * Where a Monitor listens and for whom.
 *
 * @param at port 0 lets the system choose
 * @param credentials how callers show who they are
 * @param patience how long all have to call
 * @param silence how long a child may send nothing, not even that it is alive, while it is waited
 *     for
 * @param notices takes a sentence for whatever is worth to be said while it runs
 */
public record MonitorOptions(
    Endpoint at,
    Credentials credentials,
    Duration patience,
    Duration silence,
    Consumer<String> notices) {

  /** For children that the Monitor's own process starts, which know a token. */
  public static MonitorOptions loopback(Task task, String token) {
    return new MonitorOptions(
        new Endpoint("127.0.0.1", 0),
        SharedToken.loopback(token),
        Duration.ofMillis(task.startMillis()),
        KeepAlive.SILENCE,
        notice -> {});
  }
}
