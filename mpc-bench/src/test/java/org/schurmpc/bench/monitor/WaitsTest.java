package org.schurmpc.bench.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Release;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.fake.SeededProtocol;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.job.Task;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyClient;

/** Tests children that are alive but do not continue. The tests play the children. */
@Timeout(60)
class WaitsTest {
  private static final String TOKEN = "the token";
  private static final Endpoint AT = new Endpoint("127.0.0.1", 1);
  private static final Role ONE = new Role(0, 0);
  private static final Role TWO = new Role(0, 1);
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final WallTime NO_LIMIT = new WallTime(0, 0, System::nanoTime, () -> {});

  /** Plans a run of one pass without outputs, with a dealer. */
  private record OnePass(List<Role> roles) implements Plan {
    @Override
    public Task task() {
      ProtocolChoice protocol = new ProtocolChoice(SeededProtocol.NAME, Map.of());
      return new TriplesTask(protocol, "", 1, new Schedule(0, 1, 0, 10_000), null);
    }

    @Override
    public boolean hasDealer() {
      return true;
    }
  }

  private interface Children {
    void play(Monitor monitor) throws Exception;
  }

  /** Returns the message with which the run fails. */
  private static String failure(List<Role> roles, Waits waits, Children children) throws Exception {
    Plan plan = new OnePass(roles);
    Faults faults = new Faults();
    MonitorOptions options = MonitorOptions.loopback(plan.task(), TOKEN);
    try (Monitor monitor = Monitor.listen(plan, options, faults, waits, () -> {})) {
      monitor.start();
      children.play(monitor);
      RunFailed failed = assertThrows(RunFailed.class, faults::await);
      assertEquals(ExitCode.CONNECTION_LOST, failed.exitCode());
      return failed.getMessage();
    }
  }

  private static String failure(Waits waits, Children children) throws Exception {
    return failure(List.of(Role.dealer(), ONE, TWO), waits, children);
  }

  private static ControlChannel call(Monitor monitor, Role role) throws Exception {
    Endpoint at = new Endpoint("127.0.0.1", monitor.port());
    ControlChannel child =
        new ControlChannel(NettyClient.connect("the Monitor", at, NetOptions.service()));
    child.send(new Message.Hello(Release.text(), TOKEN, role));
    child.receive(Message.Welcome.class);
    return child;
  }

  private static ControlChannel prepared(Monitor monitor, Role role) throws Exception {
    ControlChannel child = call(monitor, role);
    child.send(new Message.Prepared(AT));
    return child;
  }

  /** Performs the messages of both parties, from the assembly to the end of the only pass. */
  private static void compute(List<ControlChannel> parties) throws Exception {
    for (ControlChannel party : parties) {
      party.receive(Message.Connect.class);
      party.send(new Message.Established("", "", "", "", null, 1, 0));
      party.send(new Message.Ready(0, 0));
    }
    for (ControlChannel party : parties) {
      party.receive(Message.Go.class);
      party.send(new Message.Done(0, 0));
      party.send(
          new Message.RunDone(new RunFigures(Map.of(), Map.of(), Map.of(), Map.of(), Map.of())));
    }
  }

  @Test
  void namesWhoIsNotPrepared() throws Exception {
    String said =
        failure(
            new Waits(SHORT, LONG, LONG),
            monitor -> {
              prepared(monitor, ONE);
              call(monitor, Role.dealer());
              call(monitor, TWO);
            });
    String expected = "did not get prepared within 1 s of the last call";
    assertEquals("the dealer, party 2 of instance 1 " + expected, said);
  }

  @Test
  void namesWhoIsNotDone() throws Exception {
    String said =
        failure(
            new Waits(LONG, SHORT, LONG),
            monitor -> {
              prepared(monitor, Role.dealer());
              List<ControlChannel> parties =
                  List.of(prepared(monitor, ONE), prepared(monitor, TWO));
              for (ControlChannel party : parties) {
                party.receive(Message.Connect.class);
                party.send(new Message.Established("", "", "", "", null, 1, 0));
                party.send(new Message.Ready(0, 0));
              }
              parties.get(0).receive(Message.Go.class);
              parties.get(1).receive(Message.Go.class);
              parties.get(1).send(new Message.Done(0, 0));
            });
    assertEquals("party 1 of instance 1 was not done within 1 s of the others", said);
  }

