package org.schurmpc.core.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.schurmpc.core.session.Outcomes.assertCheated;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.net.ForwardingNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Whoever sees that a check failed sees a store that is destroyed, all of it. */
class BurnOrderTest {
  private static final int LANES = 64;

  private final Circuit circuit = RandomCircuits.built(5, 200);
  private final IoMap io = IoMaps.random(circuit, new Random(5));
  private final LayeredCircuit layered = LayeredCircuit.of(circuit);

  @TempDir Path home;

  private Computation.Plan plan(LoggedProtocol protocol, int passes) throws Exception {
    return new Computation.Plan(
        layered, io, protocol, passes * LANES, protocol.demand(layered, io), true, new TreeMap<>());
  }

  private StoreDirectory open(int party) throws MpcException {
    return StoreDirectory.openOrCreate(
        home.resolve("store " + party),
        new StoreAccess(home.resolve("records " + party), Optional.empty()));
  }

  /** Two batches of so many passes in all. */
  private void prepare(int... passes) throws Exception {
    for (int there : passes) {
      assertEquals(
          List.of("prepared", "prepared"),
          prepare(SessionPairs.networks(), new LoggedProtocol(LANES), there));
    }
  }

  private List<Object> prepare(Network[] networks, LoggedProtocol protocol, int passes)
      throws Exception {
    return SessionPairs.networkOutcomes(
        networks,
        network -> {
          try (StoreDirectory store = open(network.party())) {
            Preparation.Progress none = (there, wanted) -> {};
            try {
              plan(protocol, passes).prepare(network, Optional.empty(), store, none);
            } catch (PeerCheated e) {
              assertDestroyed(store);
              throw e;
            }
            return "prepared";
          }
        });
  }

  private static void assertDestroyed(StoreDirectory store) {
    assertTrue(store.batches().size() >= 2);
    assertTrue(store.batches().stream().allMatch(DiskPrepStore::burnt));
  }

  /** The check fails in the thread that fills the store, and is thrown by the one that uses it. */
  @RepeatedTest(3)
  void whenACheckFailsBesideAnEvaluation() throws Exception {
    prepare(4, 8);
    LoggedProtocol protocol = new LoggedProtocol(LANES);
    Network[] networks = SessionPairs.networks();
    TamperingNetwork.Hook honest = (peer, index, frame) -> frame;
    networks[0] = new TamperingNetwork(networks[0], honest, SessionPairs.flip(1, 0));
    List<Long> alive = Collections.synchronizedList(new ArrayList<>());
    List<Object> outcomes =
        SessionPairs.networkOutcomes(
            networks,
            network -> {
              StoreDirectory store = open(network.party());
              try (Computation computation =
                  plan(protocol, 1).connect(network, store, Refill.background(16, 16))) {
                for (int i = 0; i < 500; i++) {
                  computation.evaluate(RandomCircuits.inputs(circuit, LANES, i));
                }
                return "done";
              } catch (PeerCheated e) {
                alive.add(store.batches().stream().filter(batch -> !batch.burnt()).count());
                throw e;
              }
            });
    assertCheated(Check.SACRIFICE, outcomes.get(1), "in the background");
    assertEquals(List.of(0L), alive);
  }

  @Test
  void whenACheckFailsInTheSetUpOfPreprocessing() throws Exception {
    prepare(1, 2);
    LoggedProtocol failing =
        new LoggedProtocol(LANES) {
          @Override
          public Preprocessor preprocessor(Session with) throws MpcException {
            with.require(with.exchange(new byte[1])[0] == 0, Check.OT_CONSISTENCY, "a set-up");
            return super.preprocessor(with);
          }
        };
    int setUp = SessionPairs.HANDSHAKE_FRAMES;
    List<Object> outcomes = prepare(SessionPairs.tampered(SessionPairs.flip(setUp, 0)), failing, 3);
    assertCheated(Check.OT_CONSISTENCY, outcomes.get(1), "in the set-up");
    assertFalse(outcomes.get(0) instanceof PeerCheated);
    try (StoreDirectory store = open(1)) {
      assertDestroyed(store);
    }
  }

  @Test
  void whenACheckFailsInAPortion() throws Exception {
    prepare(1, 2);
    int first = SessionPairs.HANDSHAKE_FRAMES + 2;
    for (int frame = first; frame < first + 20; frame++) {
      List<Object> outcomes =
          prepare(SessionPairs.tampered(SessionPairs.flip(frame, 0)), new LoggedProtocol(LANES), 3);
      if (outcomes.get(1) instanceof PeerCheated) {
        assertCheated(Check.SACRIFICE, outcomes.get(1), "frame " + frame);
        return;
      }
    }
    fail("no frame of a portion was changed");
  }

  /** A check of which no session was told, as of a dealer's message or of a point of a curve. */
  private static PeerCheated untold() {
    return new PeerCheated(Check.MALFORMED, "a message");
  }

