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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.crypto.PolynomialHash;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.mac.MacCheck;
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

  /** Number of products, each of which logs two words in each direction. */
  private static final int PRODUCTS = MacCheck.SHORT_INTERVAL_WORDS / 4 + 1;

  private final Circuit circuit = products();
  private final IoMap io =
      new IoMap(List.of(new InputSource.Shared()), List.of(new OutputTarget.All()));

  @TempDir Path home;

  private static Circuit products() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] in = builder.input(PRODUCTS + 1);
    int[] out = new int[PRODUCTS];
    for (int i = 0; i < PRODUCTS; i++) {
      out[i] = builder.and(in[i], in[i + 1]);
    }
    builder.output(out);
    return builder.build();
  }

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

  private void prepare(int passes) throws Exception {
    Computation.Plan all = plan().ofInstances(passes * LANES);
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
    BitMatrix inputs = RandomCircuits.inputs(circuit, LANES, 1);
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
    int opening = PolynomialHash.KEY_BYTES + Commitment.RANDOMNESS_BYTES;
    for (int i = 1; i < lengths.size(); i++) {
      if (lengths.get(i) == opening && lengths.get(i - 1) == Commitment.BYTES) {
        return i;
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

  /** In place of its opening, of its proof, and of the shares of outputs. */
  @Test
  void hangingUpCostsNoStore() throws Exception {
    prepare(6);
    int opening = tossOpening();
    for (int frame = opening - 1; frame <= opening + 2; frame++) {
      Network[] networks = new Network[2];
      System.arraycopy(at(frame, () -> networks[0].close()), 0, networks, 0, 2);
      List<Object> ends = evaluate(networks);
      assertInstanceOf(ConnectionLost.class, ends.get(1), "frame " + frame);
    }
    requireServes();
  }

  /** What the first party leaves if it is killed when it has opened, or is about to. */
  @Test
  void aKillCostsNoStore() throws Exception {
    prepare(3);
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
