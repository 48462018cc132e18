package org.schurmpc.bench.monitor;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.schurmpc.bench.control.Admission;
import org.schurmpc.bench.control.CircuitText;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.KeepAlive;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyServer;

/**
 * Starts and stops the clock for parties in other processes, and checks their outputs. The Monitor
 * has one thread for each child, which blocks while it waits for the child.
 *
 * <p>The failure of a child is reported to {@link Faults}, and so is the end of the run.
 */
public final class Monitor implements AutoCloseable {
  /** Maximum number of unexpected connections that are handled at the same time. */
  private static final int STRANGERS = 64;

  private static final Duration LONG = Duration.ofDays(1);

  private final Plan plan;
  private final MonitorOptions options;
  private final Faults faults;
  private final NettyServer server;
  private final PassClock clock;
  private final OutputCheck[] checks;
  private final ExpectedChildren children;
  private final Assembly assembly;
  private final Waits waits;
  private final PendingChildren partiesFinished;
  private final PendingChildren allFinished;
  private final AtomicBoolean allCalled = new AtomicBoolean();
  private final KeepAlive keepAlive = new KeepAlive();
  private final Admission admission;
  private final Semaphore heard;
  private final long taskBytes;
  private final PartyFigures[] figures;
  private final ExecutorService threads;
  private int passesEnded;

  /**
   * Creates a Monitor that listens but does not serve yet.
   *
   * @param faults receives failures, and the end of the run
   * @param progress called after each pass
   * @throws MpcException if the Monitor cannot listen, or its credentials do not fit the plan
   */
  public static Monitor listen(Plan plan, MonitorOptions options, Faults faults, Runnable progress)
      throws MpcException {
    return listen(plan, options, faults, Waits.of(plan.task()), progress);
  }

  /** Creates a Monitor with other time limits, for tests. */
  static Monitor listen(
      Plan plan, MonitorOptions options, Faults faults, Waits waits, Runnable progress)
      throws MpcException {
    options.credentials().requireParties(plan.task().parties());
    long bytes = sentBytes(plan);
    NetOptions net =
        options.credentials().monitor(NetOptions.service().withTimeout(options.silence()));
    NettyServer server = NettyServer.listen(options.at().host(), options.at().port(), net);
    return new Monitor(plan, options, faults, waits, server, bytes, progress);
  }

  /** Returns the length of what each child receives with its task. */
  private static long sentBytes(Plan plan) throws MpcException {
    long program = plan.program().map(sent -> sent.bytes().length).orElse(0);
    return plan.circuit().isPresent() ? CircuitText.length(plan.circuit().get()) : program;
  }

  private Monitor(
      Plan plan,
      MonitorOptions options,
      Faults faults,
      Waits waits,
      NettyServer server,
      long taskBytes,
      Runnable progress) {
    this.plan = plan;
    this.options = options;
    this.faults = faults;
    this.waits = waits;
    this.server = server;
    this.taskBytes = taskBytes;
    int parties = plan.task().parties();
    int all = parties * plan.instances();
    this.clock =
        new PassClock(
            plan.instances(),
            parties,
            plan.task().allRuns(),
            plan.stagger(),
            waits.pass(),
            WallTime.of(plan.task(), () -> watch(this::watchEnd)),
            () -> passEnded(progress));
    this.checks = new OutputCheck[plan.instances()];
    Arrays.setAll(checks, plan::check);
    this.children = new ExpectedChildren(plan);
    this.admission = new Admission("the Monitor", options.credentials(), keepAlive, children);
    this.figures = new PartyFigures[all];
    List<Role> roles = plan.roles();
    this.partiesFinished =
        new PendingChildren(roles.stream().filter(role -> !role.isDealer()).toList());
    this.allFinished = new PendingChildren(roles);
    this.assembly =
        new Assembly(roles, parties, () -> options.notices().accept("all are prepared"));
    this.heard = new Semaphore(roles.size() + STRANGERS);
    this.threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "monitor");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Returns the port to which children connect. */
  public int port() {
    return server.port();
  }

  /** Begins to serve children. */
  public void start() {
    threads.execute(this::acceptChildren);
  }

  /**
   * Accepts connections. If accepting fails, the run fails at once, because the missing children
   * cannot connect any more.
   */
  private void acceptChildren() {
    try {
      acceptAll();
    } catch (MpcException | RuntimeException | Error e) {
      if (threads.isShutdown()) {
        return; // closed
      }
      String sentence = "the Monitor can hear no more callers: " + e;
      List<Role> missing = children.missing();
      if (missing.isEmpty()) {
        options.notices().accept(sentence); // all children have called
      } else {
        fail(missing, sentence);
      }
    }
  }

  /**
   * Accepts children until the time limit. Once all children have called, further callers are still
   * answered.
   */
  private void acceptAll() throws MpcException {
    long deadline = System.nanoTime() + options.patience().toNanos();
    boolean complete = false;
    while (true) {
      long left = complete ? LONG.toNanos() : Math.max(1, deadline - System.nanoTime());
      try {
        hear(server.accept(Duration.ofNanos(left)));
      } catch (ConnectionLost e) {
        if (Thread.currentThread().isInterrupted() || threads.isShutdown()) {
          return;
        }
      }
      List<Role> missing = children.missing();
      complete = missing.isEmpty();
      if (!complete && System.nanoTime() >= deadline) {
        long seconds = options.patience().toSeconds();
        reportMissing(missing, "did not call the Monitor within " + seconds + " s");
        return;
      }
    }
  }

