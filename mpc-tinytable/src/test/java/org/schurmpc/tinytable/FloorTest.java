package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.run.Computation;

/** Below the floor the library runs TinyTable only with the option insecure(). */
class FloorTest {
  private static final int LANES = 3;

  private final Circuit circuit = RandomCircuits.built(4, 60);
  private final IoMap io = IoMaps.random(circuit, new Random(4));

  private Computation.Plan plan(ProtocolOptions options) throws Refused {
    return Computation.plan("tinytable", circuit, io, options);
  }

  private static ProtocolOptions mac(String mac) {
    return new ProtocolOptions(LANES, Map.of("mac", mac));
  }

  @ParameterizedTest
  @CsvSource({
    "passive, not actively secure",
    "lookup32, of σ = 32 bits only",
  })
  void belowIsRefused(String mac, String why) throws Exception {
    String message = assertThrows(Refused.class, () -> plan(mac(mac))).getMessage();
    assertTrue(message.contains("tinytable is " + why), message);
    assertTrue(plan(mac(mac).insecure()).lack().orElseThrow().contains(why));
  }

  @ParameterizedTest
  @ValueSource(strings = {"linear", "lookup64", "codeword"})
  void aboveIsPlanned(String mac) throws Exception {
    assertEquals(Optional.empty(), plan(mac(mac)).lack());
  }

  @Test
  void insecureRunsAndSaysSo() throws Exception {
    BitMatrix[] inputs = {
      RandomCircuits.inputs(circuit, LANES, 1), RandomCircuits.inputs(circuit, LANES, 2)
    };
    BitMatrix expected =
        PlainEvaluation.evaluate(circuit, IoMaps.join(circuit, io, inputs[0], inputs[1]));
    List<BitMatrix> outputs =
        Parties.run(
            2,
            Duration.ofMinutes(1),
            network -> {
              Computation.Plan plan = plan(mac("passive").insecure());
              try (Computation computation = plan.connect(network)) {
                assertTrue(computation.security().startsWith("INSECURE: not actively secure"));
                return computation.evaluate(inputs[network.party()]);
              }
            });
    for (int party = 0; party < 2; party++) {
      assertEquals(IoMaps.visible(circuit, io, expected, party), outputs.get(party));
    }
  }
}
