package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.crypto.Uniformity;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.Packing;

/** What goes over the line when outputs are opened, and to whom. */
class OutputTest {
  private static final int WIRES = 40;
  private static final int K = 85;

  private final ReedSolomon star = ReedSolomon.named("255x85").schurSquare();
  private final ConfiguredProtocol protocol =
      Configurations.minitrix("255x85", OpeningMode.BATCHED, "plain");

  /** The frame with which each party opens its outputs: the last but one, before the MAC hash. */
  private List<byte[]> openings(ProtocolRun run, BitMatrix inputs, List<BitMatrix> outputs)
      throws Exception {
    List<List<byte[]>> frames = List.of(new ArrayList<>(), new ArrayList<>());
    Network[] networks = InMemoryNetwork.create(2);
    for (int party = 0; party < 2; party++) {
      List<byte[]> sent = frames.get(party);
      networks[party] =
          new TamperingNetwork(
              networks[party],
              (peer, index, frame) -> {
                sent.add(frame);
                return frame;
              });
    }
    outputs.addAll(run.run(networks, inputs, inputs));
    return frames.stream().map(sent -> sent.get(sent.size() - 2)).toList();
  }

  /** A circuit whose outputs are its inputs: nothing on the way makes their redundancy random. */
  private ProtocolRun identity(List<OutputTarget> targets, long seed) throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] wires = builder.input(WIRES);
    for (int i = 0; i < targets.size(); i++) {
      builder.output(Arrays.copyOfRange(wires, i * 10, i * 10 + 10));
    }
    Circuit circuit = builder.build();
    IoMap io = new IoMap(List.of(new InputSource.Private(0)), targets);
    return new ProtocolRun(protocol, LayeredCircuit.of(circuit), io, seed);
  }

  private int symbol(byte[] opening, int output, int position) {
    long[] word = new long[Codeword.LONGS];
    SymbolCodec.unpack(opening, output * star.k(), star.k(), word, 0);
    return Codeword.symbol(word, 0, position);
  }

  /**
   * Both parties' words for an output add up to z + o. Here z is the encoding of zero, so that
   * without o all redundancy would be zero; with it, it is uniform and the data is still right.
   */
  @Test
  void theRedundancyOfAnOpenedOutputIsThatOfItsMask() throws Exception {
    int[] redundancy = new int[256];
    for (long seed = 0; seed < 10; seed++) {
      ProtocolRun run = identity(List.of(new OutputTarget.All()), seed);
      List<BitMatrix> outputs = new ArrayList<>();
      List<byte[]> opened = openings(run, new BitMatrix(WIRES, protocol.lanes()), outputs);
      for (int output = 0; output < 10; output++) {
        for (int p = 0; p < star.k(); p++) {
          int sum = symbol(opened.get(0), output, p) ^ symbol(opened.get(1), output, p);
          if (p < K) {
            assertEquals(0, sum, "data");
          } else {
            redundancy[sum]++;
          }
        }
      }
    }
    Uniformity.require(redundancy, "redundancy of opened outputs");
  }

  /** Over C a word is its data, so that an output is opened as it is: k symbols, no mask. */
  @Test
  void overCTheDataAreOpenedAlone() throws Exception {
    for (Packing packing : Packing.values()) {
      Variant variant =
          Configurations.rung("255x85", packing, ConversionMode.ONE, false, OpeningMode.BATCHED);
      CircuitBuilder builder = new CircuitBuilder();
      builder.output(builder.input(10));
      Circuit circuit = builder.build();
      IoMap io = new IoMap(List.of(new InputSource.Private(0)), List.of(new OutputTarget.All()));
      ProtocolRun run =
          new ProtocolRun(Configurations.of(variant), LayeredCircuit.of(circuit), io, 12);
      BitMatrix inputs = run.inputs("inputs");
      List<BitMatrix> outputs = new ArrayList<>();
      for (byte[] opening : openings(run, inputs, outputs)) {
        assertEquals(10 * K, opening.length);
      }
      assertEquals(List.of(inputs, inputs), outputs);
    }
  }

  /** Who is not to learn an output gets no share of it, and no value. */
  @Test
  void privateOutputsAreSentToTheirOwnerAlone() throws Exception {
    for (int owner = 0; owner < 2; owner++) {
      ProtocolRun run =
          identity(List.of(new OutputTarget.All(), new OutputTarget.Only(owner)), owner);
      BitMatrix inputs = run.inputs("inputs");
      List<BitMatrix> outputs = new ArrayList<>();
      List<byte[]> opened = openings(run, inputs, outputs);
      assertEquals(10 * star.k(), opened.get(owner).length, "sent by the owner");
      assertEquals(20 * star.k(), opened.get(1 - owner).length, "sent to the owner");
      for (int wire = 0; wire < 20; wire++) {
        BitMatrix expected = new BitMatrix(1, protocol.lanes());
        expected.copyRow(0, inputs, wire);
        assertEquals(expected, row(outputs.get(owner), wire));
        assertFalse(expected.equals(new BitMatrix(1, protocol.lanes())));
        if (wire >= 10) {
          expected = new BitMatrix(1, protocol.lanes());
        }
        assertEquals(expected, row(outputs.get(1 - owner), wire));
      }
    }
  }

  /** The lengths of the frames that party 1 sends for a gate and its output, asked for at once. */
  private List<Integer> lengths(TamperingNetwork.Hook ofPartyZero) throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] in = builder.input(2);
    builder.output(builder.and(in[0], in[1]));
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    IoMap io = new IoMap(List.of(new InputSource.Shared()), List.of(new OutputTarget.All()));
    ProtocolRun run = new ProtocolRun(protocol, circuit, io, 4);
    SessionTerms terms = new SessionTerms(CircuitExecutor.terms(protocol, circuit, io, "test"));
    List<Integer> lengths = new ArrayList<>();
    Network[] networks = InMemoryNetwork.create(2);
    networks[0] = new TamperingNetwork(networks[0], ofPartyZero);
    networks[1] =
        new TamperingNetwork(
            networks[1],
            (peer, index, frame) -> {
              lengths.add(frame.length);
              return frame;
            });
    SessionPairs.networkOutcomes(
        networks,
        network -> {
          int party = network.party();
          try (Session session = SessionPairs.establish(network, terms, run.random("p" + party));
              CircuitExecutor executor =
                  new CircuitExecutor(session, protocol, circuit, io, run.stores[party])) {
            executor.input(run.inputs("in" + party));
            Evaluator evaluator = (Evaluator) Leftovers.field(executor, "evaluator");
            evaluator.linear(circuit.linear(0));
            evaluator.layer(circuit.multiply(0), circuit.lookup(0));
            evaluator.linear(circuit.linear(1));
            return evaluator.output((OutputBatch) Leftovers.field(executor, "outputs"));
          }
        });
    return lengths;
  }

  /** Not even to a party that lied about what was opened before. */
  @Test
  void noShareOfAnOutputIsSentBeforeTheCheck() throws Exception {
    List<Integer> honest = lengths((peer, index, frame) -> frame);
    int opening = honest.size() - 4;
    assertEquals(star.k(), honest.get(opening + 2), "the share of the output");
    List<Integer> cheated = lengths(SessionPairs.flip(opening, 0));
    assertEquals(honest.subList(0, opening + 2), cheated, "nothing after the MAC hash");
  }

  private static BitMatrix row(BitMatrix of, int index) {
    BitMatrix result = new BitMatrix(1, of.columns());
    result.copyRow(0, of, index);
    return result;
  }
}
