package org.schurmpc.core.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.session.Outcomes.assertCheated;
import static org.schurmpc.core.session.Outcomes.assertEnded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.SessionPairs;

/**
 * Material that two parties made ahead and consume in one session after the other, each with
 * objects of its own, as processes have. No item may ever be used in two sessions.
 */
class ComputationStoreTest {
  private static final int LANES = 64;

  /** Of the first party's frames: the handshake, the agreement on stores, positions, inputs. */
  private static final int LENGTH_FRAME = SessionPairs.HANDSHAKE_FRAMES;

  private static final int POSITIONS_FRAME = LENGTH_FRAME + 2;
  private static final int INPUT_FRAME = POSITIONS_FRAME + 1;

  private final Circuit circuit = RandomCircuits.built(5, 200);
  private final IoMap io = IoMaps.random(circuit, new Random(5));
  private final LoggedProtocol protocol = new LoggedProtocol(LANES);
  private int session;

  @TempDir Path home;

  private Computation.Plan plan(int passes) throws Exception {
    return plan(circuit, io, passes);
  }

  private Computation.Plan plan(Circuit of, IoMap map, int passes) throws Exception {
    LayeredCircuit layered = LayeredCircuit.of(of);
    return new Computation.Plan(
        layered,
        map,
        protocol,
        passes * LANES,
        protocol.demand(layered, map),
        true,
        new TreeMap<>());
  }

  private Path folder(int party) {
    return home.resolve("store " + party);
  }

  private Path batch(int party) {
    return folder(party).resolve("batch-000001");
  }

  private StoreAccess access(int party) {
    return new StoreAccess(home.resolve("records " + party), Optional.empty());
  }

  private StoreDirectory open(int party) throws MpcException {
    return StoreDirectory.open(folder(party), access(party));
  }

  /** Both prepare; returns how each ended, null if well. */
  private List<Object> prepare(Network[] networks, int passes) throws Exception {
    return SessionPairs.networkOutcomes(
        networks,
        network -> {
          int party = network.party();
          try (StoreDirectory store = StoreDirectory.openOrCreate(folder(party), access(party))) {
            plan(passes).prepare(network, Optional.empty(), store, (there, wanted) -> {});
            return null;
          }
        });
  }

  private void prepare(int passes) throws Exception {
    List<Object> outcomes = prepare(SessionPairs.networks(), passes);
    assertNull(outcomes.get(0));
    assertNull(outcomes.get(1));
  }

  /** Both evaluate with new inputs; returns what each got, as "right" or the exception. */
  private List<Object> evaluate(Network[] networks, int passes, Refill refill) throws Exception {
    int number = ++session;
    protocol.begin(number);
    BitMatrix[] inputs = {
      RandomCircuits.inputs(circuit, passes * LANES, number),
      RandomCircuits.inputs(circuit, passes * LANES, -number)
    };
    BitMatrix joint = IoMaps.join(circuit, io, inputs[0], inputs[1]);
    BitMatrix outputs = PlainEvaluation.evaluate(circuit, joint);
    return SessionPairs.networkOutcomes(
        networks,
        network -> {
          int party = network.party();
          try (Computation computation = plan(passes).connect(network, open(party), refill)) {
            BitMatrix result = computation.evaluate(inputs[party]);
            assertEquals(IoMaps.visible(circuit, io, outputs, party), result);
            assertOrigin(refill, computation);
            return "right";
          }
        });
  }

  private static void assertOrigin(Refill refill, Computation computation) {
    Origin origin = computation.origin();
    assertEquals(Origin.STORE, origin.source());
    assertEquals(refill.equals(Refill.none()) ? null : Origin.OWN, origin.terms().get("then"));
    assertTrue(origin.text().startsWith("store, "), origin.text());
    assertEquals(origin.text(), computation.preprocessing());
  }

  private void assertRight(int passes) throws Exception {
    assertEquals(
        List.of("right", "right"), evaluate(SessionPairs.networks(), passes, Refill.none()));
  }