  @Test
  void namesPartiesThatDoNotFinish() throws Exception {
    String said =
        failure(
            new Waits(LONG, LONG, SHORT),
            monitor -> {
              prepared(monitor, Role.dealer());
              List<ControlChannel> parties =
                  List.of(prepared(monitor, ONE), prepared(monitor, TWO));
              compute(parties);
              parties.get(0).send(new Message.Finished(0));
            });
    assertEquals("party 2 of instance 1 did not finish within 1 s of the last pass", said);
  }

  @Test
  void namesADealerThatDoesNotFinish() throws Exception {
    String said =
        failure(
            new Waits(LONG, LONG, SHORT),
            monitor -> {
              prepared(monitor, Role.dealer());
              List<ControlChannel> parties =
                  List.of(prepared(monitor, ONE), prepared(monitor, TWO));
              compute(parties);
              for (ControlChannel party : parties) {
                party.send(new Message.Finished(0));
              }
            });
    assertEquals("the dealer did not finish within 1 s of the parties", said);
  }

  /** Parties disconnect from the dealer when they are done, and when the Monitor is gone. */
  @Test
  void aDealerThatFinishesIsDismissedAfterItsParties() throws Exception {
    Plan plan = new OnePass(List.of(Role.dealer(), ONE, TWO));
    Faults faults = new Faults();
    MonitorOptions options = MonitorOptions.loopback(plan.task(), TOKEN);
    Waits waits = new Waits(LONG, LONG, LONG);
    try (Monitor monitor = Monitor.listen(plan, options, faults, waits, () -> {})) {
      monitor.start();
      ControlChannel dealer = prepared(monitor, Role.dealer());
      List<ControlChannel> parties = List.of(prepared(monitor, ONE), prepared(monitor, TWO));
      compute(parties);
      dealer.receive(Message.Connect.class);
      dealer.send(new Message.Finished(0));
      parties.get(0).send(new Message.Finished(0));
      parties.get(0).receive(Message.Dismissed.class);
      CompletableFuture<Message> last =
          CompletableFuture.supplyAsync(() -> last(dealer), task -> new Thread(task).start());
      assertThrows(TimeoutException.class, () -> last.get(200, TimeUnit.MILLISECONDS));
      parties.get(1).send(new Message.Finished(0));
      assertEquals(new Message.Dismissed(), last.get());
      faults.await();
    }
  }

  private static Message last(ControlChannel child) {
    try {
      return child.receive();
    } catch (MpcException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aMonitorThatCannotListenSaysSo() throws Exception {
    AtomicBoolean broken = new AtomicBoolean();
    List<Role> roles =
        new AbstractList<>() {
          @Override
          public Role get(int index) {
            return List.of(ONE, TWO).get(index);
          }

          @Override
          public int size() {
            return 2;
          }

          @Override
          public Object[] toArray() {
            if (broken.getAndSet(false)) {
              throw new IllegalStateException("no more loops");
            }
            return super.toArray();
          }
        };
    String said =
        failure(
            roles,
            new Waits(LONG, LONG, LONG),
            monitor -> {
              broken.set(true);
              Endpoint at = new Endpoint("127.0.0.1", monitor.port());
              NettyClient.connect("the Monitor", at, NetOptions.service());
            });
    assertTrue(said.startsWith("the Monitor can hear no more callers: "), said);
    assertTrue(said.endsWith("no more loops"), said);
  }

  /**
   * The second instance starts later than the time limit of the first instance's parties. This is
   * no failure.
   */
  @Test
  void otherInstancesMayBeLater() throws Exception {
    Duration limit = Duration.ofMillis(500);
    Duration stagger = limit.plusMillis(300);
    PassClock clock = new PassClock(2, 2, 1, stagger, limit, NO_LIMIT, () -> {});
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Void>> all =
          threads.invokeAll(
              Stream.of(ONE, TWO, new Role(1, 0), new Role(1, 1))
                  .map(role -> pass(clock, role))
                  .toList());
      for (Future<Void> one : all) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertTrue(clock.runNanos()[0] >= stagger.toNanos());
  }

  private static Callable<Void> pass(PassClock clock, Role role) {
    return () -> {
      clock.awaitGo(0, role);
      clock.done(role, System.nanoTime());
      return null;
    };
  }
}
