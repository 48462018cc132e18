package org.schurmpc.tinyot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.crypto.Uniformity;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.eval.RandomBatch;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.tinyot.material.Material;

class TinyOtProtocolTest {

  private static ConfiguredProtocol configure(int instances, String... option) throws Exception {
    Map<String, String> values = option.length == 0 ? Map.of() : Map.of(option[0], option[1]);
    return Protocols.named("tinyot").configure(new ProtocolOptions(instances, values));
  }

  private static Circuit identity(int wires) {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.input(wires));
    return builder.build();
  }

  @ParameterizedTest
  @CsvSource({"0, 4096", "1, 1", "7, 7", "4096, 4096", "4097, 2049", "12288, 4096", "10000, 3334"})
  void lanesAreThoseAskedForOrEvenPartsOfThem(int instances, int lanes) throws Exception {
    assertEquals(lanes, configure(instances).lanes());
  }

  @ParameterizedTest
  @CsvSource({"40, 64 bits", "64, 64 bits", "80, 128 bits"})
  void termsNameTheSecurity(int sigma, String macs) throws Exception {
    ConfiguredProtocol protocol = configure(1, "sigma", String.valueOf(sigma));
    assertEquals(sigma, protocol.sigma());
    assertEquals(Map.of("MACs", macs, "MAC check", "sums of lanes"), protocol.terms());
    assertEquals(64, configure(1).sigma());
    assertTrue(protocol.preprocesses());
  }

  @ParameterizedTest
  @ValueSource(strings = {"128", "39", "", "x"})
  void refusesOtherLevelsOfSecurity(String sigma) {
    String message = assertThrows(Refused.class, () -> configure(1, "sigma", sigma)).getMessage();
    assertTrue(message.contains("[40, 64, 80]"), message);
  }

  @ParameterizedTest
  @CsvSource({"threads, 0", "threads, 65", "threads, x", "threads, ''", "ot-k, 3", "ot-k, ''"})
  void refusesOtherPreprocessing(String option, String value) {
    String message = assertThrows(Refused.class, () -> configure(1, option, value)).getMessage();
    assertTrue(message.contains(option), message);
  }

  @Test
  void refusesUnknownOptions() {
    assertThrows(Refused.class, () -> configure(1, "code", "255x85"));
  }

  @Test
  void isForTwoParties() throws Exception {
    ProtocolOptions three = new ProtocolOptions(3, 1, Map.of());
    assertThrows(Refused.class, () -> new TinyOtProtocol().configure(three));
    LayeredCircuit circuit = LayeredCircuit.of(identity(2));
    OutputTarget all = new OutputTarget.All();
    for (IoMap io :
        List.of(
            new IoMap(List.of(new InputSource.Private(2)), List.of(all)),
            new IoMap(List.of(new InputSource.Public()), List.of(new OutputTarget.Only(2))))) {
      String message =
          assertThrows(Refused.class, () -> configure(1).demand(circuit, io)).getMessage();
      assertEquals("TinyOT is for two parties", message);
    }
  }

  @Test
  void refusesLookups() throws Exception {
    LayeredCircuit circuit = LayeredCircuit.of(CircuitLibrary.open("aes_128_expanded_sbox"));
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    String message =
        assertThrows(Refused.class, () -> configure(1).demand(circuit, io)).getMessage();
    assertEquals("tinyot evaluates no lookups in tables; this circuit has 160", message);
  }

  /** The shares of 2^22 values with 4096 lanes do not fit into one array. */
  @Test
  void refusesWhatItCannotHold() throws Exception {
    int wires = 1 << 22;
    requireTooMany("outputs", identity(wires));
    CircuitBuilder inputs = new CircuitBuilder();
    inputs.output(inputs.input(wires)[0]);
    requireTooMany("inputs of a party", inputs.build());
    CircuitBuilder gates = new CircuitBuilder();
    int[] in = gates.input(1 << 12);
    int sum = in[0];
    // Each gate opens two values.
    for (int i = 0; i < wires / 2; i++) {
      sum = gates.xor(sum, gates.and(in[i & 4095], in[(i + 1 + (i >> 12)) & 4095]));
    }
    gates.output(sum);
    requireTooMany("AND gates in a layer", gates.build());
  }

  private static void requireTooMany(String what, Circuit of) throws Exception {
    LayeredCircuit circuit = LayeredCircuit.of(of);
    IoMap io = new IoMap(List.of(new InputSource.Shared()), List.of(new OutputTarget.All()));
    assertFalse(configure(64).demand(circuit, io).quotas().isEmpty());
    String message =
        assertThrows(Refused.class, () -> configure(4096).demand(circuit, io)).getMessage();
    assertTrue(message.contains(what + " with 4096 lanes"), message);
  }

  @Test
  void countsTheItemsOfMultiplications() throws Exception {
    Demand demand = configure(1, "sigma", "80").multiplications(65);
    assertEquals(Map.of(Material.of(2).andTriples(), 2L), demand.quotas());
  }

  @Test
  void countsTheItemsOfAStock() throws Exception {
    Material material = Material.of(1);
    TreeMap<String, Long> amounts =
        new TreeMap<>(Map.of("and", 64L, "input1", 65L, "input2", 1L, "random", 1L << 40));
    assertEquals(
        Map.of(
            material.andTriples(), 1L,
            material.inputMask(0), 2L,
            material.inputMask(1), 1L,
            material.randomBits(), 1L << 34),
        configure(1).stock(amounts).quotas());
    amounts.put("output", 1L);
    assertThrows(Refused.class, () -> configure(1).stock(amounts));
  }

  @ParameterizedTest
  @CsvSource({"40, 64", "64, 40", "64, 80", "80, 64"})
  void refusesAStoreOfAnotherSecurity(int dealt, int wanted) throws Exception {
    LayeredCircuit circuit = LayeredCircuit.of(identity(2));
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    ProtocolRun run = new ProtocolRun(Configurations.tinyot(dealt, 5, "plain"), circuit, io, 1);
    ConfiguredProtocol other = Configurations.tinyot(wanted, 5, "plain");
    SessionPairs.run(
        session -> {
          String message =
              assertThrows(
                      IllegalStateException.class,
                      () -> other.evaluator(session, run.stores[session.party()]))
                  .getMessage();
          assertTrue(message.contains("sigma " + dealt), message);
          return null;
        });
  }

  /** The values open to the same at both parties, and look uniform. */
  @ParameterizedTest
  @CsvSource({"64, 1000", "80, 1000", "64, 8"})
  void randomValuesAreEqualAtBothAndUniform(int sigma, int lanes) throws Exception {
    int wires = 8 * (4000 / lanes);
    LayeredCircuit circuit = LayeredCircuit.of(identity(wires));
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    ConfiguredProtocol protocol = Configurations.tinyot(sigma, lanes, "plain");
    ProtocolRun run = new ProtocolRun(protocol, circuit, io, 3);
    Material material = Material.of(sigma == 80 ? 2 : 1);
    long items = new LaneLayout(lanes).words(wires);
    run.deal(Demand.of("random bits").add(material.randomBits(), items).build());
    List<BitMatrix> opened =
        Parties.run(
            2,
            ProtocolRun.LIMIT,
            network -> {
              int party = network.party();
              var terms = new SessionTerms(CircuitExecutor.terms(protocol, circuit, io, "test"));
              try (Session session =
                      Session.establish(network, terms, SessionPairs.seeded("party" + party));
                  Evaluator evaluator = protocol.evaluator(session, run.stores[party])) {
                evaluator.begin(circuit);
                evaluator.random(new RandomBatch(circuit.outputSlots()));
                return evaluator.output(new OutputBatch(circuit, io));
              }
            });
    assertEquals(opened.get(0), opened.get(1));
    assertEquals(0, run.stores[0].available(material.randomBits()));
    int[] histogram = new int[256];
    for (int wire = 0; wire < wires; wire += 8) {
      for (int lane = 0; lane < lanes; lane++) {
        int value = 0;
        for (int i = 0; i < 8; i++) {
          value = 2 * value + (opened.get(0).get(wire + i, lane) ? 1 : 0);
        }
        histogram[value]++;
      }
    }
    Uniformity.require(histogram, "random values");
  }
}