  /** For how many evaluations each party has material by itself, and that both agree. */
  private long left() throws Exception {
    List<Long> left = new ArrayList<>();
    for (int party = 0; party < 2; party++) {
      try (StoreDirectory store = open(party)) {
        long evaluations = 0;
        for (DiskPrepStore each : store.batches()) {
          evaluations += each.evaluations(plan(1).demand());
        }
        left.add(evaluations);
      }
    }
    assertEquals(left.get(0), left.get(1));
    return left.get(0);
  }

  private static List<String> files(Path folder) throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void everySessionGoesOnWhereTheLastStopped() throws Exception {
    assertEquals(2, plan(1).demand().quotas().size(), "kinds of material");
    prepare(4);
    assertRight(1);
    assertRight(2);
    assertEquals(1, left());
    assertRight(1);
    for (Object outcome : evaluate(SessionPairs.networks(), 1, Refill.none())) {
      Map.Entry<?, Long> first = plan(1).demand().quotas().entrySet().iterator().next();
      assertEnded(
          Exhausted.class,
          outcome,
          "exhausted",
          "store",
          first.getValue() + " more items of 'input mask for ",
          "MAKE_MORE_OR_REFILL");
    }
    protocol.assertSessionsUsedMaterial(3);
  }

  @Test
  void aSessionThatNeedsMoreThanThereIs() throws Exception {
    prepare(2);
    for (Object outcome : evaluate(SessionPairs.networks(), 3, Refill.none())) {
      assertEnded(Exhausted.class, outcome, "is exhausted", "more items of 'input mask for ");
    }
    assertEquals(0, left(), "it was used before");
  }

  @Test
  void whatIsThereCountsAndMoreIsMadeUnderNewKeys() throws Exception {
    prepare(2);
    prepare(2);
    assertEquals(List.of("batch-000001", "store.lock"), files(folder(0)));
    assertRight(1);
    prepare(3);
    assertEquals(List.of("batch-000001", "batch-000002", "store.lock"), files(folder(0)));
    assertEquals(3, left());
    assertRight(3); // through both batches
    assertEquals(0, left());
  }

  @Test
  void aStoreThatRunsOutIsFollowedByFreshMaterial() throws Exception {
    prepare(2);
    assertEquals(
        List.of("right", "right"), evaluate(SessionPairs.networks(), 4, Refill.onTheFly()));
    assertEquals(0, left());
    assertEquals(
        List.of("right", "right"), evaluate(SessionPairs.networks(), 1, Refill.onTheFly()));
  }

  /** Cut off wherever it may be: the next one goes on, as if more had been prepared. */
  @Test
  void anInterruptedPreparationIsTakenUpAgain() throws Exception {
    int interrupted = 0;
    boolean done = false;
    for (int frame = 0; !done; frame++) {
      List<Object> outcomes = prepare(cutAt(frame), 3);
      done = outcomes.get(0) == null && outcomes.get(1) == null;
      interrupted += done ? 0 : 1;
      for (Object outcome : outcomes) {
        assertTrue(outcome == null || outcome instanceof ConnectionLost, () -> "" + outcome);
      }
    }
    assertTrue(interrupted > INPUT_FRAME - 1, interrupted + " were interrupted");
    assertRight(3);
    assertEquals(0, left());
  }

  /** The first party's line is cut when it is about to send a frame. */
  private static Network[] cutAt(int frameIndex) {
    Network[] networks = SessionPairs.networks();
    Network whole = networks[0];
    networks[0] =
        new TamperingNetwork(
            whole,
            (peer, index, frame) -> {
              if (index == frameIndex) {
                whole.close();
              }
              return frame;
            });
    return networks;
  }

