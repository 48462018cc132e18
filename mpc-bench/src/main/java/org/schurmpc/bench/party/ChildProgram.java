package org.schurmpc.bench.party;

import java.time.Duration;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.job.Task;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyClient;

/** What all children have in common: the Monitor, whom they tell why they end. */
abstract class ChildProgram {
  static final String HOST = "127.0.0.1";

  // The Monitor says go when all are ready, however long that takes; if it dies, the line breaks.
  static final Duration PATIENCE = Duration.ofDays(30);

  private static final Message.Failed OUT_OF_MEMORY =
      new Message.Failed(ExitCode.REFUSED.code(), "the heap is too small: give more with --heap");

  private final Role role;

  ChildProgram(Role role) {
    this.role = role;
  }

  /** Does the work, from the welcome to the last message. */
  abstract void work(ControlChannel monitor, Message.Welcome welcome) throws MpcException;

  /**
   * Runs to the end.
   *
   * @param monitorPort where the Monitor listens
   * @param token what proves to it that the launcher started this process
   */
  public final void run(int monitorPort, String token) throws MpcException {
    NetOptions options = NetOptions.service().withTimeout(PATIENCE);
    try (ControlChannel monitor =
        new ControlChannel(
            NettyClient.connect("the Monitor", new Endpoint(HOST, monitorPort), options))) {
      monitor.send(new Message.Hello(token, role));
      // Made while there is memory for it.
      byte[] outOfMemory = monitor.encode(OUT_OF_MEMORY);
      try {
        work(monitor, monitor.receive(Message.Welcome.class));
      } catch (MpcException e) {
        tell(monitor, e.exitCode(), e.getMessage());
        throw e;
      } catch (OutOfMemoryError e) {
        tell(monitor, outOfMemory);
        throw e;
      } catch (RuntimeException | Error e) {
        tell(monitor, ExitCode.CONNECTION_LOST, "internal error: " + e);
        throw e;
      }
    }
  }

  private static void tell(ControlChannel monitor, ExitCode code, String sentence) {
    tell(monitor, monitor.encode(new Message.Failed(code.code(), sentence)));
  }

  private static void tell(ControlChannel monitor, byte[] failed) {
    try {
      monitor.sendEncoded(failed);
    } catch (MpcException e) {
      // The Monitor is gone: there is nobody to tell.
    }
  }

  /** How a party behaves towards its peer. */
  static NetOptions peerOptions(Task task) {
    NetOptions options =
        NetOptions.party()
            .withTimeout(Duration.ofMillis(task.timeoutMillis()))
            .withConnectDeadline(Duration.ofMillis(task.startMillis()));
    return task.link().map(options::withLink).orElse(options);
  }

  /** How a party behaves towards the dealer. */
  static NetOptions dealerOptions(Task task) {
    return NetOptions.service()
        .withTimeout(Duration.ofMillis(task.serviceMillis()))
        .withConnectDeadline(Duration.ofMillis(task.startMillis()));
  }
}
