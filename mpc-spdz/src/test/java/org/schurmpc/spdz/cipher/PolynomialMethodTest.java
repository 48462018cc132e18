package org.schurmpc.spdz.cipher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.SpdzProtocol;
import org.schurmpc.spdz.material.Material;

/** AES-BD, AES-RP, 3DES-Raw and 3DES-PV. */
class PolynomialMethodTest {
  private static final long SEED = 17;

  /** Rounds of a check of elements and differences of two parties. */
  private static final int CHECK_ROUNDS = 6;

  /** Bytes of the length of a message. */
  private static final int FRAME = 4;

  static ConfiguredProtocol protocol(
      String method, int parties, int lanes, Map<String, String> more) throws Refused {
    Map<String, String> options = new TreeMap<>(more);
    options.put("method", method);
    options.putIfAbsent("field", method.equals("raw") ? "gf2_42" : "gf2_40");
    return new SpdzProtocol().configure(new ProtocolOptions(parties, lanes, options));
  }

  private static ProtocolRun run(
      String method, String circuit, int parties, int lanes, OutputTarget target) throws Exception {
    LayeredCircuit layered = LayeredCircuit.of(CircuitLibrary.open(circuit));
    IoMap io =
        new IoMap(
            List.of(new InputSource.Shared(), new InputSource.Private(parties - 1)),
            List.of(target));
    return new ProtocolRun(protocol(method, parties, lanes, Map.of()), layered, io, SEED);
  }

  @ParameterizedTest
  @CsvSource({
    "bd, aes_128, 2, 3",
    "bd, aes_128_expanded_sbox, 3, 2",
    "bd, aes_128_expanded, 2, 65",
    "rp, aes_128, 3, 2",
    "rp, aes_128_shallow, 2, 65",
    "rp, aes_128_expanded, 2, 1",
    "raw, triple_des, 2, 3",
    "raw, triple_des_expanded, 3, 1",
    "pv, triple_des, 2, 65",
    "pv, triple_des_sbox, 3, 1",
    "pv, triple_des_expanded, 2, 2",
  })
  void encrypts(String method, String circuit, int parties, int lanes) throws Exception {
    ProtocolRun run = run(method, circuit, parties, lanes, new OutputTarget.All());
    run.requireAgreement(method);
    run.requireAllUsed();
  }

  @ParameterizedTest
  @CsvSource({"bd, aes_128, 3", "rp, aes_128_expanded, 2", "pv, triple_des, 2"})
  void encryptsForOneParty(String method, String circuit, int parties) throws Exception {
    ProtocolRun run = run(method, circuit, parties, 2, new OutputTarget.Only(0));
    run.requireAgreement(method);
    run.requireAllUsed();
  }

  @Test
  void encryptsByANominatedParty() throws Exception {
    LayeredCircuit aes = LayeredCircuit.of(CircuitLibrary.open("aes_128_expanded"));
    IoMap io = IoMap.roundRobin(aes.circuit(), 3);
    ConfiguredProtocol bd = protocol("bd", 3, 2, Map.of("opening", "king"));
    new ProtocolRun(bd, aes, io, SEED).requireAgreement("king");
  }

  /** Material of the parties' own preprocessing, for two evaluations by one executor. */
  @ParameterizedTest
  @CsvSource({"bd, aes_128, gf2_40", "pv, triple_des, gf2_40"})
  void encryptsTwiceWithOwnMaterial(String method, String circuit, String field) throws Exception {
    LayeredCircuit layered = LayeredCircuit.of(CircuitLibrary.open(circuit));
    IoMap io = IoMap.roundRobin(layered.circuit(), 2);
    ConfiguredProtocol protocol = protocol(method, 2, 1, Map.of("field", field, "batch", "1024"));
    ProtocolRun run = ProtocolRun.prepared(protocol, layered, io, SEED, 2);
    BitMatrix[] inputs = run.allInputs();
    List<BitMatrix> expected = run.expected(inputs);
    Parties.run(
        SessionPairs.networks(2),
        ProtocolRun.LIMIT,
        network -> {
          int party = network.party();
          try (Session session = run.establish(network);
              CircuitExecutor executor = run.executor(session)) {
            assertEquals(expected.get(party), executor.evaluate(inputs[party]));
            assertEquals(expected.get(party), executor.evaluate(inputs[party]));
          }
          return null;
        });
    run.requireAllUsed();
  }

