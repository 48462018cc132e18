package org.schurmpc.bench.party;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.schurmpc.bench.control.Admission;
import org.schurmpc.bench.control.CircuitText;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.KeepAlive;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.job.EvaluationTask;
import org.schurmpc.bench.job.ProgramTask;
import org.schurmpc.bench.job.ProgramWorkload;
import org.schurmpc.bench.job.Task;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.cli.display.ErrorAdvice;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyClient;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramLanguages;

/** Connects a child to the Monitor, to which the child reports why it ends. */
abstract class ChildProgram {
  private static final Message.Failed OUT_OF_MEMORY =
      new Message.Failed(ExitCode.REFUSED.code(), "the heap is too small: give more with --heap");

  /** Maximum length of a program, in bytes. */
  private static final long MAX_PROGRAM_BYTES = 1 << 28;

  private final Role role;
  private final Place place;

  ChildProgram(Role role, Place place) {
    this.role = role;
    this.place = place;
  }

  final Place place() {
    return place;
  }

  /** Does the work, from the welcome to the last message. */
  abstract void work(ControlChannel monitor, Message.Welcome welcome) throws MpcException;

  /**
   * Runs the child to its end.
   *
   * @throws ConnectionLost if the Monitor cannot be reached, refuses this child, or is lost
   */
  public final void run() throws MpcException {
    NetOptions options =
        place
            .credentials()
            .toMonitor(
                NetOptions.service()
                    .withTimeout(KeepAlive.SILENCE)
                    .withConnectDeadline(place.patience()));
    try (ControlChannel monitor =
            new ControlChannel(NettyClient.connect("the Monitor", place.monitor(), options));
        KeepAlive keepAlive = new KeepAlive()) {
      Admission.knock(monitor, place.credentials(), role);
      // Encoded in advance, while there is memory.
      byte[] outOfMemory = monitor.encode(OUT_OF_MEMORY);
      Message.Welcome welcome = monitor.receive(Message.Welcome.class);
      try {
        place.credentials().requireParties(welcome.task().parties());
        work(monitor, welcome, keepAlive);
      } catch (MpcException e) {
        tell(monitor, e.exitCode(), ErrorAdvice.sentence(e));
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

  /** Does the work, and interrupts it if the Monitor is lost meanwhile. */
  private void work(ControlChannel monitor, Message.Welcome welcome, KeepAlive keepAlive)
      throws MpcException {
    AtomicBoolean lost = new AtomicBoolean();
    Thread worker = Thread.currentThread();
    keepAlive.startFor(
        monitor,
        () -> {
          lost.set(true);
          worker.interrupt();
        });
    try {
      work(monitor, welcome);
    } catch (ConnectionLost e) {
      if (lost.get()) {
        throw new ConnectionLost("the Monitor at " + place.monitor() + " is gone", e);
      }
      throw e;
    }
  }

  /**
   * Reports to the Monitor that all work is done, and waits to be dismissed.
   *
   * @param peakRssBytes the peak resident set size of this process, in bytes; 0 if unknown
   */
  final void finish(ControlChannel monitor, long peakRssBytes) throws MpcException {
    monitor.send(new Message.Finished(peakRssBytes));
    try {
      monitor.receive(Message.Dismissed.class);
    } catch (ConnectionLost e) {
      throw new ConnectionLost(
          "the Monitor at " + place.monitor() + " is gone before the end of the run", e);
    }
  }

  private static void tell(ControlChannel monitor, ExitCode code, String sentence) {
    tell(monitor, monitor.encode(new Message.Failed(code.code(), sentence)));
  }

  private static void tell(ControlChannel monitor, byte[] failed) {
    try {
      monitor.sendEncoded(failed);
    } catch (MpcException e) {
      // The Monitor is gone, so nobody can be notified.
    }
  }

  /**
   * Returns the workload of a job. Its circuit is read from the library or received from the
   * Monitor.
   */
  static Workload workload(ControlChannel monitor, Message.Welcome welcome, EvaluationTask job)
      throws MpcException {
    String name = job.evaluations().circuit().shortName();
    Circuit circuit =
        job.evaluations().circuit().library()
            ? job.evaluations().circuit().read()
            : CircuitText.receive(monitor, welcome.bytes(), "the Monitor's " + name);
    return Workload.checked(job, circuit);
  }

  /** Returns the workload of a program, which is received from the Monitor. */
  static ProgramWorkload workload(ControlChannel monitor, Message.Welcome welcome, ProgramTask task)
      throws MpcException {
    if (welcome.bytes() < 1 || welcome.bytes() > MAX_PROGRAM_BYTES) {
      throw new BadFile("the Monitor announces a program of " + welcome.bytes() + " bytes");
    }
    byte[] content = monitor.receiveBytes((int) welcome.bytes());
    CompiledProgram program = ProgramLanguages.only().read(content, "the Monitor's " + task.file());
    return ProgramWorkload.checked(task, program);
  }

  /** Returns the network options between parties. */
  final NetOptions peerOptions(Task task) throws MpcException {
    NetOptions options =
        NetOptions.party()
            .withTimeout(Duration.ofMillis(task.schedule().timeoutMillis()))
            .withConnectDeadline(Duration.ofMillis(task.startMillis()));
    NetOptions shaped = task.link().map(options::withLink).orElse(options);
    return place.credentials().amongParties(shaped);
  }

  /** Returns the network options between a party and the dealer. */
  final NetOptions dealerOptions(Task task) throws MpcException {
    return place
        .credentials()
        .toDealer(
            NetOptions.service()
                .withTimeout(Duration.ofMillis(task.serviceMillis()))
                .withConnectDeadline(Duration.ofMillis(task.startMillis())));
  }
}
