package org.schurmpc.spdz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.Refill;
import org.schurmpc.core.session.SessionPairs;

/** Stores that several sessions fill and use, all under one key. */
class StoredKeyTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final int LANES = 2;

  private final Circuit circuit = RandomCircuits.built(5, 20);
  private final IoMap io = IoMaps.random(circuit, new Random(5));

  @TempDir Path home;

  private Computation.Plan plan(int passes) throws Exception {
    return Computation.plan(
            "spdz",
            circuit,
            io,
            new ProtocolOptions(LANES, Map.of("field", "gf2_40", "threads", "1", "batch", "128")))
        .ofInstances(passes * LANES);
  }

  private StoreDirectory open(int party) throws MpcException {
    Path records = home.resolve("records " + party);
    return StoreDirectory.openOrCreate(
        home.resolve("store " + party), new StoreAccess(records, Optional.empty()));
  }

  /** How each party's preparation of a store for so many passes ended; null if well. */
  private List<MpcException> prepare(int passes, Network... networks) throws Exception {
    return Parties.run(
            networks,
            TIMEOUT,
            network -> {
              try (StoreDirectory store = open(network.party())) {
                plan(passes).prepare(network, Optional.empty(), store, (there, wanted) -> {});
                return Optional.<MpcException>empty();
              } catch (MpcException e) {
                return Optional.of(e);
              }
            })
        .stream()
        .map(end -> end.orElse(null))
        .toList();
  }

  private void prepared(int passes) throws Exception {
    for (MpcException end : prepare(passes, SessionPairs.networks())) {
      if (end != null) {
        throw end;
      }
    }
  }

  private void requireRight(int passes, Refill refill) throws Exception {
    int instances = passes * LANES;
    BitMatrix[] inputs = {
      RandomCircuits.inputs(circuit, instances, 1), RandomCircuits.inputs(circuit, instances, 2)
    };
    BitMatrix joint = IoMaps.join(circuit, io, inputs[0], inputs[1]);
    BitMatrix expected = PlainEvaluation.evaluate(circuit, joint);
    List<BitMatrix> outputs =
        Parties.run(
            2,
            TIMEOUT,
            network -> {
              StoreDirectory store = open(network.party());
              try (Computation computation = plan(passes).connect(network, store, refill)) {
                return computation.evaluate(inputs[network.party()]);
              }
            });
    for (int party = 0; party < 2; party++) {
      assertEquals(IoMaps.visible(circuit, io, expected, party), outputs.get(party));
    }
  }

  @Test
  void allSessionsOfAStoreHaveOneKey() throws Exception {
    prepared(1);
    prepared(2);
    for (int party = 0; party < 2; party++) {
      try (StoreDirectory store = open(party)) {
        List<DiskPrepStore> batches = store.batches();
        assertEquals(2, batches.size());
        String material = batches.get(0).header().material();
        batches.get(0).openKeys();
        batches.get(1).openKeys();
        assertArrayEquals(batches.get(0).keys(material), batches.get(1).keys(material));
        assertEquals(store.key(), batches.get(1).header().key());
      }
    }
    requireRight(2, Refill.none()); // of both batches
    requireRight(1, Refill.onTheFly()); // of neither
    prepared(1); // from the key alone
    requireRight(1, Refill.none());
  }

  /** A cheat while more is made costs what was made before, too. */
  @Test
  void aCheatInALaterSessionBurnsAllBatches() throws Exception {
    prepared(1);
    AtomicInteger frames = new AtomicInteger();
    Network[] networks = SessionPairs.networks();
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              if (frame.length > 10_000) {
                frames.incrementAndGet();
                for (int at = 0; at < frame.length; at += 5) {
                  frame[at] ^= 1;
                }
              }
              return frame;
            });
    List<MpcException> ends = prepare(2, networks);
    assertTrue(frames.get() > 0);
    assertInstanceOf(PeerCheated.class, ends.get(1));
    try (StoreDirectory store = open(1)) {
      assertEquals(2, store.batches().size());
      assertTrue(store.batches().stream().allMatch(DiskPrepStore::burnt));
      assertEquals(Optional.empty(), store.key());
    }
  }
}