  private void hear(Channel channel) {
    if (heard.tryAcquire()) {
      threads.execute(() -> greet(channel));
    } else {
      channel.close();
    }
  }

  private void reportMissing(List<Role> missing, String what) {
    if (missing.isEmpty()) {
      return;
    }
    String names = missing.stream().map(Role::toString).collect(Collectors.joining(", "));
    fail(missing, names + " " + what);
  }

  private void fail(List<Role> missing, String sentence) {
    faults.report(
        new Failure(missing.get(0), Failure.Kind.DISCONNECTED, ExitCode.CONNECTION_LOST, sentence));
  }

  private void watch(Runnable what) {
    try {
      threads.execute(what);
    } catch (RejectedExecutionException e) {
      // The run is over.
    }
  }

  /** Reports children that are connected but do not get prepared in time. */
  private void watchAssembly() {
    try {
      reportMissing(
          assembly.missing(waits.assembly()),
          "did not get prepared within " + waits.assembly().toSeconds() + " s of the last call");
    } catch (InterruptedException e) {
      // The run is over.
    }
  }

  private void watchEnd() {
    try {
      String within = "did not finish within " + waits.end().toSeconds() + " s of the ";
      List<Role> parties = partiesFinished.awaitAll(waits.end());
      reportMissing(parties, within + "last pass");
      if (parties.isEmpty()) {
        reportMissing(allFinished.awaitAll(waits.end()), within + "parties");
      }
    } catch (InterruptedException e) {
      // The run is over.
    }
  }

  /** Called by one party's thread while all others wait for it. */
  private void passEnded(Runnable progress) {
    progress.run();
    if (++passesEnded == plan.allPasses()) {
      watch(this::watchEnd);
    }
  }

  private void greet(Channel accepted) {
    Optional<Admission.Guest> guest;
    try {
      guest = admission.letIn(accepted);
    } finally {
      heard.release();
    }
    guest.ifPresent(
        known -> {
          options.notices().accept(known.role() + " has called");
          if (children.missing().isEmpty() && allCalled.compareAndSet(false, true)) {
            watch(this::watchAssembly);
          }
          serve(known.role(), known.channel());
        });
  }

  private void serve(Role role, ControlChannel channel) {
    try {
      keepAlive.startFor(channel, () -> {});
      if (role.isDealer()) {
        serveDealer(channel);
      } else {
        serveParty(role, channel);
      }
      finish(role);
    } catch (RunFailed e) {
      faults.report(new Failure(role, Failure.Kind.REPORTED, e.exitCode(), e.getMessage()));
    } catch (ConnectionLost e) {
      String sentence = "the connection of " + role + " to the Monitor broke: " + e.getMessage();
      faults.report(new Failure(role, Failure.Kind.DISCONNECTED, e.exitCode(), sentence));
    } catch (MpcException e) {
      faults.report(new Failure(role, Failure.Kind.REPORTED, e.exitCode(), e.getMessage()));
    } catch (InterruptedException e) {
      // The run has ended for another reason.
    } catch (RuntimeException | Error e) {
      String sentence = "the Monitor failed at " + role + ": " + e;
      faults.report(new Failure(role, Failure.Kind.REPORTED, ExitCode.CONNECTION_LOST, sentence));
    } finally {
      channel.close();
    }
  }

  private void finish(Role role) {
    partiesFinished.arrive(role);
    if (allFinished.arrive(role)) {
      faults.finish();
    }
  }

  /** Sends the task to a child, and waits until all children are prepared. */
  private void prepare(Role role, ControlChannel channel)
      throws MpcException, RunFailed, InterruptedException {
    var seeds = role.isDealer() ? null : plan.seeds(role);
    channel.send(new Message.Welcome(plan.task(), plan.instances(), seeds, taskBytes));
    if (plan.circuit().isPresent()) {
      CircuitText.send(channel, plan.circuit().get());
    }
    if (plan.program().isPresent()) {
      channel.sendBytes(plan.program().get().bytes());
    }
    assembly.await(role, PartyService.expect(channel, role, Message.Prepared.class));
    channel.send(assembly.connect(role, plan.hasDealer() && !role.isDealer()));
  }

  private void serveDealer(ControlChannel channel)
      throws MpcException, RunFailed, InterruptedException {
    prepare(Role.dealer(), channel);
    PartyService.expect(channel, Role.dealer(), Message.Finished.class);
    partiesFinished.awaitAll();
    channel.send(new Message.Dismissed());
  }

  private void serveParty(Role role, ControlChannel channel)
      throws MpcException, RunFailed, InterruptedException {
    prepare(role, channel);
    PartyService service = new PartyService(plan, role, channel, clock, checks[role.instance()]);
    PartyFigures result = service.serve();
    channel.send(new Message.Dismissed());
    synchronized (this) {
      figures[role.index(plan.task().parties())] = result;
    }
  }

  /** Returns the result, after the end of the run. */
  public synchronized Measured result() {
    long[] all = clock.runNanos();
    return new Measured(
        Arrays.copyOfRange(all, plan.task().schedule().warmup(), all.length),
        List.of(figures),
        options.credentials().description());
  }

  @Override
  public void close() {
    threads.shutdownNow();
    keepAlive.close();
    server.close();
  }
}
