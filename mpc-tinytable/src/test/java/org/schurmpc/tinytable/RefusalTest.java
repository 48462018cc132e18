package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.word.WordParameters;

/** What cannot be evaluated is refused before anything is sent or dealt. */
class RefusalTest {
  private static final IoMap SHARED =
      new IoMap(List.of(new InputSource.Shared()), List.of(new OutputTarget.All()));

  private static Circuit identity() {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.input(2));
    return builder.build();
  }

  private static void requireRefusal(String sentence, int lanes, Circuit circuit, IoMap io)
      throws Exception {
    TinyTable protocol = Configurations.tinytable("lookup64", lanes, "plain");
    LayeredCircuit layered = LayeredCircuit.of(circuit);
    String message = assertThrows(Refused.class, () -> protocol.demand(layered, io)).getMessage();
    assertTrue(message.contains(sentence), message);
  }

  /** The tags of 2^19 gates with 4096 lanes do not fit into one array. */
  @Test
  void tooManyGatesInALayer() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] in = builder.input(1 << 10);
    int sum = in[0];
    for (int i = 0; i < 1 << 19; i++) {
      sum = builder.xor(sum, builder.and(in[i & 1023], in[(i + 1 + (i >> 10)) & 1023]));
    }
    builder.output(sum);
    Circuit circuit = builder.build();
    TinyTable narrow = Configurations.tinytable("lookup64", 64, "plain");
    assertFalse(narrow.demand(LayeredCircuit.of(circuit), SHARED).quotas().isEmpty());
    requireRefusal("bits in a layer with 4096 lanes", 4096, circuit, SHARED);
  }

  @Test
  void tablesTooLargeForLookups() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.lookup(RandomCircuits.table(new Random(1), 3, 16), builder.input(3)));
    requireRefusal("use the linear MAC", 64, builder.build(), SHARED);
  }

  @Test
  void thirdParties() throws Exception {
    OutputTarget all = new OutputTarget.All();
    String sentence = "two parties";
    requireRefusal(
        sentence, 64, identity(), new IoMap(List.of(new InputSource.Private(2)), List.of(all)));
    requireRefusal(
        sentence,
        64,
        identity(),
        new IoMap(List.of(new InputSource.Public()), List.of(new OutputTarget.Only(2))));
    var three = new ProtocolOptions(3, 64, Map.of());
    assertThrows(Refused.class, () -> new TinyTableProtocol().configure(three));
  }

  @Test
  void unknownOptions() {
    var options = new ProtocolOptions(64, Map.of("packing", "bits"));
    String message =
        assertThrows(Refused.class, () -> new TinyTableProtocol().configure(options)).getMessage();
    assertTrue(message.contains("packing"), message);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void dealingToOthersThanTwo(int parties) throws Exception {
    TinyTable protocol = Configurations.tinytable("linear", 64, "plain");
    var demand = protocol.demand(LayeredCircuit.of(identity()), SHARED);
    var stores =
        List.of(new MemoryPrepStore(), new MemoryPrepStore(), new MemoryPrepStore())
            .subList(0, parties);
    try (TrustedDealer dealer = protocol.dealer(SessionPairs.seeded("dealer"))) {
      assertThrows(IllegalArgumentException.class, () -> dealer.dealKeys(stores));
      assertThrows(IllegalArgumentException.class, () -> dealer.deal(demand, stores));
    }
  }

  private static ConfiguredProtocol codewords(String code, String sigma, int lanes)
      throws Exception {
    Map<String, String> options = Map.of("mac", "codeword", "code", code, "sigma", sigma);
    return new TinyTableProtocol().configure(new ProtocolOptions(lanes, options));
  }

  /** The distance of C* must exceed sigma / 4; a dealer needs no more than 8. */
  @ParameterizedTest
  @CsvSource({
    "256x120, 64, true",
    "255x85, 64, true",
    "255x120, 64, true",
    "256x121, 64, false",
    "256x121, 40, true",
    "21x6, 40, true",
    "20x6, 40, false"
  })
  void codesTooShortForOwnWords(String code, String sigma, boolean prepared) throws Exception {
    ConfiguredProtocol protocol = codewords(code, sigma, 1);
    assertEquals(prepared, protocol.preprocesses());
    if (prepared) {
      int claimed = WordParameters.claimed(ReedSolomon.named(code), protocol.sigma());
      assertEquals(protocol.sigma(), claimed);
      assertEquals(Integer.parseInt(sigma), protocol.withOwnMaterial().sigma());
      return;
    }
    for (Executable call :
        List.<Executable>of(protocol::withOwnMaterial, () -> protocol.preprocessor(null))) {
      String message = assertThrows(Refused.class, call).getMessage();
      assertTrue(message.contains("code " + code + " is too short"), message);
    }
  }

  @Test
  void tablesTooLargeForOwnWords() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.lookup(RandomCircuits.table(new Random(1), 14, 8), builder.input(14)));
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    ConfiguredProtocol protocol = codewords("256x120", "64", 960);
    assertFalse(protocol.demand(circuit, io).quotas().isEmpty());
    ConfiguredProtocol own = protocol.withOwnMaterial();
    String message = assertThrows(Refused.class, () -> own.demand(circuit, io)).getMessage();
    assertTrue(message.contains("use mac linear or a dealer"), message);
    assertSame(own, own.withOwnMaterial());
  }
}