  /** At every frame of an evaluation, one store for all of them. */
  @Test
  void aLostConnectionLeavesBothAbleToGoOn() throws Exception {
    prepare(60);
    int cuts = 0;
    for (boolean done = false; !done; cuts++) {
      List<Object> outcomes = evaluate(cutAt(cuts), 1, Refill.none());
      done = outcomes.equals(List.of("right", "right"));
      if (!done) {
        // Who has sent all and received all may be done before the other's line is cut.
        for (Object outcome : outcomes) {
          assertTrue(outcome.equals("right") || outcome instanceof ConnectionLost, "" + outcome);
        }
        if (cuts % 3 == 2) {
          assertRight(1);
        }
      }
    }
    assertTrue(cuts > INPUT_FRAME + 3, cuts + " places");
    assertRight(2);
    assertTrue(left() > 0);
  }

  /** One process ends right after the store wrote down what it takes; the other never heard. */
  @Test
  void onePartyIsBehind() throws Exception {
    prepare(6);
    for (int i = 0; i < 2; i++) {
      try (StoreDirectory store = open(0)) {
        store.batches().get(0).reserve(plan(1).demand());
      }
    }
    assertRight(1);
    assertEquals(3, left());
  }

  /** Folder and record of one party are a copy of before: the other's position is what counts. */
  @Test
  void onePartyIsSetBack() throws Exception {
    prepare(6);
    Path records = home.resolve("records 0");
    copy(folder(0), home.resolve("kept"));
    copy(records, home.resolve("kept records"));
    assertRight(2);
    Files.move(folder(0), home.resolve("gone"));
    Files.move(records, home.resolve("gone records"));
    copy(home.resolve("kept"), folder(0));
    copy(home.resolve("kept records"), records);
    assertRight(1);
    assertEquals(3, left());
  }

  private static void copy(Path from, Path to) throws Exception {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }

  /** Four evaluations are what is believed; a small store has no eighth that is more. */
  @Test
  void onePartyIsTooFarAhead() throws Exception {
    prepare(10);
    try (StoreDirectory store = open(0)) {
      store.batches().get(0).reserve(plan(1).demand().times(5));
    }
    List<Object> outcomes = evaluate(SessionPairs.networks(), 1, Refill.none());
    assertEnded(Disagreement.class, outcomes.get(1), "party 1", "explains no more than");
    assertInstanceOf(MpcException.class, outcomes.get(0));
    try (StoreDirectory store = open(1)) {
      assertEquals(10, store.batches().get(0).evaluations(plan(1).demand()), "not let go");
    }
  }

  @Test
  void aFailedCheckDestroysTheHonestPartysStore() throws Exception {
    prepare(5);
    assertRight(1);
    Network[] networks = SessionPairs.tampered(SessionPairs.flip(INPUT_FRAME, 0));
    List<Object> outcomes = evaluate(networks, 1, Refill.none());
    assertCheated(Check.TRANSCRIPT, outcomes.get(1), "the party that was lied to");
    assertInstanceOf(MpcException.class, outcomes.get(0));
    assertEquals(List.of("header", "journal"), files(batch(1)));
    outcomes = evaluate(SessionPairs.networks(), 1, Refill.none());
    assertEnded(Exhausted.class, outcomes.get(1), "was destroyed", "MAKE_NEW_STORE");
    assertEnded(Exhausted.class, outcomes.get(0), "nothing left", "that the peer's store has");
    prepare(1);
    assertRight(1);
    for (Object outcome : evaluate(SessionPairs.networks(), 1, Refill.none())) {
      assertInstanceOf(Exhausted.class, outcome);
    }
  }

  @Test
  void aMalformedDescriptionDestroysItToo() throws Exception {
    for (boolean preparing : new boolean[] {true, false}) {
      home = Files.createDirectories(home.resolve("preparing " + preparing));
      prepare(2);
      Network[] networks = SessionPairs.tampered(SessionPairs.flip(LENGTH_FRAME, 0));
      List<Object> outcomes =
          preparing ? prepare(networks, 4) : evaluate(networks, 1, Refill.none());
      assertCheated(Check.MALFORMED, outcomes.get(1), "preparing " + preparing);
      assertEquals(List.of("header", "journal"), files(batch(1)));
      assertTrue(files(batch(0)).contains("keys"), "the other did not see anything wrong");
    }
  }

