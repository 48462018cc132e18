package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.tinytable.material.Material;

/**
 * A run in which one party cheats. The circuit has two layers of ANDs and lookups, negations before
 * an AND and at an output, inputs of every kind, two outputs to all and one to the honest party
 * alone.
 */
final class CheatRun {
  private static final int WIRES = 40;
  static final int OUTPUTS = 3;

  /** How many gates a layer make the log of linear MACs a long one, with 65 lanes. */
  static final int MANY = 100;

  static final int FEW = 12;

  private static final LookupTable TABLE = RandomCircuits.table(new Random(7), 3, 5);

  final int cheater;
  final TinyTableRun run;
  private Duration patience = Duration.ofSeconds(30);

  /** How a party ended: with an output or with a failure. */
  record Outcome(MpcException failure, BitMatrix output) {}

  CheatRun(String scheme, int lanes, int gates, int cheater, long seed) throws Exception {
    this.cheater = cheater;
    IoMap io =
        new IoMap(
            List.of(
                new InputSource.Shared(),
                new InputSource.Public(),
                new InputSource.Private(cheater)),
            List.of(
                new OutputTarget.All(),
                new OutputTarget.All(),
                new OutputTarget.Only(1 - cheater)));
    LayeredCircuit layered = LayeredCircuit.of(circuit(gates));
    assertEquals(2, layered.depth());
    run = new TinyTableRun(TinyTableRun.tinytable(scheme, lanes, "plain"), layered, io, seed);
  }

  private static Circuit circuit(int gates) {
    CircuitBuilder builder = new CircuitBuilder();
    int[] shared = builder.input(WIRES);
    int[] open = builder.input(WIRES);
    int[] own = builder.input(WIRES);
    int[] sums = new int[OUTPUTS];
    for (int i = 0; i < gates; i++) {
      int first = builder.and(shared[i % WIRES], builder.xor(own[i / WIRES], open[i % 7]));
      int second = builder.and(builder.not(first), own[(i + 1) % WIRES]);
      int o = i % OUTPUTS;
      sums[o] = i < OUTPUTS ? second : builder.xor(sums[o], second);
    }
    for (int round = 0; round < OUTPUTS; round++) {
      int[] in = {builder.not(sharedOf(shared, round)), own[round], open[round]};
      int[] found = builder.lookup(TABLE, in);
      int[] last = builder.lookup(TABLE, found[0], found[1], builder.not(found[4]));
      sums[round] = builder.xor(sums[round], builder.xor(last[2], last[4]));
    }
    sums[0] = builder.not(sums[0]);
    for (int sum : sums) {
      builder.output(sum);
    }
    return builder.build();
  }

  private static int sharedOf(int[] shared, int round) {
    return shared[shared.length - 1 - round];
  }

  /** The material of the run. */
  Material material() {
    return run.material();
  }

  int honest() {
    return 1 - cheater;
  }

  /** How long a party waits for a silent peer. */
  void setPatience(Duration limit) {
    patience = limit;
  }

  /** How both parties end when the cheater's frames pass a hook. */
  List<Outcome> outcomes(TamperingNetwork.Hook hook) throws Exception {
    return outcomes(hook, (peer, index, frame) -> frame);
  }

  /** The same; the honest party's frames pass another one. */
  List<Outcome> outcomes(TamperingNetwork.Hook hook, TamperingNetwork.Hook honestHook)
      throws Exception {
    Network[] networks = new Network[2];
    for (Network network : InMemoryNetwork.create(2, NetOptions.party().withTimeout(patience))) {
      networks[network.party()] =
          new TamperingNetwork(network, network.party() == cheater ? hook : honestHook);
    }
    BitMatrix inputs = run.inputs("inputs");
    return Parties.run(
        networks,
        TinyTableRun.LIMIT,
        network -> {
          try {
            return new Outcome(null, run.evaluate(network, inputs));
          } catch (MpcException e) {
            return new Outcome(e, null);
          }
        });
  }

  /** How the honest party ends when the cheater's messages are not touched. */
  Outcome honestOutcome() throws Exception {
    return outcomes((peer, index, frame) -> frame).get(honest());
  }

  /** The lengths of the cheater's frames in a run without cheating. */
  List<Integer> frameLengths() throws Exception {
    List<Integer> lengths = new ArrayList<>();
    for (Outcome outcome :
        outcomes(
            (peer, index, frame) -> {
              lengths.add(frame.length);
              return frame;
            })) {
      assertNull(outcome.failure());
    }
    return lengths;
  }

  /** The honest party named the check, showed nothing and destroyed its store. */
  void requireCaught(Outcome outcome, Check check) {
    assertNull(outcome.output(), "an output in spite of the cheat, seed " + run.seed);
    PeerCheated cheated = assertInstanceOf(PeerCheated.class, outcome.failure());
    assertEquals(check, cheated.check(), "seed " + run.seed);
    String message =
        assertThrows(
                IllegalStateException.class,
                () -> run.stores[honest()].keys(run.parameters().storeName()))
            .getMessage();
    assertTrue(message.contains("destroyed"), message);
  }

  /** A hook that changes one frame. */
  static TamperingNetwork.Hook change(int frameIndex, UnaryOperator<byte[]> to) {
    return (peer, index, frame) -> index == frameIndex ? to.apply(frame) : frame;
  }

  /** A hook that flips bits of one byte. */
  static TamperingNetwork.Hook flip(int frameIndex, int at, int mask) {
    return change(
        frameIndex,
        frame -> {
          frame[at] ^= (byte) mask;
          return frame;
        });
  }
}
