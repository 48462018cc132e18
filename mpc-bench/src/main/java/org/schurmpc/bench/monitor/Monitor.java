package org.schurmpc.bench.monitor;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyServer;

/**
 * Starts and stops the clock for parties in other processes and checks what they output. A thread
 * for each child waits for it; none of them spins.
 *
 * <p>What goes wrong with a child ends in {@link Faults}, so does the end of all.
 */
public final class Monitor implements AutoCloseable {
  // The processes are watched, and the parties watch each other: here it is enough to wait.
  private static final Duration PATIENCE = Duration.ofDays(30);

  private final Plan plan;
  private final String token;
  private final Faults faults;
  private final NettyServer server;
  private final PassClock clock;
  private final OutputCheck[] checks;
  private final CompletableFuture<List<Integer>> dealerPorts = new CompletableFuture<>();
  private final List<CompletableFuture<Integer>> peerPorts = new ArrayList<>();
  private final PartyFigures[] figures;
  private final boolean[] seen;
  private final ExecutorService threads;
  private int unfinished;

  /**
   * Listens on loopback.
   *
   * @param token what a child must know
   * @param progress called after each pass
   */
  public static Monitor listen(Plan plan, String token, Faults faults, Runnable progress)
      throws MpcException {
    NetOptions options = NetOptions.service().withTimeout(PATIENCE);
    return new Monitor(plan, token, faults, NettyServer.listen("127.0.0.1", 0, options), progress);
  }

  private Monitor(Plan plan, String token, Faults faults, NettyServer server, Runnable progress) {
    this.plan = plan;
    this.token = token;
    this.faults = faults;
    this.server = server;
    int parties = 2 * plan.instances();
    this.clock =
        new PassClock(
            parties,
            plan.task().allRuns(),
            plan.stagger(),
            Duration.ofMillis(plan.task().serviceMillis()),
            progress);
    this.checks = new OutputCheck[plan.instances()];
    Arrays.setAll(checks, plan::check);
    for (int i = 0; i < plan.instances(); i++) {
      peerPorts.add(new CompletableFuture<>());
    }
    this.figures = new PartyFigures[parties];
    this.seen = new boolean[parties + 1];
    this.unfinished = plan.children();
    this.threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "monitor");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Where children call. */
  public int port() {
    return server.port();
  }

  /** Begins to serve. */
  public void start() {
    threads.execute(this::acceptChildren);
  }

  private void acceptChildren() {
    long patience = plan.task().startMillis();
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patience);
    Optional<Role> missing = missing();
    try {
      while (missing.isPresent()) {
        long left = Math.max(1, deadline - System.nanoTime());
        Channel channel = server.accept(Duration.ofNanos(left));
        threads.execute(() -> greet(channel));
        missing = missing();
      }
    } catch (ConnectionLost e) {
      missing().ifPresent(role -> reportMissing(role, patience));
    } catch (MpcException | RejectedExecutionException e) {
      // Closed: nobody is expected any more.
    }
  }

  private void reportMissing(Role role, long millis) {
    String sentence = role + " did not call the Monitor within " + millis + " ms";
    faults.report(new Failure(role, Failure.Kind.DISCONNECTED, ExitCode.CONNECTION_LOST, sentence));
  }

  /** A child that has not called yet. */
  private synchronized Optional<Role> missing() {
    if (plan.hasDealer() && !seen[seen.length - 1]) {
      return Optional.of(Role.dealer());
    }
    return IntStream.range(0, 2 * plan.instances())
        .filter(i -> !seen[i])
        .mapToObj(i -> new Role(i / 2, i % 2))
        .findFirst();
  }

  /** Serves whoever knows the token; hangs up on all others. */
  private void greet(Channel accepted) {
    ControlChannel channel = new ControlChannel(accepted);
    Role role = null;
    try {
      role = identify(channel);
    } catch (MpcException e) {
      // A stranger, and strangers are nobody's fault.
    }
    if (role == null) {
      channel.close();
      return;
    }
    accepted.established();
    serve(role, channel);
  }

  private Role identify(ControlChannel channel) throws MpcException {
    Message.Hello hello = channel.receive(Message.Hello.class);
    byte[] theirs = String.valueOf(hello.token()).getBytes(StandardCharsets.UTF_8);
    Role role = hello.role();
    return Secrets.equal(theirs, token.getBytes(StandardCharsets.UTF_8)) && isNew(role)
        ? role
        : null;
  }

  private synchronized boolean isNew(Role role) {
    int index = role.isDealer() ? seen.length - 1 : 2 * role.instance() + role.party();
    boolean fresh = index >= 0 && index < seen.length && !seen[index];
    if (fresh) {
      seen[index] = true;
    }
    return fresh;
  }

  private void serve(Role role, ControlChannel channel) {
    try {
      if (role.isDealer()) {
        serveDealer(channel);
      } else {
        serveParty(role, channel);
      }
      finishOne();
    } catch (RunFailed e) {
      faults.report(new Failure(role, Failure.Kind.REPORTED, e.exitCode(), e.getMessage()));
    } catch (ConnectionLost e) {
      String sentence = "the connection of " + role + " to the Monitor broke: " + e.getMessage();
      faults.report(new Failure(role, Failure.Kind.DISCONNECTED, e.exitCode(), sentence));
    } catch (MpcException e) {
      faults.report(new Failure(role, Failure.Kind.REPORTED, e.exitCode(), e.getMessage()));
    } catch (InterruptedException | ExecutionException e) {
      // The run is over for another reason.
    } catch (RuntimeException | Error e) {
      String sentence = "the Monitor failed at " + role + ": " + e;
      faults.report(new Failure(role, Failure.Kind.REPORTED, ExitCode.CONNECTION_LOST, sentence));
    } finally {
      channel.close();
    }
  }

  private synchronized void finishOne() {
    if (--unfinished == 0) {
      faults.finish();
    }
  }

  private void serveDealer(ControlChannel channel) throws MpcException, RunFailed {
    Role role = Role.dealer();
    channel.send(new Message.Welcome(plan.task(), plan.instances(), null));
    dealerPorts.complete(PartyService.expect(channel, role, Message.Listening.class).ports());
    PartyService.expect(channel, role, Message.Finished.class);
  }

  private void serveParty(Role role, ControlChannel channel)
      throws MpcException, RunFailed, InterruptedException, ExecutionException {
    channel.send(new Message.Welcome(plan.task(), plan.instances(), plan.seeds(role)));
    CompletableFuture<Integer> peer = peerPorts.get(role.instance());
    int peerPort = 0;
    if (role.party() == 0) {
      peer.complete(PartyService.expect(channel, role, Message.Listening.class).ports().get(0));
    } else {
      peerPort = peer.get();
    }
    int dealerPort = plan.hasDealer() ? dealerPorts.get().get(role.instance()) : 0;
    channel.send(new Message.Connect(dealerPort, peerPort));
    PartyService service = new PartyService(plan, role, channel, clock, checks[role.instance()]);
    PartyFigures result = service.serve();
    synchronized (this) {
      figures[2 * role.instance() + role.party()] = result;
    }
  }

  /** The result, after the end of all. */
  public synchronized Measured result() {
    long[] all = clock.runNanos();
    return new Measured(
        Arrays.copyOfRange(all, plan.task().warmup(), all.length), List.of(figures));
  }

  @Override
  public void close() {
    threads.shutdownNow();
    server.close();
  }
}
