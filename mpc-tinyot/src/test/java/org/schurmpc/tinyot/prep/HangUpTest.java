package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.material.MacWidths;

/**
 * A party that made leaky ANDs wrong takes part in the equality check with a guess, takes the
 * other's tag, from which it sees whether the guess was right, and leaves. That is the failure of
 * the check.
 */
class HangUpTest {
  private static final int LANES = 64;
  private static final Projections PROJECTIONS =
      Projections.random(new byte[Prg.SEED_BYTES], 40, MacWidths.equal(1));
  private static final int GARBLED = SessionPairs.HANDSHAKE_FRAMES;
  // Constants, the two messages of a toss, the masked digest.
  private static final int TAG = GARBLED + 5;

  @TempDir Path home;

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void leavingInPlaceOfTheTagFailsTheEqualityCheck(int leaver) throws Exception {
    for (int frame = GARBLED; frame <= TAG; frame++) {
      List<Object> outcomes =
          SessionPairs.outcomes(
              SessionPairs.leaving(2, leaver, frame),
              session -> {
                LeakyAnds batch = new LeakyAnds(1, 1);
                batch.reset(LANES);
                AuthBitSource bits = new InsecureIdealAuthBits(session.party(), 3, 0);
                new LeakyAnd(
                        session,
                        new CoinToss(session),
                        bits,
                        PROJECTIONS,
                        LANES,
                        KernelProvider.choose().kernels())
                    .make(batch);
                return "made";
              });
      Object honest = outcomes.get(1 - leaver);
      if (frame == TAG) {
        Outcomes.assertCheated(Check.EQUALITY, honest, "frame " + frame);
      } else if (frame == TAG - 2) {
        Outcomes.assertCheated(Check.COMMITMENT, honest, "frame " + frame);
      } else {
        Outcomes.assertEnded(ConnectionLost.class, honest); // it has learnt nothing yet
      }
    }
  }

  private StoreDirectory open(int party) throws MpcException {
    return StoreDirectory.openOrCreate(
        home.resolve("store " + party),
        new StoreAccess(home.resolve("records " + party), Optional.empty()));
  }

  private List<Object> prepare(Network[] networks, int passes) throws Exception {
    Circuit circuit = RandomCircuits.built(3, 50);
    ProtocolOptions options =
        new ProtocolOptions(LANES, Map.of("threads", "1", "sigma", "40")); // the fewest triples
    Computation.Plan one =
        Computation.plan("tinyot", circuit, IoMaps.random(circuit, new Random(3)), options);
    return SessionPairs.networkOutcomes(
        networks,
        network -> {
          try (StoreDirectory store = open(network.party())) {
            Computation.Plan plan = one.ofInstances(passes * LANES);
            plan.prepare(network, Optional.empty(), store, (there, wanted) -> {});
            return "prepared";
          }
        });
  }

  /** What was made before is destroyed as well: under which keys a cheat guesses is its choice. */
  @Test
  void theStoreDoesNotSurviveIt() throws Exception {
    List<Integer> lengths = new CopyOnWriteArrayList<>();
    Network[] honest = SessionPairs.networks();
    TamperingNetwork.Hook record =
        (peer, index, frame) -> {
          lengths.add(frame.length);
          return frame;
        };
    honest[0] = new TamperingNetwork(honest[0], record, record);
    assertEquals(List.of("prepared", "prepared"), prepare(honest, 1));
    try (StoreDirectory store = open(1)) {
      assertFalse(store.batches().get(0).burnt());
    }

    int tag = lengths.size() - 1;
    while (lengths.get(tag) != 32 || lengths.get(tag - 1) != 16) { // after the masked digest
      tag--;
    }
    int last = tag;
    Network[] cheating = SessionPairs.networks();
    Network leaves = cheating[0];
    int[] frames = new int[1];
    TamperingNetwork.Hook leave =
        (peer, index, frame) -> {
          if (frames[0]++ == last) {
            assertEquals(32, frame.length);
            leaves.close();
            throw new IllegalStateException("leaves");
          }
          return frame;
        };
    cheating[0] = new TamperingNetwork(leaves, leave, leave);
    List<Object> outcomes = prepare(cheating, 2);
    Outcomes.assertCheated(Check.EQUALITY, outcomes.get(1), "left with the tag");
    try (StoreDirectory store = open(1)) {
      assertFalse(store.batches().isEmpty());
      assertTrue(store.batches().stream().allMatch(DiskPrepStore::burnt));
    }
  }
}