  /** Makes nothing. */
  private static final class Cheated implements Preprocessor {
    @Override
    public void prepare(Demand demand, MaterialSink sink) throws MpcException {
      throw untold();
    }

    @Override
    public String storeId() {
      return "of a test";
    }

    @Override
    public String description() {
      return "nobody";
    }

    @Override
    public void close() {}
  }

  /** What ends both parties' computations, who find their stores destroyed then. */
  private void assertDestroyedAtBoth(LoggedProtocol protocol, Refill refill, Network[] networks)
      throws Exception {
    List<Object> outcomes =
        SessionPairs.networkOutcomes(
            networks,
            network -> {
              StoreDirectory store = open(network.party());
              try (Computation computation = plan(protocol, 1).connect(network, store, refill)) {
                for (int i = 0; i < 500; i++) {
                  computation.evaluate(RandomCircuits.inputs(circuit, LANES, i));
                }
                return "done";
              } catch (PeerCheated e) {
                assertDestroyed(store);
                throw e;
              }
            });
    assertCheated(Check.MALFORMED, outcomes.get(0), "first");
    assertCheated(Check.MALFORMED, outcomes.get(1), "second");
  }

  @Test
  void whenACheckFailsInTheSetUpOfAnEvaluation() throws Exception {
    prepare(1, 2);
    LoggedProtocol failing =
        new LoggedProtocol(LANES) {
          @Override
          public Evaluator evaluator(Session with, PrepStore store) throws MpcException {
            throw untold();
          }
        };
    assertDestroyedAtBoth(failing, Refill.none(), SessionPairs.networks());
  }

  /** An evaluator that opened something wrong says so when it is asked. */
  @Test
  void whenWhatWasOpenedIsWrong() throws Exception {
    prepare(1, 2);
    LoggedProtocol failing =
        new LoggedProtocol(LANES) {
          @Override
          public Evaluator evaluator(Session with, PrepStore store) throws MpcException {
            return failingCheck(super.evaluator(with, store));
          }
        };
    assertDestroyedAtBoth(failing, Refill.none(), SessionPairs.networks());
  }

  private static Evaluator failingCheck(Evaluator evaluator) {
    return (Evaluator)
        Proxy.newProxyInstance(
            Evaluator.class.getClassLoader(),
            new Class<?>[] {Evaluator.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("check")) {
                throw untold();
              }
              return method.invoke(evaluator, arguments);
            });
  }

  @Test
  void whenTheMakerBesideAnEvaluationFindsIt() throws Exception {
    prepare(1, 2);
    LoggedProtocol failing =
        new LoggedProtocol(LANES) {
          @Override
          public Preprocessor preprocessor(Session with) {
            return new Cheated();
          }
        };
    assertDestroyedAtBoth(failing, Refill.background(4, 4), SessionPairs.networks());
  }

  /** It is destroyed before the computation asks, or if that ends first. */
  @Test
  void whenTheMakerFindsItAndNobodyAsks() throws Exception {
    prepare(1, 2);
    LoggedProtocol failing =
        new LoggedProtocol(LANES) {
          @Override
          public Preprocessor preprocessor(Session with) throws MpcException {
            throw untold();
          }
        };
    List<Object> outcomes =
        SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              StoreDirectory store = open(network.party());
              plan(failing, 1).connect(network, store, Refill.background(4, 4)).close();
              assertDestroyed(store);
              return "closed";
            });
    assertEquals(List.of("closed", "closed"), outcomes);
  }

  @Test
  void whenTheLineOfTheMakerBreaksItsRules() throws Exception {
    prepare(1, 2);
    Network[] networks = SessionPairs.networks();
    for (int party = 0; party < 2; party++) {
      networks[party] = new Unforkable(networks[party]);
    }
    assertDestroyedAtBoth(new LoggedProtocol(LANES), Refill.background(4, 4), networks);
  }

  /** Gets something that is no frame on the line that it forks. */
  private record Unforkable(Network network) implements ForwardingNetwork {
    @Override
    public Network fork(byte[] sid, int number) throws MpcException {
      throw untold();
    }
  }

  @Test
  void whenADealersMessageIsWrong() throws Exception {
    prepare(1, 2);
    List<Object> outcomes =
        SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              try (StoreDirectory store = open(network.party())) {
                Preparation.Progress none = (there, wanted) -> {};
                plan(new LoggedProtocol(LANES), 9)
                    .prepare(network, Optional.of(new Cheated()), store, none);
                return "prepared";
              }
            });
    for (int party = 0; party < 2; party++) {
      assertCheated(Check.MALFORMED, outcomes.get(party), "party " + party);
      try (StoreDirectory store = open(party)) {
        assertDestroyed(store);
      }
    }
  }
}
