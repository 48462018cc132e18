package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.minimac.Configurations.ITEMS;
import static org.schurmpc.minimac.Configurations.TWO;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.contract.CheatedRun;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.Packing;

/** Tags of material that change places, and material of another rung. */
class LadderLyingTest {
  private final Random random = new Random(45);

  private void requireCaught(
      Variant variant, int cheater, MaterialKind kind, AlteredStore.Alteration alteration)
      throws Exception {
    CheatedRun cheat =
        new CheatedRun(
            Configurations.of(variant), CheatingTest.FEW, false, cheater, random.nextLong());
    cheat.alter(kind, 7, alteration);
    CheatedRun.Outcome honest = cheat.honestOutcome();
    cheat.requireAltered();
    cheat.requireCaught(honest, Check.MAC);
  }

  /**
   * Tags that are not sent one by one: those of two words change places, or one is left out, before
   * they are hashed.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void tagsReorderedOrDropped(boolean dropped) throws Exception {
    for (Packing packing : Packing.values()) {
      for (int cheater = 0; cheater < 2; cheater++) {
        Variant variant =
            Configurations.rung("255x85", packing, ConversionMode.ONE, true, OpeningMode.BATCHED);
        MaterialKind kind = packing == Packing.BYTES ? ITEMS.triple() : ITEMS.and();
        for (MaterialKind altered : List.of(kind, ITEMS.pair())) {
          requireCaught(
              variant,
              cheater,
              altered,
              (data, offset) -> {
                int first = offset + TWO.mac(0, 1);
                int second = first + TWO.longs();
                long[] tag = Arrays.copyOfRange(data, first, first + Codeword.LONGS);
                if (dropped) {
                  Arrays.fill(data, first, first + Codeword.LONGS, 0);
                } else {
                  System.arraycopy(data, second, data, first, Codeword.LONGS);
                  System.arraycopy(tag, 0, data, second, Codeword.LONGS);
                }
              });
        }
      }
    }
  }

  /** Material that was made for one rung is refused by every other that takes another. */
  @ParameterizedTest
  @ValueSource(strings = {"255x85", "256x120"})
  void materialOfAnotherVariant(String code) throws Exception {
    var batched = OpeningMode.BATCHED;
    List<Variant> variants =
        List.of(
            Configurations.rung(code, Packing.BYTES, ConversionMode.ONE, false, batched),
            Configurations.rung(code, Packing.BITS, ConversionMode.SYMMETRIC, true, batched),
            Configurations.rung(code, Packing.BITS, ConversionMode.NONE, true, batched),
            Configurations.minitrixVariant(ReedSolomon.named(code)),
            Configurations.rung(
                code.equals("255x85") ? "256x120" : "255x85",
                Packing.BYTES,
                ConversionMode.ONE,
                false,
                batched));
    LayeredCircuit circuit = LayeredCircuit.of(RandomCircuits.of(1));
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    for (Variant made : variants) {
      for (Variant used : variants) {
        if (!made.equals(used)) {
          ProtocolRun of = new ProtocolRun(Configurations.of(made), circuit, io, 8);
          ProtocolRun with = new ProtocolRun(Configurations.of(used), circuit, io, 8);
          with.stores[0] = of.stores[0];
          with.stores[1] = of.stores[1];
          String message = refusal(with);
          assertTrue(message.contains("'" + made.material().storeName() + "'"), message);
          assertTrue(message.contains("'" + used.material().storeName() + "'"), message);
        }
      }
    }
    assertEquals(
        variants.size(),
        variants.stream().map(each -> each.material().storeName()).distinct().count());
  }

  /** What both parties say that open an executor on the stores of a run. */
  private static String refusal(ProtocolRun run) throws Exception {
    List<Exception> refusals =
        Parties.run(
            2,
            ProtocolRun.LIMIT,
            network -> {
              try {
                run.evaluate(network, run.inputs("inputs"));
                return null;
              } catch (IllegalStateException e) {
                return e;
              }
            });
    refusals.forEach(e -> assertInstanceOf(IllegalStateException.class, e));
    return refusals.get(0).getMessage();
  }
}
