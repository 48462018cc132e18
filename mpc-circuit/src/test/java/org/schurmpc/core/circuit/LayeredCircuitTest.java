package org.schurmpc.core.circuit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.schurmpc.core.bits.BitMatrix;

class LayeredCircuitTest {
  @Test
  void slotsGiveWhatWiresGive() {
    for (long seed = 0; seed < 3000; seed++) {
      Circuit circuit = seed % 2 == 0 ? RandomCircuits.of(seed) : RandomCircuits.withLookups(seed);
      BitMatrix inputs = RandomCircuits.inputs(circuit, 1 + (int) (seed % 7), seed);
      LayeredCircuit layered = LayeredCircuit.of(circuit);
      assertEquals(
          PlainEvaluation.evaluate(circuit, inputs),
          SlotEvaluation.evaluate(layered, inputs),
          "seed " + seed);
    }
  }

  @Test
  void layoutIsTheSameEveryTime() {
    for (long seed = 0; seed < 200; seed++) {
      LayeredCircuit one = LayeredCircuit.of(RandomCircuits.withLookups(seed));
      LayeredCircuit two = LayeredCircuit.of(RandomCircuits.withLookups(seed));
      assertEquals(one.depth(), two.depth(), "seed " + seed);
      assertArrayEquals(one.inputSlots(), two.inputSlots(), "seed " + seed);
      assertArrayEquals(one.outputSlots(), two.outputSlots(), "seed " + seed);
      for (int d = 0; d < one.depth(); d++) {
        assertEquals(one.multiply(d).size(), two.multiply(d).size(), "seed " + seed);
        for (int i = 0; i < one.multiply(d).size(); i++) {
          assertEquals(one.multiply(d).gate(i), two.multiply(d).gate(i), "seed " + seed);
          assertEquals(one.multiply(d).out(i), two.multiply(d).out(i), "seed " + seed);
        }
        assertEquals(one.lookup(d).size(), two.lookup(d).size(), "seed " + seed);
        for (int i = 0; i < one.lookup(d).size(); i++) {
          assertEquals(one.lookup(d).gate(i), two.lookup(d).gate(i), "seed " + seed);
          assertEquals(one.lookup(d).output(i, 0), two.lookup(d).output(i, 0), "seed " + seed);
        }
      }
    }
  }

  @Test
  void memoryIsBoundedByLiveWires() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(2);
    int a = x[0];
    int b = x[1];
    for (int i = 0; i < 10_000; i++) {
      int c = builder.and(a, b);
      a = b;
      b = builder.xor(c, builder.not(a));
    }
    builder.output(b);
    Circuit circuit = builder.build();
    LayeredCircuit layered = LayeredCircuit.of(circuit);
    assertTrue(layered.slotCount() <= 4, "slots: " + layered.slotCount());
    assertEquals(layered.andCount(), circuit.count(GateType.AND));
  }

  @Test
  void deadGatesAreLeftOutOfTheLayoutAndStayInTheStatistics() {
    CircuitAssembler gates = new CircuitAssembler(6, new int[] {2}, new int[] {1});
    gates.add(GateType.AND, 0, 1, 2);
    gates.add(GateType.AND, 2, 1, 3);
    gates.add(GateType.AND, 3, 2, 4);
    gates.add(GateType.XOR, 2, 0, 5);
    LayeredCircuit layered = LayeredCircuit.of(gates.assemble());
    assertEquals(1, layered.depth());
    assertEquals(1, layered.andCount());
    assertEquals(0, layered.linear(0).size());
    assertEquals(3, layered.linear(1).gate(0));
    CircuitStatistics statistics = CircuitStatistics.of(layered);
    assertEquals(3, statistics.count(GateType.AND));
    assertEquals(3, statistics.depth());
    assertArrayEquals(new int[] {1, 1, 1}, statistics.andsPerLayer());
  }

  @Test
  void batchesRefuseAnIndexOutsideOfThem() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(2);
    int product = builder.and(x[0], x[1]);
    builder.output(builder.and(product, builder.not(x[0])));
    LayeredCircuit layered = LayeredCircuit.of(builder.build());
    assertThrows(IndexOutOfBoundsException.class, () -> layered.multiply(0).out(1));
    assertThrows(IndexOutOfBoundsException.class, () -> layered.linear(0).out(-1));
  }
}
