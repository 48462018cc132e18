package org.schurmpc.cli.circuit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.cli.circuit.AesConvention.BitOrder;
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

  @ParameterizedTest
  @ValueSource(strings = {"aes_128_expanded", "aes_128_expanded_shallow", "aes_128_expanded_sbox"})
  void knowsExpandedKeys(String name) throws Exception {
    Circuit circuit = CircuitLibrary.open(name);
    AesConvention expected = new AesConvention(true, true, BitOrder.REVERSED);
    assertEquals(Optional.of(expected), AesConvention.of(circuit));
    assertEquals("expanded key, then plaintext; the whole string reversed", expected.toString());
  }

  @Test
  void decryptionIsSomethingElse() throws Exception {
    assertTrue(AesConvention.of(CircuitLibrary.open("aes_128_expanded_decrypt")).isEmpty());
    assertTrue(AesConvention.of(CircuitLibrary.open("aes_192_expanded")).isEmpty());
  }

  /** Returns the library's circuit with its wires permuted into another convention. */
  private static Circuit permuted(Circuit aes, AesConvention to) {
    int copies = 128;
    int inputs = aes.inputWires();
    int wires = inputs + aes.gateCount() + copies;
    int[] sizes = {to.keyFirst() ? to.keyBits() : 128, to.keyFirst() ? 128 : to.keyBits()};
    CircuitAssembler result = new CircuitAssembler(wires, sizes, new int[] {128});
    AesConvention from = new AesConvention(true, to.expandedKey(), BitOrder.REVERSED);
    int[] of = new int[aes.wireCount()];
    map(of, from.keyWire(), from, to.keyWire(), to, to.keyBits());
    map(of, from.plaintextWire(), from, to.plaintextWire(), to, 128);
    for (int g = 0; g < aes.gateCount(); g++) {
      of[aes.out(g)] = inputs + g;
      int left = aes.left(g) < 0 ? -1 : of[aes.left(g)];
      int right = aes.right(g) < 0 ? -1 : of[aes.right(g)];
      result.add(aes.type(g), left, right, inputs + g);
    }
    int[] outputs = new int[aes.wireCount()];
    map(outputs, aes.firstOutputWire(), from, 0, to, 128);
    for (int wire = aes.firstOutputWire(); wire < aes.wireCount(); wire++) {
      result.add(GateType.EQW, of[wire], -1, wires - copies + outputs[wire]);
    }
    return result.assemble();
  }

  /** Assigns to each wire of a value its wire in the other convention. */
  private static void map(
      int[] of, int first, AesConvention from, int toFirst, AesConvention to, int bits) {
    for (int i = 0; i < bits / 8; i++) {
      for (int bit = 0; bit < 8; bit++) {
        of[first + from.order().wire(i, bit, bits / 8)] =
            toFirst + to.order().wire(i, bit, bits / 8);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(BitOrder.class)
  void findsEveryConvention(BitOrder order) throws Exception {
    for (boolean expanded : new boolean[] {false, true}) {
      Circuit aes = CircuitLibrary.open(expanded ? "aes_128_expanded" : "aes_128");
      for (boolean keyFirst : new boolean[] {true, false}) {
        AesConvention convention = new AesConvention(keyFirst, expanded, order);
        assertEquals(Optional.of(convention), AesConvention.of(permuted(aes, convention)));
      }
    }
  }

  /** Uses the example of FIPS 197, appendix A.1. */
  @Test
  void expandsKeys() {
    byte[] key = HexFormat.of().parseHex("2b7e151628aed2a6abf7158809cf4f3c");
    String words = HexFormat.of().formatHex(new AesKeySchedule().expand(key));
    assertEquals(2 * 176, words.length());
    assertTrue(words.startsWith("2b7e151628aed2a6abf7158809cf4f3ca0fafe1788542cb1"), words);
    assertTrue(words.endsWith("d014f9a8c9ee2589e13f0cc8b6630ca6"), words);
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
