package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.session.Phase;

/**
 * What DNNR17, section 6, is for: communication and material are linear in the size of the circuit,
 * with no MAC for each entry, and whatever the circuit's shape.
 */
class CodewordTrafficTest {
  private static final int FRAME_HEADER = 4;
  private static final int MAC_PROOF = 32;

  /** Bytes that a party sends in the compute phase, frames and proof not counted. */
  private static long sent(String scheme, LayeredCircuit circuit, int lanes) throws Exception {
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    ProtocolRun run =
        new ProtocolRun(Configurations.tinytable(scheme, lanes, "auto"), circuit, io, 1);
    BitMatrix inputs = run.inputs("inputs");
    run.run(inputs, inputs);
    long bytes = run.metrics[0].bytesSent(Phase.COMPUTE);
    assertEquals(bytes, run.metrics[1].bytesSent(Phase.COMPUTE));
    return bytes - MAC_PROOF - FRAME_HEADER * run.metrics[0].messagesSent(Phase.COMPUTE);
  }

  private static long material(String scheme, LayeredCircuit circuit, int lanes) throws Exception {
    Demand demand =
        Configurations.tinytable(scheme, lanes, "auto")
            .demand(circuit, IoMap.roundRobin(circuit.circuit(), 2));
    return demand.bytes();
  }

  private static LayeredCircuit chain(int gates) {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(2);
    for (int i = 0; i < gates; i++) {
      x = new int[] {builder.and(x[0], x[1]), builder.xor(x[0], x[1])};
    }
    builder.output(x);
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    assertEquals(gates, circuit.depth());
    return circuit;
  }

  private static LayeredCircuit layer(int gates) {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(gates);
    int[] y = builder.input(gates);
    int[] out = new int[gates];
    for (int i = 0; i < gates; i++) {
      out[i] = builder.and(x[i], y[i]);
    }
    builder.output(out);
    return LayeredCircuit.of(builder.build());
  }

  /** A bit for each gate, and k - 1 symbols for 8k of them. */
  @ParameterizedTest
  @CsvSource({"codeword, 120", "codeword 255x85, 85"})
  void aLayerOfAndsIsAsLongAsItsOpenedWords(String scheme, int k) throws Exception {
    assertEquals(k + k - 1, sent(scheme, layer(8 * k), 1));
    assertEquals(k + 1 + 2 * (k - 1), sent(scheme, layer(8 * k + 8), 1));
    // A filled group costs no more in 64 lanes: k gates, then 16 words.
    assertEquals(16 * k + 16 * (k - 1), sent(scheme, layer(2 * k), 64));
  }

  /** A circuit that is nothing but depth opens as few words; messages are whole bytes. */
  @Test
  void narrowLayersShareTheirWords() throws Exception {
    assertEquals(300 + 119, sent("codeword", chain(300), 1));
    assertEquals(300 + 119, sent("codeword", chain(300), 2));
    // Three lanes take the room of four.
    assertEquals(300 + 2 * 119, sent("codeword", chain(300), 3));
  }

  /** AES in many instances: at most two bits for an AND gate, two bytes for an S-box. */
  @Test
  void aesTakesTwiceWhatIsOpened() throws Exception {
    int lanes = 64;
    LayeredCircuit sboxes = LayeredCircuit.of(CircuitLibrary.open("aes_128_expanded_sbox"));
    LayeredCircuit gates = LayeredCircuit.of(CircuitLibrary.open("aes_128_expanded"));
    assertEquals(160, sboxes.lookupCount());
    assertEquals(160L * lanes + 119 * 86, sent("codeword", sboxes, lanes));
    long bits = (long) gates.andCount() * lanes;
    assertEquals(bits / 8 + 119 * ((bits + 959) / 960), sent("codeword", gates, lanes));
    // An entry of an S-box takes 3 n / k bytes, and the masks; with linear MACs 24.
    long entries = 160L * 256 * lanes;
    assertTrue(material("codeword", sboxes, lanes) < 6.6 * entries);
    assertTrue(material("linear", sboxes, lanes) > 24 * entries);
    assertTrue(material("codeword", gates, lanes) < 14.5 * bits);
    assertTrue(material("linear", gates, lanes) > 48 * bits);
  }

  /** In one instance, too, material is a multiple of the entries. */
  @Test
  void aSingleAesTakesLittleMore() throws Exception {
    LayeredCircuit sboxes = LayeredCircuit.of(CircuitLibrary.open("aes_128_expanded_sbox"));
    assertTrue(material("codeword", sboxes, 1) < 8 * 160 * 256);
    assertTrue(sent("codeword", sboxes, 1) < 160 + 4 * (119 + 1));
  }
}
