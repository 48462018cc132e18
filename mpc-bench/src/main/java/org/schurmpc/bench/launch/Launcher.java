package org.schurmpc.bench.launch;

import java.io.PrintStream;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.schurmpc.bench.monitor.Failure;
import org.schurmpc.bench.monitor.Faults;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.Monitor;
import org.schurmpc.bench.monitor.MonitorOptions;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.monitor.Watcher;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.HugePages;
import org.schurmpc.cli.launch.Jvm;
import org.schurmpc.cli.launch.OrderlyEnd;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;

/**
 * Runs a plan: the Monitor in this process, and the dealer and each party in a child process. A
 * child may contain the parties of several instances. All children are ended when the run ends for
 * any reason.
 */
public final class Launcher {
  private static final int TOKEN_BYTES = 16;
  private static final long LAST_SECONDS = 5;

  /** Exit code of a JVM that does not start, and of an internal error. */
  private static final int UNSTARTED = 1;

  private final CommandName program;
  private final Plan plan;
  private final Jvm jvm;
  private final HeapSize heap;
  private final PrintStream echo;
  private final Watcher watcher;
  private final Faults faults;
  private final Map<ChildRoles, ChildProcess> children = new ConcurrentHashMap<>();
  private boolean ending;

  /**
   * Creates the launcher of a plan; nothing is started yet.
   *
   * @param program the program that the children run
   * @param heap the heap size of each child
   * @param echo receives the error output of children; null to discard it
   * @param watcher receives the events of the run
   */
  public Launcher(
      CommandName program, Plan plan, Jvm jvm, HeapSize heap, PrintStream echo, Watcher watcher) {
    this.program = program;
    this.plan = plan;
    this.jvm = jvm;
    this.heap = heap;
    this.echo = echo;
    this.watcher = watcher;
    this.faults = new Faults(watcher);
  }

  /**
   * Runs the plan.
   *
   * @throws RunFailed with the first cause and the worst exit code, if any child failed
   */
  public Measured run() throws MpcException, RunFailed, InterruptedException {
    Thread hook = new Thread(this::killAll, "end of children");
    Runtime.getRuntime().addShutdownHook(hook);
    byte[] token = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(token);
    String tokenText = HexFormat.of().formatHex(token);
    MonitorOptions options = MonitorOptions.loopback(plan.task(), tokenText);
    try (Monitor monitor = Monitor.listen(plan, options, faults, watcher)) {
      monitor.start();
      for (ChildRoles roles : ChildRoles.of(plan)) {
        start(roles, monitor.port(), tokenText);
      }
      faults.await();
      awaitEnds();
      return monitor.result();
    } finally {
      killAll();
      removeHook(hook);
    }
  }

  private synchronized void start(ChildRoles roles, int monitorPort, String token)
      throws MpcException {
    if (ending) {
      return;
    }
    List<String> arguments = roles.arguments(monitorPort, echo != null);
    ChildProcess child = ChildProcess.start(program, jvm, options(roles), arguments, token, echo);
    children.put(roles, child);
    child.process().onExit().thenAccept(process -> ended(roles, child, process.exitValue()));
  }

  /**
   * Returns the JVM options of a child in addition to those of all processes, of which the last one
   * takes precedence. A rehearsal runs long enough for the usual thresholds of the JIT compiler;
   * with lower ones it compiles far more, and is still at work while runs are timed.
   */
  private List<String> options(ChildRoles roles) {
    List<String> options = new ArrayList<>(memory(roles));
    options.add("-XX:CompileThresholdScaling=1");
    return options;
  }

  /** Returns the JVM options for the memory of a child. */
  private List<String> memory(ChildRoles roles) {
    return plan.suitsHugePages() && !roles.first().isDealer()
        ? HugePages.ofThisMachine().options(heap)
        : heap.options();
  }

  /** Reports a child that failed. After the run is finished, failures do not count. */
  private void ended(ChildRoles roles, ChildProcess child, int exitValue) {
    if (exitValue == 0) {
      return;
    }
    String sentence = roles + " died with exit code " + exitValue;
    try {
      String error = child.firstError();
      if (exitValue == UNSTARTED && !child.said()) {
        String why = jvm.unstarted(memory(roles)) + (error.isEmpty() ? "" : " (" + error + ")");
        faults.report(new Failure(roles.roles(), Failure.Kind.DIED, ExitCode.REFUSED, why));
        return;
      }
      sentence += error.isEmpty() ? "" : ": " + error;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ExitCode code = ExitCode.ofProcess(exitValue);
    faults.report(new Failure(roles.roles(), Failure.Kind.DIED, code, sentence));
  }

  private void awaitEnds() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LAST_SECONDS);
    for (ChildProcess child : children.values()) {
      try {
        child.process().onExit().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException | java.util.concurrent.ExecutionException e) {
        return;
      }
    }
  }

  private synchronized void killAll() {
    ending = true;
    OrderlyEnd.of(children.values().stream().map(ChildProcess::process).toList());
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The shutdown has begun, so the hook runs already.
    }
  }
}
