package org.schurmpc.core.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.session.Outcomes.assertCheated;
import static org.schurmpc.core.session.Outcomes.assertEnded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.net.ForwardingNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Stores that are filled while somebody consumes them. No item may ever be used twice. */
class BackgroundRefillTest {
  private static final int LANES = 64;
  private static final long PATIENCE_NANOS = 20_000_000_000L;
  private static final int WATCH_MILLIS = 500;

  private final Circuit circuit = RandomCircuits.built(5, 200);
  private final IoMap io = IoMaps.random(circuit, new Random(5));
  private final LoggedProtocol protocol = new LoggedProtocol(LANES);
  private final LayeredCircuit layered = LayeredCircuit.of(circuit);
  private int session;

  @TempDir Path home;

  /** A pass of this. */
  private Computation.Plan plan() throws Exception {
    return plan(protocol);
  }

  private Computation.Plan plan(LoggedProtocol protocol) throws Exception {
    return new Computation.Plan(
        layered, io, protocol, LANES, protocol.demand(layered, io), true, new TreeMap<>());
  }

  private Path folder(int party) {
    return home.resolve("store " + party);
  }

  private StoreDirectory open(int party) throws MpcException {
    return StoreDirectory.openOrCreate(
        folder(party), new StoreAccess(home.resolve("records " + party), Optional.empty()));
  }

  /** What a party does with its computation and its store, number by number. */
  private interface Step {
    void run(Runner runner, StoreDirectory store) throws Exception;
  }

  /** Evaluates, again and again, each time with other inputs. */
  private final class Runner {
    private final Computation computation;
    private final int party;
    private int number;

    Runner(Computation computation, int party) {
      this.computation = computation;
      this.party = party;
    }

    void evaluate(int times) throws Exception {
      for (int i = 0; i < times; i++) {
        number++;
        BitMatrix[] inputs = {
          RandomCircuits.inputs(circuit, LANES, number),
          RandomCircuits.inputs(circuit, LANES, -number)
        };
        BitMatrix joint = IoMaps.join(circuit, io, inputs[0], inputs[1]);
        BitMatrix outputs = PlainEvaluation.evaluate(circuit, joint);
        BitMatrix expected = IoMaps.visible(circuit, io, outputs, party);
        assertEquals(expected, computation.evaluate(inputs[party]));
      }
    }
  }

  private List<Object> compute(Network[] networks, Refill refill, Step step) throws Exception {
    protocol.begin(++session);
    return SessionPairs.networkOutcomes(
        networks,
        network -> {
          StoreDirectory store = open(network.party());
          try (Computation computation = plan().connect(network, store, refill)) {
            step.run(new Runner(computation, network.party()), store);
            return "done";
          }
        });
  }

  private void compute(Refill refill, Step step) throws Exception {
    assertEquals(List.of("done", "done"), compute(SessionPairs.networks(), refill, step));
  }

  private long made(StoreDirectory store) throws Exception {
    MaterialKind kind = plan().demand().quotas().keySet().iterator().next();
    long items = 0;
    for (DiskPrepStore batch : store.batches()) {
      items += batch.made(kind);
    }
    return items / plan().demand().quotas().get(kind);
  }

  private static void await(BooleanSupplier met) throws InterruptedException {
    long start = System.nanoTime();
    while (!met.getAsBoolean()) {
      assertTrue(System.nanoTime() - start < PATIENCE_NANOS, "in time");
      Thread.sleep(5);
    }
  }