  @Test
  void differentPositionsAreADisagreement() throws Exception {
    prepare(3);
    Network[] networks = SessionPairs.tampered(SessionPairs.flip(POSITIONS_FRAME, 0));
    assertInstanceOf(Disagreement.class, evaluate(networks, 1, Refill.none()).get(1));
    assertRight(1);
    assertEquals(1, left(), "what was reserved is gone");
  }

  /** Nothing is marked as used at the party with the damage, and the other one's is let go. */
  @Test
  void aDamagedFile() throws Exception {
    prepare(5);
    assertRight(1);
    for (String name : new String[] {"keys", "portion-0-kind-0", "portion-0-kind-1"}) {
      Path file = batch(1).resolve(name);
      byte[] content = Files.readAllBytes(file);
      byte[] changed = content.clone();
      changed[changed.length - 1] ^= 1;
      String journal = Files.readString(batch(1).resolve("journal"));
      Files.write(file, changed);
      List<Object> outcomes = evaluate(SessionPairs.networks(), 1, Refill.none());
      assertEnded(BadFile.class, outcomes.get(1), file.toString(), "was changed");
      assertInstanceOf(ConnectionLost.class, outcomes.get(0));
      String now = Files.readString(batch(1).resolve("journal"));
      assertTrue(now.startsWith(journal), "it only grows");
      assertFalse(now.substring(journal.length()).contains("used"), now);
      Files.write(file, content);
    }
    assertRight(1);
  }

  @Test
  void aStoreForAnotherCircuitIsRefusedAndGivenBack() throws Exception {
    prepare(2);
    Circuit other = RandomCircuits.built(6, 200);
    Computation.Plan plan = plan(other, IoMaps.random(other, new Random(6)), 1);
    Network[] networks = SessionPairs.networks();
    for (Object outcome :
        SessionPairs.networkOutcomes(
            networks, network -> plan.connect(network, open(network.party()), Refill.none()))) {
      assertEnded(Refused.class, outcome, "circuit", "name another store");
    }
    assertRight(1);
  }

  /** Said before the peers are met, and neither the store nor the network stays open. */
  @Test
  void aProtocolThatMakesOtherMaterialDoesNotRefill() throws Exception {
    prepare(2);
    LoggedProtocol other =
        new LoggedProtocol(LANES) {
          @Override
          public Demand demand(LayeredCircuit layered, IoMap map) {
            return Demand.of("other").add(new MaterialKind("word", 1), 1).build();
          }
        };
    LoggedProtocol makingOther =
        new LoggedProtocol(LANES) {
          @Override
          public ConfiguredProtocol withOwnMaterial() {
            return other;
          }
        };
    LayeredCircuit layered = LayeredCircuit.of(circuit);
    Demand demand = makingOther.demand(layered, io);
    Computation.Plan plan =
        new Computation.Plan(layered, io, makingOther, LANES, demand, true, new TreeMap<>());
    for (Object outcome :
        SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> plan.connect(network, open(network.party()), Refill.onTheFly()))) {
      assertEnded(Refused.class, outcome, "'other' by itself", "does not refill");
    }
    assertRight(1);
  }

  /** One wants to go on with fresh material, the other does not: said before anything is used. */
  @Test
  void theyDifferInWhatFollows() throws Exception {
    prepare(2);
    List<Object> outcomes =
        SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              int party = network.party();
              Refill refill = party == 0 ? Refill.onTheFly() : Refill.none();
              try (Computation never = plan(1).connect(network, open(party), refill)) {
                return never;
              }
            });
    assertTrue(outcomes.stream().anyMatch(Disagreement.class::isInstance), outcomes.toString());
    assertEquals(2, left());
  }
}
