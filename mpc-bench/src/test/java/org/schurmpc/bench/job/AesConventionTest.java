package org.schurmpc.bench.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.bench.job.AesConvention.BitOrder;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitAssembler;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.io.CircuitLibrary;

class AesConventionTest {
  @ParameterizedTest
  @ValueSource(strings = {"aes_128", "aes_128_shallow", "aes_128_sbox"})
  void knowsTheLibrary(String name) throws Exception {
    AesConvention expected = new AesConvention(true, BitOrder.REVERSED);
    assertEquals(Optional.of(expected), AesConvention.of(CircuitLibrary.open(name)));
  }

  /** The library's circuit with its wires permuted into another convention. */
  private static Circuit permuted(Circuit aes, AesConvention to) {
    int copies = 128;
    int wires = 256 + aes.gateCount() + copies;
    CircuitAssembler result = new CircuitAssembler(wires, new int[] {128, 128}, new int[] {128});
    AesConvention from = new AesConvention(true, BitOrder.REVERSED);
    int[] of = new int[aes.wireCount()];
    for (int i = 0; i < 16; i++) {
      for (int bit = 0; bit < 8; bit++) {
        of[from.keyWire() + from.order().wire(i, bit)] = to.keyWire() + to.order().wire(i, bit);
        of[from.plaintextWire() + from.order().wire(i, bit)] =
            to.plaintextWire() + to.order().wire(i, bit);
      }
    }
    for (int g = 0; g < aes.gateCount(); g++) {
      of[aes.out(g)] = 256 + g;
      int left = aes.left(g) < 0 ? -1 : of[aes.left(g)];
      int right = aes.right(g) < 0 ? -1 : of[aes.right(g)];
      result.add(aes.type(g), left, right, 256 + g);
    }
    for (int i = 0; i < 16; i++) {
      for (int bit = 0; bit < 8; bit++) {
        int source = of[aes.firstOutputWire() + from.order().wire(i, bit)];
        result.add(GateType.EQW, source, -1, wires - copies + to.order().wire(i, bit));
      }
    }
    return result.assemble();
  }

  @ParameterizedTest
  @EnumSource(BitOrder.class)
  void findsEveryConvention(BitOrder order) throws Exception {
    Circuit aes = CircuitLibrary.open("aes_128");
    for (boolean keyFirst : new boolean[] {true, false}) {
      AesConvention convention = new AesConvention(keyFirst, order);
      assertEquals(Optional.of(convention), AesConvention.of(permuted(aes, convention)));
    }
  }

  @Test
  void isNotFooledByTheShape() {
    CircuitAssembler xor = new CircuitAssembler(384, new int[] {128, 128}, new int[] {128});
    for (int i = 0; i < 128; i++) {
      xor.add(GateType.XOR, i, 128 + i, 256 + i);
    }
    assertTrue(AesConvention.of(xor.assemble()).isEmpty());
  }
}
