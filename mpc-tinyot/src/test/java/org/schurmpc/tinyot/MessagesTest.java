package org.schurmpc.tinyot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.contract.CheatedRun;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.crypto.Uniformity;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.material.Material;

/** What goes over the line, and to whom. */
class MessagesTest {
  private static final int INPUTS = SessionPairs.HANDSHAKE_FRAMES + 1;
  private static final int OPENING = INPUTS + 1;

  /** All frames that each party sends. */
  private static List<List<byte[]>> frames(
      ProtocolRun run, BitMatrix inputs, List<BitMatrix> outputs) throws Exception {
    Recording recording = new Recording();
    outputs.addAll(run.run(recording.of(SessionPairs.networks()), inputs, inputs));
    return recording.frames();
  }

  private static void count(int[] histogram, byte[] bytes) {
    for (byte b : bytes) {
      histogram[b & 255]++;
    }
  }

  /** One layer of ANDs of inputs that are all zero, or all one: masked, they are uniform. */
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void maskedInputsAndOpeningsAreUniform(boolean ones) throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(64);
    int[] y = builder.input(64);
    int[] out = new int[64];
    for (int i = 0; i < 64; i++) {
      out[i] = builder.and(x[i], y[i]);
    }
    builder.output(out);
    Circuit circuit = builder.build();
    IoMap io = IoMap.roundRobin(circuit, 2);
    int[] masked = new int[256];
    int[][] shares = new int[2][256];
    int[] opened = new int[256];
    for (int seed = 0; seed < 10; seed++) {
      ProtocolRun run =
          new ProtocolRun(
              Configurations.tinyot(64, 192, "plain"), LayeredCircuit.of(circuit), io, seed);
      BitMatrix inputs = new BitMatrix(128, 192);
      for (int row = 0; row < 128; row++) {
        inputs.fillRow(row, ones);
      }
      List<List<byte[]>> frames = frames(run, inputs, new ArrayList<>());
      byte[] first = frames.get(0).get(OPENING);
      byte[] second = frames.get(1).get(OPENING);
      byte[] both = first.clone();
      assertEquals(2 * 64 * 192 / 8, both.length);
      for (int i = 0; i < both.length; i++) {
        both[i] ^= second[i];
      }
      count(masked, frames.get(0).get(INPUTS));
      count(masked, frames.get(1).get(INPUTS));
      count(shares[0], first);
      count(shares[1], second);
      count(opened, both);
    }
    Uniformity.require(masked, "masked inputs");
    Uniformity.require(shares[0], "shares of the first party");
    Uniformity.require(shares[1], "shares of the second party");
    Uniformity.require(opened, "opened values");
  }

  /** Who is not to learn an output gets no share of it, and no value. */
  @ParameterizedTest
  @CsvSource({"0, 64", "1, 64", "0, 3", "1, 130"})
  void privateOutputsAreSentToTheirOwnerAlone(int owner, int lanes) throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] wires = builder.input(24);
    builder.output(Arrays.copyOfRange(wires, 0, 16));
    builder.output(Arrays.copyOfRange(wires, 16, 24));
    Circuit circuit = builder.build();
    IoMap io =
        new IoMap(
            List.of(new InputSource.Private(0)),
            List.of(new OutputTarget.All(), new OutputTarget.Only(owner)));
    ProtocolRun run =
        new ProtocolRun(
            Configurations.tinyot(64, lanes, "plain"), LayeredCircuit.of(circuit), io, owner);
    BitMatrix inputs = run.inputs("inputs");
    List<BitMatrix> outputs = new ArrayList<>();
    List<List<byte[]>> frames = frames(run, inputs, outputs);
    LaneLayout layout = new LaneLayout(lanes);
    for (int party = 0; party < 2; party++) {
      List<byte[]> sent = frames.get(party);
      long words = layout.words(party == owner ? 16 : 24);
      assertEquals(Long.BYTES * words, sent.get(sent.size() - 2).length, "party " + party);
      requireNothingBeside(layout, sent.get(sent.size() - 2), party == owner ? 16 : 24);
      for (int wire = 0; wire < 24; wire++) {
        for (int lane = 0; lane < lanes; lane++) {
          boolean learns = wire < 16 || party == owner;
          assertEquals(
              learns && inputs.get(wire, lane), outputs.get(party).get(wire, lane), "wire " + wire);
        }
      }
    }
  }

  /** The bits of lanes that fill up a chunk, and those behind the last wire, are zero. */
  private static void requireNothingBeside(LaneLayout layout, byte[] frame, int wires) {
    long[] words = new long[frame.length / Long.BYTES];
    Words.fromBytes(frame, 0, words, 0, words.length);
    for (int wire = 0; wire < wires; wire++) {
      for (int chunk = 0; chunk < layout.chunks(); chunk++) {
        words[layout.word(wire, chunk)] &= ~(layout.usedMask(chunk) << layout.shift(wire));
      }
    }
    assertArrayEquals(new long[words.length], words, layout.lanes() + " lanes");
  }

  /**
   * An evaluator that is not asked to check does so itself, before it sends a share of an output.
   */
  @ParameterizedTest
  @CsvSource({"0", "1"})
  void noOutputIsSentBeforeThePendingChecks(int cheater) throws Exception {
    CheatedRun cheat =
        new CheatedRun(Configurations.tinyot(64, 64, "plain"), 12, false, cheater, 5);
    ProtocolRun run = cheat.run;
    cheat.alter(
        Material.of(1).andTriples(),
        0,
        (data, at) -> data[at + Material.tripleBits(Material.A)] ^= 1);
    List<Integer> sent = new ArrayList<>();
    Network[] networks = SessionPairs.networks();
    networks[cheat.honest()] =
        new TamperingNetwork(
            networks[cheat.honest()],
            (peer, index, frame) -> {
              sent.add(frame.length);
              return frame;
            });
    List<Object> outcomes =
        SessionPairs.outcomes(networks, session -> evaluateUnchecked(session, run));
    Outcomes.assertCheated(PeerCheated.Check.MAC, outcomes.get(cheat.honest()), "honest party");
    assertEquals(32, sent.get(sent.size() - 1), "the last frame is the MACs' hash: " + sent);
    // Input, two layers, hash; no output.
    assertEquals(SessionPairs.HANDSHAKE_FRAMES + 4, sent.size(), sent.toString());
  }

  private static BitMatrix evaluateUnchecked(Session session, ProtocolRun run) throws Exception {
    try (Evaluator evaluator = run.protocol.evaluator(session, run.stores[session.party()])) {
      evaluator.begin(run.circuit);
      evaluator.input(new InputBatch(run.circuit, run.io), run.inputs("inputs"));
      for (int d = 0; d < run.circuit.depth(); d++) {
        evaluator.linear(run.circuit.linear(d));
        evaluator.multiply(run.circuit.multiply(d));
      }
      evaluator.linear(run.circuit.linear(run.circuit.depth()));
      return evaluator.output(new OutputBatch(run.circuit, run.io));
    }
  }

  /** Negations before an AND and at outputs, of every kind of input, and constant outputs. */
  @Test
  void negationsAndConstants() throws Exception {
    for (int lanes : new int[] {1, 5, 64, 65, 192}) {
      CircuitBuilder builder = new CircuitBuilder();
      int[][] in = {builder.input(4), builder.input(4), builder.input(4), builder.input(4)};
      for (int i = 0; i < 4; i++) {
        int not = builder.not(in[i][0]);
        int and = builder.and(not, builder.not(in[(i + 1) % 4][1]));
        builder.output(not, and, builder.not(and), builder.not(builder.not(in[i][2])));
      }
      Circuit circuit = builder.build();
      IoMap io =
          new IoMap(
              List.of(
                  new InputSource.Private(0),
                  new InputSource.Private(1),
                  new InputSource.Public(),
                  new InputSource.Shared()),
              List.of(
                  new OutputTarget.All(),
                  new OutputTarget.All(),
                  new OutputTarget.All(),
                  new OutputTarget.All()));
      ProtocolRun run =
          new ProtocolRun(
              Configurations.tinyot(80, lanes, "plain"), LayeredCircuit.of(circuit), io, lanes);
      BitMatrix inputs = run.inputs("inputs");
      BitMatrix joint = new BitMatrix(inputs.rows(), lanes);
      for (int row = 0; row < 12; row++) {
        joint.copyRow(row, inputs, row);
      }
      // Both parties put the same into the shared input, which is therefore zero.
      BitMatrix expected = PlainEvaluation.evaluate(circuit, joint);
      for (BitMatrix result : run.run(inputs, inputs)) {
        assertEquals(expected, result, lanes + " lanes");
      }
    }
  }
}
