package org.schurmpc.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialIdentity;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.StockPlan;
import org.schurmpc.spdz.material.Material;

/** What users can ask for, and what they are told where it makes no sense. */
class SpdzProtocolTest {
  private static ConfiguredProtocol configure(String protocol, int parties, String... options)
      throws Refused {
    Map<String, String> values = new TreeMap<>();
    for (String option : options) {
      int equals = option.indexOf('=');
      values.put(option.substring(0, equals), option.substring(equals + 1));
    }
    return Protocols.named(protocol).configure(new ProtocolOptions(parties, 1, values));
  }

  @ParameterizedTest
  @CsvSource({
    "spdz, gf2_40, 38",
    "spdz, gf2_42, 40",
    "spdz, gf2_64, 62",
    "spdz, gf2_128, 64",
    "spdz, p128, 64",
    "mascot, 18446744073709551557, 62"
  })
  void sigmaIsTheLesserOf64AndWhatTheFieldGives(String protocol, String field, int sigma)
      throws Exception {
    ConfiguredProtocol configured = configure(protocol, 2, "field=" + field);
    assertEquals(sigma, configured.sigma());
    assertEquals(field, configured.terms().get("field"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "spdz; field=gf2_40 sigma=39; sigma of spdz over gf2_40 is at most 38, not 39",
        "spdz; field=gf2_40 sigma=37; at least 38",
        "spdz; field=gf2_64 sigma=63; at most 62",
        "spdz; field=gf2_64 sigma=39; at least 40",
        "spdz; field=p128 sigma=81; at most 80",
        "spdz; field=4294967291; sigma of spdz over 4294967291 is at least 40, not 30",
        "mascot; field=4294967297; 4294967297",
        "spdz; sigma=many; is a number, not 'many'",
        "spdz; field=gf2_41; gf2_41",
        "spdz; threads=0; threads of spdz is 1 to 128, not '0'",
        "spdz; ot-k=3; ot-k of spdz is one of [1, 2, 4, 8], not '3'",
        "mascot; batch=0; batch of mascot is 1 to",
        "spdz; opening=queen; opening of spdz is one of [all, king], not 'queen'",
        "spdz; macs=linear; protocol spdz has no option 'macs'"
      })
  void refusesWhatMakesNoSense(String protocol, String options, String part) {
    String message =
        assertThrows(Refused.class, () -> configure(protocol, 2, options.split(" "))).getMessage();
    assertTrue(message.contains(part), message);
    assertFalse(message.contains("\n"), message);
  }

  /** The default is above the floor; the papers' field is taken if it is named. */
  @Test
  void plansAreOverALargeFieldOrTheNamedOne() throws Exception {
    Circuit circuit = CircuitLibrary.open("add_64");
    IoMap io = IoMap.roundRobin(circuit, 2);
    Computation.Plan unnamed =
        Computation.plan("spdz", circuit, io, new ProtocolOptions(2, 1, Map.of()));
    assertEquals("gf2_64", unnamed.protocol().terms().get("field"));
    assertEquals(62, unnamed.protocol().sigma());
    assertEquals(Optional.empty(), unnamed.lack());
    for (String field : List.of("gf2_40", "gf2_42", "gf2_64", "gf2_128")) {
      var named = new ProtocolOptions(2, 1, Map.of("field", field));
      assertEquals(Optional.empty(), Computation.plan("spdz", circuit, io, named).lack());
    }
  }

  /** A stock has the default field of plans, so that an evaluation can take it. */
  @Test
  void stocksAreOverTheFieldOfPlans() throws Exception {
    var amounts = new TreeMap<>(Map.of("triple", 1L));
    assertEquals("gf2_64", StockPlan.of("spdz", amounts, Map.of()).protocol().terms().get("field"));
    StockPlan.of("spdz", amounts, Map.of("field", "gf2_40"));
    var tables = new TreeMap<>(Map.of("sbox_aes", 1L));
    Refused refused = assertThrows(Refused.class, () -> StockPlan.of("spdz", tables, Map.of()));
    assertEquals(
        "spdz over gf2_64 has material for triple, bit, input1, input2, sbox_des1, sbox_des2,"
            + " sbox_des3, sbox_des4, sbox_des5, sbox_des6, sbox_des7, sbox_des8, not for"
            + " 'sbox_aes': set the option field to gf2_40",
        refused.getMessage());
    StockPlan.of("mascot", amounts, Map.of());
  }

  @Test
  void upToSixteenPartiesAndAKingFromSixOn() throws Exception {
    assertEquals("all", configure("spdz", 5).terms().get("opening"));
    assertEquals("king", configure("spdz", 6).terms().get("opening"));
    assertEquals("king", configure("spdz", 2, "opening=king").terms().get("opening"));
    assertEquals(16, configure("spdz", 16).parties());
    assertThrows(Refused.class, () -> configure("spdz", 17));
    assertEquals(OptionalInt.of(16), configure("spdz", 3).bytesPerAnd(0));
    assertEquals(OptionalInt.of(10), configure("spdz", 3, "field=gf2_40").bytesPerAnd(0));
    assertEquals(OptionalInt.empty(), configure("spdz", 6).bytesPerAnd(0));
  }

  @Test
  void circuitsAreForSpdzInCharacteristicTwo() throws Exception {
    LayeredCircuit circuit = LayeredCircuit.of(CircuitLibrary.open("add_64"));
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    assertEquals(
        "mascot makes material; evaluate circuits by spdz",
        assertThrows(
                Refused.class, () -> configure("mascot", 2, "field=gf2_40").demand(circuit, io))
            .getMessage());
    String message =
        assertThrows(Refused.class, () -> configure("spdz", 2, "field=p128").demand(circuit, io))
            .getMessage();
    assertTrue(message.contains("p128"), message);
  }

  @Test
  void demandsTriplesBitsAndInputMasks() throws Exception {
    LayeredCircuit circuit = LayeredCircuit.of(CircuitLibrary.open("add_64"));
    IoMap io =
        new IoMap(
            List.of(new InputSource.Shared(), new InputSource.Private(1)),
            List.of(new OutputTarget.Only(0)));
    ConfiguredProtocol spdz =
        Protocols.named("spdz").configure(new ProtocolOptions(2, 3, Map.of("field", "gf2_40")));
    Material material = new Material(Fields.named("gf2_40"), 38);
    Demand demand = spdz.demand(circuit, io);
    assertEquals("spdz over gf2_40, σ 38", demand.protocol());
    assertEquals(
        Map.of(
            material.triples(), 3L * circuit.andCount(),
            material.bits(), 3L * 192,
            material.inputs(0), 3L * 128,
            material.inputs(1), 3L * 128),
        demand.quotas());
  }

  private static String refusal(CircuitBuilder builder, InputSource source, OutputTarget... outputs)
      throws Exception {
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    // Of so many lanes an array holds 102 elements.
    var options = new ProtocolOptions(2, 1, Map.of());
    ConfiguredProtocol spdz =
        new Spdz(SpdzOptions.of(new SpdzProtocol(), SpdzOptions.field("gf2_40"), options), 1 << 20);
    IoMap io = new IoMap(List.of(source), List.of(outputs));
    return assertThrows(Refused.class, () -> spdz.demand(circuit, io)).getMessage();
  }

  /** Each array has its bound; what is not the parties' own input takes none but the wires'. */
  @Test
  void refusesCircuitsThatTakeLargerArraysThanThereAre() throws Exception {
    InputSource known = new InputSource.Public();
    OutputTarget all = new OutputTarget.All();
    CircuitBuilder many = new CircuitBuilder();
    int[] x = many.input(120);
    many.output(Arrays.stream(x).reduce(many::xor).orElseThrow());
    String values = refusal(many, known, all);
    assertTrue(values.contains("102 values at once"), values);

    CircuitBuilder wide = new CircuitBuilder();
    int[] y = wide.input(12);
    int sum = y[0];
    for (int i = 0; i < y.length; i++) {
      for (int j = 0; j < i; j++) {
        sum = wide.xor(sum, wide.and(y[i], y[j]));
      }
    }
    wide.output(sum);
    String gates = refusal(wide, known, all);
    assertTrue(gates.contains("102 AND gates in a layer"), gates);

    CircuitBuilder shared = new CircuitBuilder();
    shared.output(shared.input(60)[0]);
    String inputs = refusal(shared, new InputSource.Shared(), all);
    assertTrue(inputs.contains("102 inputs"), inputs);
  }

  @Test
  void refusesOutputsToPartiesThatAreNone() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.input(1));
    InputSource mine = new InputSource.Private(0);
    assertEquals("there are 2 parties", refusal(builder, mine, new OutputTarget.Only(2)));
  }

  @Test
  void stockHasNames() throws Exception {
    Material material = new Material(Fields.named("p128"), 64);
    TreeMap<String, Long> amounts = new TreeMap<>();
    amounts.put("triple", 5L);
    amounts.put("square", 4L);
    amounts.put("bit", 3L);
    amounts.put("input3", 2L);
    amounts.put("inverse", 1L);
    assertEquals(
        Map.of(
            material.triples(), 5L,
            material.squares(), 4L,
            material.bits(), 3L,
            material.inputs(2), 2L,
            material.inverses(), 1L),
        configure("mascot", 3).stock(amounts).quotas());
    String message =
        assertThrows(Refused.class, () -> configure("spdz", 2, "field=gf2_40").stock(amounts))
            .getMessage();
    assertEquals(
        "spdz over gf2_40 has material for triple, bit, input1, input2, sbox_aes, sbox_des1,"
            + " sbox_des2, sbox_des3, sbox_des4, sbox_des5, sbox_des6, sbox_des7, sbox_des8, not for"
            + " 'input3'",
        message);
    assertEquals(
        Map.of(material.triples(), 7L), configure("mascot", 2).multiplications(7).quotas());
  }

  @Test
  void aCheckerTakesKeysOfTheField() throws Exception {
    List<long[]> keys = List.of(new long[2], new long[2]);
    MaterialIdentity prime = identity("spdz over p128, σ 64", "p128", "64");
    assertFalse(Protocols.named("mascot").checker(prime, keys).kinds().isEmpty());
    MaterialIdentity binary = identity("spdz over gf2_40, σ 38", "gf2_40", "38");
    assertThrows(BadFile.class, () -> Protocols.named("spdz").checker(binary, keys));
    for (MaterialIdentity none :
        List.of(
            identity("tinyot", "p128", "64"),
            identity("spdz over p128, σ 64", "p192", "64"),
            identity("spdz over p128, σ 64", "p128", "40"),
            identity("spdz over p128, σ 64", "p128", "many"),
            new MaterialIdentity("spdz over p128, σ 64", 2, Map.of()))) {
      assertThrows(Refused.class, () -> Protocols.named("spdz").checker(none, keys));
    }
  }

  private static MaterialIdentity identity(String name, String field, String sigma) {
    return new MaterialIdentity(name, 2, Map.of("field", field, "sigma", sigma));
  }
}
