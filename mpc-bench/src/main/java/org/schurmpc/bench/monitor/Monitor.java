package org.schurmpc.bench.monitor;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.schurmpc.bench.control.Admission;
import org.schurmpc.bench.control.CircuitText;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.KeepAlive;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyServer;

/**
 * Starts and stops the clock for parties in other processes, and checks their outputs. The Monitor
 * has one thread for each child, which blocks while it waits for the child.
 *
 * <p>The failure of a child is reported to {@link Faults}, and so is the end of the run.
 */
public final class Monitor implements AutoCloseable {
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
  private final Watcher watcher;
  private final ChildListener listener;
  private final long taskBytes;
  private final PartyFigures[] figures;
  private final ExecutorService threads;
  private int passesEnded;

  /**
   * Creates a Monitor that listens but does not serve yet.
   *
   * @param faults receives failures, and the end of the run
   * @param watcher receives the events of the run, except for failures and the end
   * @throws MpcException if the Monitor cannot listen, or its credentials do not fit the plan
   */
  public static Monitor listen(Plan plan, MonitorOptions options, Faults faults, Watcher watcher)
      throws MpcException {
    return listen(plan, options, faults, Waits.of(plan.task()), watcher);
  }

  /** Creates a Monitor with other time limits, for tests. */
  static Monitor listen(
      Plan plan, MonitorOptions options, Faults faults, Waits waits, Watcher watcher)
      throws MpcException {
    options.credentials().requireParties(plan.task().parties());
    long bytes = sentBytes(plan);
    NetOptions net =
        options.credentials().monitor(NetOptions.service().withTimeout(options.silence()));
    NettyServer server = NettyServer.listen(options.at().host(), options.at().port(), net);
    return new Monitor(plan, options, faults, waits, server, bytes, watcher);
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
      Watcher watcher) {
    this.plan = plan;
    this.options = options;
    this.watcher = watcher;
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
            this::passEnded);
    this.checks = new OutputCheck[plan.instances()];
    Arrays.setAll(checks, plan::check);
    this.children = new ExpectedChildren(plan);
    this.figures = new PartyFigures[all];
    List<Role> roles = plan.roles();
    this.partiesFinished =
        new PendingChildren(roles.stream().filter(role -> !role.isDealer()).toList());
    this.allFinished = new PendingChildren(roles);
    this.assembly =
        new Assembly(roles, parties, () -> options.notices().accept("all are prepared"));
    this.threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "monitor");
              thread.setDaemon(true);
              return thread;
            });
    Admission admission = new Admission("the Monitor", options.credentials(), keepAlive, children);
    this.listener =
        new ChildListener(server, children, admission, options, faults, threads, this::serveGuest);
  }

  /** Returns the port to which children connect. */
  public int port() {
    return server.port();
  }

  /** Begins to serve children. */
  public void start() {
    threads.execute(listener::listen);
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
      faults.reportMissing(
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
      faults.reportMissing(parties, within + "last pass");
      if (parties.isEmpty()) {
        faults.reportMissing(allFinished.awaitAll(waits.end()), within + "parties");
      }
    } catch (InterruptedException e) {
      // The run is over.
    }
  }

  /** Called by one party's thread while all others wait for it. */
  private void passEnded() {
    watcher.passEnded();
    passesEnded++;
    if (passesEnded % plan.passes() == 0) {
      int run = passesEnded / plan.passes() - 1;
      watcher.runEnded(run, clock.runNanos(run));
    }
    if (passesEnded == plan.allPasses()) {
      watch(this::watchEnd);
    }
  }

  private void serveGuest(Admission.Guest guest) {
    options.notices().accept(guest.role() + " has called");
    watcher.called(guest.role(), guest.channel().contact());
    if (children.missing().isEmpty() && allCalled.compareAndSet(false, true)) {
      watch(this::watchAssembly);
    }
    serve(guest.role(), guest.channel());
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
    watcher.finished(role);
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
    Message.Prepared prepared = PartyService.expect(channel, role, Message.Prepared.class);
    watcher.prepared(role);
    assembly.await(role, prepared);
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
    OutputCheck check = checks[role.instance()];
    PartyService service = new PartyService(plan, role, channel, clock, check, watcher);
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