  private boolean hasMade(StoreDirectory store, long wanted) {
    try {
      return made(store) == wanted;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void keepsAStoreBetweenTwoMarks() throws Exception {
    // Who has seen enough does not go on before the other has: one's store counts for both.
    CyclicBarrier both = new CyclicBarrier(2);
    compute(
        Refill.background(2, 6),
        (runner, store) -> {
          await(() -> hasMade(store, 6));
          runner.evaluate(4); // two are left, which is enough
          Thread.sleep(WATCH_MILLIS);
          assertEquals(6, made(store));
          both.await(20, TimeUnit.SECONDS);
          runner.evaluate(1);
          await(() -> hasMade(store, 11)); // back to six
          Thread.sleep(WATCH_MILLIS);
          assertEquals(11, made(store));
        });
  }

  @Test
  void whoConsumesFasterThanItIsMadeWaits() throws Exception {
    compute(Refill.background(1, 1), (runner, store) -> runner.evaluate(12));
    compute(Refill.background(1, 3), (runner, store) -> runner.evaluate(12));
    protocol.assertSessionsUsedMaterial(2);
  }

  /** With what earlier sessions left, and leaving some. */
  @Test
  void sessionsGoOnWithEachOthersMaterial() throws Exception {
    compute(Refill.background(8, 8), (runner, store) -> await(() -> hasMade(store, 8)));
    compute(Refill.none(), (runner, store) -> runner.evaluate(3));
    compute(
        Refill.background(2, 4),
        (runner, store) -> {
          assertEquals(8, made(store));
          runner.evaluate(9);
          assertEquals(2, store.batches().size());
        });
    protocol.assertSessionsUsedMaterial(2);
  }

  /** Whenever a party's lines are cut, in either thread: what is on both disks serves the next. */
  @Test
  void aLostConnectionLosesNothingThatWasMade() throws Exception {
    Refill refill = Refill.background(2, 3);
    for (int cut = 5; cut < 60; cut += 6) {
      AtomicInteger frames = new AtomicInteger();
      int last = cut;
      Network[] networks = SessionPairs.networks();
      Lines lines = new Lines(networks[0], new CopyOnWriteArrayList<>());
      TamperingNetwork.Hook hook =
          (peer, index, frame) -> {
            if (frames.incrementAndGet() == last) {
              lines.close();
              lines.forks.forEach(Network::close);
            }
            return frame;
          };
      networks[0] = new TamperingNetwork(lines, hook, hook);
      List<Object> outcomes = compute(networks, refill, (runner, store) -> runner.evaluate(50));
      for (Object outcome : outcomes) {
        assertFalse(outcome.equals("done"), "cut " + cut);
      }
    }
    compute(refill, (runner, store) -> runner.evaluate(5));
  }

  /** A network that knows its forks. */
  private record Lines(Network network, List<Network> forks) implements ForwardingNetwork {
    @Override
    public Network fork(byte[] sid, int number) throws MpcException {
      Network fork = network.fork(sid, number);
      forks.add(fork);
      return fork;
    }
  }

  private static TamperingNetwork.Hook honest() {
    return (peer, index, frame) -> frame;
  }

  private List<String> filesOf(int party) throws Exception {
    try (Stream<Path> files = Files.walk(folder(party))) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .filter(name -> !List.of("header", "journal", "store.lock").contains(name))
          .sorted()
          .toList();
    }
  }

  /** The computation itself ends with the check that failed beside it, and all is destroyed. */
  @Test
  void aCheckThatFailsInTheBackground() throws Exception {
    compute(Refill.background(4, 4), (runner, store) -> await(() -> hasMade(store, 4)));
    assertFalse(filesOf(1).isEmpty());
    Network[] networks = SessionPairs.networks();
    // The level, the first step of a portion, and so on.
    networks[0] = new TamperingNetwork(networks[0], honest(), SessionPairs.flip(1, 0));
    List<Object> outcomes =
        compute(networks, Refill.background(8, 8), (runner, store) -> runner.evaluate(500));
    assertCheated(Check.SACRIFICE, outcomes.get(1), "in the background");
    assertInstanceOf(ConnectionLost.class, outcomes.get(0));
    assertEquals(List.of(), filesOf(1), "destroyed");
    assertFalse(filesOf(0).isEmpty());
  }

  /** What is being made meanwhile is destroyed, too. */
  @Test
  void aCheckThatFailsInTheForeground() throws Exception {
    int input = SessionPairs.HANDSHAKE_FRAMES + 3;
    Network[] networks = SessionPairs.tampered(SessionPairs.flip(input, 0));
    List<Object> outcomes =
        compute(
            networks,
            Refill.background(3, 3),
            (runner, store) -> {
              await(() -> hasMade(store, 3));
              runner.evaluate(50);
            });
    assertInstanceOf(MpcException.class, outcomes.get(0));
    assertInstanceOf(PeerCheated.class, outcomes.get(1));
    assertEquals(List.of(), filesOf(1), "the store of whoever noticed is destroyed");
  }

  /**
   * A party that is done closes while the next portion is being made, all of which is a check here:
   * to leave in the middle of it would be to fail it.
   */
  @Test
  void whoeverClosesWaitsForThePortionUnderWay() throws Exception {
    LoggedProtocol judged =
        new LoggedProtocol(LANES) {
          @Override
          public Preprocessor preprocessor(Session with) throws MpcException {
            return judging(super.preprocessor(with), with);
          }
        };
    for (int closer = 0; closer < 2; closer++) {
      int first = closer;
      int level = 200 * (closer + 1); // what the one before made is not enough
      CountDownLatch closed = new CountDownLatch(1);
      List<Object> outcomes =
          SessionPairs.networkOutcomes(
              SessionPairs.networks(),
              network -> {
                StoreDirectory store = open(network.party());
                Computation computation =
                    plan(judged).connect(network, store, Refill.background(level, level));
                await(() -> store.batches().size() > first);
                if (network.party() != first) {
                  assertTrue(closed.await(20, TimeUnit.SECONDS));
                }
                computation.close();
                closed.countDown();
                return "closed";
              });
      assertEquals(List.of("closed", "closed"), outcomes);
      for (int party = 0; party < 2; party++) {
        try (StoreDirectory store = open(party)) {
          assertEquals(first + 1, store.batches().size());
          assertTrue(store.batches().stream().noneMatch(DiskPrepStore::burnt));
        }
      }
    }
  }

  private static Preprocessor judging(Preprocessor maker, Session session) {
    return new Preprocessor() {
      @Override
      public void prepare(Demand demand, MaterialSink sink) throws MpcException {
        session.judge(Check.MAC, "a portion", () -> maker.prepare(demand, sink));
      }

      @Override
      public String storeId() {
        return maker.storeId();
      }

      @Override
      public String description() {
        return maker.description();
      }

      @Override
      public void close() {
        maker.close();
      }
    };
  }

  @Test
  void aPeerThatLiesAboutItsStore() throws Exception {
    Network[] networks = SessionPairs.networks();
    networks[0] = new TamperingNetwork(networks[0], honest(), SessionPairs.flip(0, 7));
    List<Object> outcomes =
        compute(networks, Refill.background(1, 4), (runner, store) -> runner.evaluate(5));
    assertEnded(Disagreement.class, outcomes.get(1), "party 1 says", "16 evaluations");
    assertInstanceOf(MpcException.class, outcomes.get(0));
  }

  /** Its own disk fails; it says so, once there is nothing left. */
  @Test
  void whatEndsTheRefillIsSaidWhenTheStoreRunsOut() throws Exception {
    AtomicInteger evaluated = new AtomicInteger();
    List<Object> outcomes =
        compute(
            SessionPairs.networks(),
            Refill.background(2, 2),
            (runner, store) -> {
              await(() -> hasMade(store, 2));
              // There is something where the next portion's file goes.
              Path batch = store.batches().get(0).folder();
              Files.createDirectory(batch.resolve("portion-1-kind-0"));
              runner.evaluate(1);
              evaluated.incrementAndGet();
              runner.evaluate(5);
            });
    assertEquals(2, evaluated.get());
    for (Object outcome : outcomes) {
      assertInstanceOf(MpcException.class, outcome);
    }
    String said = outcomes.toString();
    assertTrue(said.contains("portion-1-kind-0"), said);
  }

  @Test
  void theMarksAreAgreedOn() throws Exception {
    List<Object> outcomes =
        SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              Refill refill = Refill.background(1, 5 + network.party());
              try (Computation never = plan().connect(network, open(network.party()), refill)) {
                return never;
              }
            });
    assertEnded(Disagreement.class, outcomes.get(1), "refill");
    assertThrows(IllegalArgumentException.class, () -> Refill.background(0, 5));
    assertThrows(IllegalArgumentException.class, () -> Refill.background(5, 4));
  }
}
