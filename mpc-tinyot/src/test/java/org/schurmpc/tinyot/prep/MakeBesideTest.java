package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.StockPlan;
import org.schurmpc.core.session.SessionPairs;

/** A batch that is made beside a store whose keys are in use. */
class MakeBesideTest {
  @TempDir Path home;
  private final List<Integer> lengths = new CopyOnWriteArrayList<>(); // of party 1's frames
  private int store; // each try has stores of its own

  private StoreDirectory open(int party) throws MpcException {
    return StoreDirectory.openOrCreate(
        home.resolve(store + " store " + party),
        new StoreAccess(home.resolve(store + " records " + party), Optional.empty()));
  }

  /** Makes twice; the second time over these networks, while the first batch's keys are in use. */
  private List<Object> make(Network[] second) throws Exception {
    store++;
    StockPlan plan =
        StockPlan.of(
            "tinyot",
            new TreeMap<>(Map.of("and", 64L, "input1", 64L)),
            Map.of("threads", "1", "sigma", "40"));
    for (Network[] networks : List.of(SessionPairs.networks(), second)) {
      List<Object> outcomes =
          SessionPairs.networkOutcomes(
              networks,
              network -> {
                try (StoreDirectory of = open(network.party())) {
                  for (DiskPrepStore batch : of.batches()) {
                    batch.openKeys();
                  }
                  plan.make(network, of, new TreeMap<>(Map.of("test", "" + store)));
                  return of.batches().size();
                }
              });
      if (networks == second) {
        return outcomes;
      }
      assertEquals(List.of(1, 1), outcomes);
    }
    throw new AssertionError("unreachable");
  }

  private static Network[] with(TamperingNetwork.Hook hook) {
    Network[] networks = SessionPairs.networks();
    networks[0] = new TamperingNetwork(networks[0], hook, hook);
    return networks;
  }

  private static Network[] leaving(int last) {
    Network[] networks = SessionPairs.networks();
    Network leaves = networks[0];
    int[] frames = new int[1];
    TamperingNetwork.Hook leave =
        (peer, index, frame) -> {
          if (frames[0]++ == last) {
            leaves.close(); // so that nothing more is sent
          }
          return frame;
        };
    networks[0] = new TamperingNetwork(leaves, leave, leave);
    return networks;
  }

  private boolean burnt(int party) throws Exception {
    try (StoreDirectory of = open(party)) {
      assertFalse(Files.exists(of.folder().resolve("making")));
      assertFalse(of.batches().isEmpty());
      return of.batches().get(0).burnt();
    }
  }

  /** Returns the place of the tag in the last check of equality, after the masked digest. */
  private int tag() {
    int tag = lengths.size() - 1;
    while (lengths.get(tag) != 32 || lengths.get(tag - 1) != 16) {
      tag--;
    }
    return tag;
  }

  @BeforeEach
  void record() throws Exception {
    List<Object> outcomes =
        make(
            with(
                (peer, index, frame) -> {
                  lengths.add(frame.length);
                  return frame;
                }));
    assertEquals(List.of(2, 2), outcomes);
    assertFalse(burnt(0) || burnt(1));
  }

  /** Wherever a peer leaves, judged or not, the batches in use keep their keys. */
  @Test
  void whoeverLeavesCostsTheNewBatchAlone() throws Exception {
    int judged = 0;
    int tag = tag();
    int frames = lengths.size();
    int step = Math.max(1, frames / 24);
    for (int frame = SessionPairs.HANDSHAKE_FRAMES; frame < frames; frame++) {
      if (frame % step == 0 || Math.abs(frame - tag) <= 2 || frame >= frames - 2) {
        Object honest = make(leaving(frame)).get(1);
        if (honest instanceof PeerCheated cheated) {
          assertTrue(cheated.left(), "frame " + frame + ": " + cheated.getMessage());
          judged++;
        }
        assertFalse(burnt(1), "frame " + frame);
      }
    }
    assertTrue(judged > 0, "no judgement was left");
  }

  /** A wrong tag is no lost line: all of the store is destroyed. */
  @Test
  void aCheckThatFailsCostsTheStore() throws Exception {
    int tag = tag();
    int[] frames = new int[1];
    List<Object> outcomes =
        make(
            with(
                (peer, index, frame) -> {
                  if (frames[0]++ == tag) {
                    frame[7] ^= 1;
                  }
                  return frame;
                }));
    PeerCheated cheated = (PeerCheated) outcomes.get(1);
    assertFalse(cheated.left());
    assertTrue(burnt(1));
  }
}