  /** Table 2 of the paper, by its formulas: each product opens two values, each BitDec one. */
  @ParameterizedTest
  @CsvSource({
    "bd, aes_128_expanded, 50, 2240, 960, 2560",
    "rp, aes_128_expanded, 70, 1920, 640, 5120",
    "raw, triple_des_expanded, 2898, 48000, 23808, 2304",
    "pv, triple_des_expanded, 230, 3456, 1152, 9216",
    // With the key schedule of AES: 40 S-boxes more, in the same rounds.
    "bd, aes_128, 50, 2800, 1200, 3200",
    "rp, aes_128, 70, 2400, 800, 6400",
    "pv, triple_des, 230, 3456, 1152, 9216",
  })
  void costsOfABlock(String method, String circuit, int rounds, int openings, int triples, int bits)
      throws Exception {
    ProtocolRun run = run(method, circuit, 2, 1, new OutputTarget.All());
    Material material = new Material(Fields.named(method.equals("raw") ? "gf2_42" : "gf2_40"));
    Demand demand = run.demand();
    int inputs = 2 * run.circuit.circuit().inputSizes()[0] + run.circuit.circuit().inputSizes()[1];
    assertEquals(triples, demand.quotas().get(material.triples()));
    assertEquals(bits + inputs, demand.quotas().get(material.bits()));
    run.requireAgreement(method);
    assertEquals(rounds + CHECK_ROUNDS, run.metrics[0].rounds(Phase.COMPUTE));
    // The messages of a check: commitments and openings of the toss's seed, of σ and of the hash.
    int element = material.field().bytes();
    int check = 32 + 48 + 32 + 32 + element + 32 + 48;
    int decompositions = openings - 2 * triples;
    assertEquals(
        2L * triples * element + decompositions + check + (long) FRAME * (rounds + CHECK_ROUNDS),
        run.metrics[0].bytesSent(Phase.COMPUTE));
  }

  @ParameterizedTest
  @CsvSource({
    "bd, aes_128, gf2_64, 'method bd computes over gf2_40, which has the subfield GF(2^8), not over"
        + " gf2_64: set the option field to gf2_40'",
    "raw, triple_des, gf2_40, 'method raw computes over gf2_42, which has the subfield GF(2^6), not"
        + " over gf2_40: set the option field to gf2_42'",
    "rp, triple_des, gf2_40, 'method rp evaluates AES-128, not triple DES'",
    "pv, aes_128_expanded, gf2_40, 'method pv evaluates triple DES, not AES-128 with an expanded"
        + " key'",
    "bd, aes_128_decrypt, gf2_40, 'method bd evaluates AES-128 or triple DES encryption, and this"
        + " circuit computes neither'",
  })
  void otherFieldsAndCircuitsAreRefused(String method, String name, String field, String message)
      throws Exception {
    LayeredCircuit circuit = LayeredCircuit.of(CircuitLibrary.open(name));
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    ConfiguredProtocol other = protocol(method, 2, 1, Map.of("field", field));
    assertEquals(
        message, assertThrows(Refused.class, () -> other.demand(circuit, io)).getMessage());
  }

  @Test
  void theMethodIsATermUnlessItIsTheGates() throws Exception {
    assertEquals("pv", protocol("pv", 2, 1, Map.of()).terms().get("method"));
    assertEquals(null, protocol("gates", 2, 1, Map.of()).terms().get("method"));
    assertEquals(1024, protocol("bd", 2, 1024, Map.of()).lanes());
  }
}
