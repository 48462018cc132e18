package org.schurmpc.tinyot.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.crypto.PolynomialHash;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.Refill;
import org.schurmpc.core.session.SessionPairs;

/**
 * A party is killed, or its peer hangs up, in a check of MACs that tosses the key of its hash: no
 * message shows anything of a key, so the stores serve again.
 */
class LostLineTest {
  private static final int LANES = 64;
  private static final int PASSES = 8;

  private final Circuit circuit = RandomCircuits.built(3, 200);
  private final IoMap io = IoMaps.random(circuit, new Random(3));

  @TempDir Path home;

  private Computation.Plan plan() throws MpcException {
    return Computation.plan(
        "tinyot", circuit, io, new ProtocolOptions(LANES, Map.of("threads", "1", "sigma", "40")));
  }

  private Path folder(int party) {
    return home.resolve("store " + party);
  }

  private Path records(int party) {
    return home.resolve("records " + party);
  }

  private StoreDirectory open(int party) throws MpcException {
    return StoreDirectory.openOrCreate(
        folder(party), new StoreAccess(records(party), Optional.empty()));
  }

  @BeforeEach
  void prepare() throws Exception {
    Computation.Plan all = plan().ofInstances(PASSES * LANES);
    List<Object> ends =
        SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              try (StoreDirectory store = open(network.party())) {
                all.prepare(network, Optional.empty(), store, (there, wanted) -> {});
                return "prepared";
              }
            });
    assertEquals(List.of("prepared", "prepared"), ends);
  }

  private List<Object> evaluate(Network[] networks) throws Exception {
    BitMatrix inputs = RandomCircuits.inputs(circuit, LANES, 1); // some are public
    return SessionPairs.networkOutcomes(
        networks,
        network -> {
          try (StoreDirectory store = open(network.party());
              Computation computation = plan().connect(network, store, Refill.none())) {
            return computation.evaluate(inputs).words().length;
          }
        });
  }

  /** The first party's frame with which it opens its part of the toss. */
  private int tossOpening() throws Exception {
    List<Integer> lengths = new ArrayList<>();
    Network[] networks = SessionPairs.networks();
    TamperingNetwork.Hook record =
        (peer, index, frame) -> {
          lengths.add(frame.length);
          return frame;
        };
    networks[0] = new TamperingNetwork(networks[0], record, record);
    evaluate(networks).forEach(end -> assertInstanceOf(Integer.class, end, end::toString));
    for (int keys = 1; keys <= 2; keys++) {
      int opening = keys * PolynomialHash.KEY_BYTES + Commitment.RANDOMNESS_BYTES;
      for (int i = 1; i < lengths.size(); i++) {
        if (lengths.get(i) == opening && lengths.get(i - 1) == Commitment.BYTES) {
          return i;
        }
      }
    }
    throw new AssertionError("no check of the pass tosses a key: " + lengths);
  }

  /** One party's networks, to which something happens at a frame that it sends on any line. */
  private static Network[] at(int frame, Runnable what) {
    Network[] networks = SessionPairs.networks();
    int[] frames = new int[1];
    TamperingNetwork.Hook hook =
        (peer, index, sent) -> {
          if (frames[0]++ == frame) {
            what.run();
          }
          return sent;
        };
    networks[0] = new TamperingNetwork(networks[0], hook, hook);
    return networks;
  }

  private void requireServes() throws Exception {
    for (int party = 0; party < 2; party++) {
      try (StoreDirectory store = open(party)) {
        assertFalse(store.batches().isEmpty());
        assertTrue(store.batches().stream().noneMatch(DiskPrepStore::burnt), "party " + party);
      }
    }
    evaluate(SessionPairs.networks()).forEach(end -> assertInstanceOf(Integer.class, end));
  }

  /** In place of its opening, of its proof, and of the next thing. */
  @ParameterizedTest(name = "{0} frames after the opening")
  @ValueSource(ints = {-1, 0, 1, 2})
  void hangingUpCostsNoStore(int after) throws Exception {
    Network[] networks = new Network[2];
    Network[] made = at(tossOpening() + after, () -> networks[0].close());
    System.arraycopy(made, 0, networks, 0, 2);
    List<Object> ends = evaluate(networks);
    assertInstanceOf(ConnectionLost.class, ends.get(1));
    requireServes();
  }

  /** What the first party leaves if it is killed when it has opened, or is about to. */
  @Test
  void aKillCostsNoStore() throws Exception {
    Network[] networks = new Network[2];
    Network[] made =
        at(
            tossOpening(),
            () -> {
              try {
                copy(folder(0), home.resolve("killed store"));
                copy(records(0), home.resolve("killed records"));
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
              networks[0].close();
            });
    System.arraycopy(made, 0, networks, 0, 2);
    evaluate(networks);
    replace(folder(0), home.resolve("killed store"));
    replace(records(0), home.resolve("killed records"));
    requireServes();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }

  private static void replace(Path place, Path by) throws IOException {
    try (Stream<Path> all = Files.walk(place)) {
      for (Path path : all.sorted(Collections.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
    copy(by, place);
  }
}
