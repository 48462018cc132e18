package org.schurmpc.core.circuit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.bits.BitMatrix;

/** Lookups in circuits: given one by one, built, laid out. */
class LookupGateTest {
  private static final LookupTable SQUARE = new LookupTable(2, 4, new int[] {0, 1, 4, 9});
  private static final LookupTable PARITY = new LookupTable(2, 1, new int[] {0, 1, 1, 0});

  private static CircuitAssembler assembler() {
    return new CircuitAssembler(8, new int[] {2}, new int[] {2});
  }

  private static Circuit both() {
    CircuitAssembler gates = assembler();
    gates.addLookup(SQUARE, new int[] {1, 0}, new int[] {7, 3, 5, 2});
    gates.addLookup(PARITY, new int[] {5, 5}, new int[] {4});
    gates.add(GateType.AND, 4, 3, 6);
    return gates.assemble();
  }

  @Test
  void everyGateSaysWhatItReadsAndWrites() {
    Circuit circuit = both();
    assertEquals(3, circuit.gateCount());
    assertEquals(2, circuit.count(GateType.LOOKUP));
    assertEquals(List.of(SQUARE, PARITY), circuit.tables());
    assertEquals(GateType.LOOKUP, circuit.type(0));
    assertEquals(SQUARE, circuit.table(0));
    assertEquals(1, circuit.tableNumber(1));
    assertArrayEquals(
        new int[] {-1, -1, 7}, new int[] {circuit.left(0), circuit.right(0), circuit.out(0)});
    assertWires(circuit, 0, new int[] {1, 0}, new int[] {7, 3, 5, 2});
    assertWires(circuit, 1, new int[] {5, 5}, new int[] {4});
    assertWires(circuit, 2, new int[] {4, 3}, new int[] {6});
    assertThrows(IllegalArgumentException.class, () -> circuit.table(2));
    assertThrows(IllegalArgumentException.class, () -> circuit.tableNumber(2));
  }

  @Test
  void gatesOfOneWireSayThemToo() {
    CircuitAssembler gates = new CircuitAssembler(6, new int[] {1}, new int[] {1});
    gates.add(GateType.INV, 0, -1, 1);
    gates.add(GateType.EQW, 1, -1, 2);
    gates.add(GateType.ZERO, -1, -1, 3);
    gates.add(GateType.ONE, -1, -1, 4);
    gates.add(GateType.XOR, 3, 4, 5);
    Circuit circuit = gates.assemble();
    assertWires(circuit, 0, new int[] {0}, new int[] {1});
    assertWires(circuit, 1, new int[] {1}, new int[] {2});
    assertWires(circuit, 2, new int[0], new int[] {3});
    assertWires(circuit, 3, new int[0], new int[] {4});
    assertWires(circuit, 4, new int[] {3, 4}, new int[] {5});
  }

  private static void assertWires(Circuit circuit, int gate, int[] in, int[] out) {
    assertEquals(in.length, circuit.inputCount(gate));
    assertEquals(out.length, circuit.outputCount(gate));
    for (int i = 0; i < in.length; i++) {
      assertEquals(in[i], circuit.input(gate, i));
    }
    for (int i = 0; i < out.length; i++) {
      assertEquals(out[i], circuit.output(gate, i));
    }
    assertThrows(IndexOutOfBoundsException.class, () -> circuit.input(gate, in.length));
    assertThrows(IndexOutOfBoundsException.class, () -> circuit.input(gate, -1));
    assertThrows(IndexOutOfBoundsException.class, () -> circuit.output(gate, out.length));
    assertThrows(IndexOutOfBoundsException.class, () -> circuit.output(gate, -1));
  }

  @Test
  void equalCircuitsHaveEqualTablesAndWires() {
    assertEquals(both(), both());
    assertEquals(both().hashCode(), both().hashCode());
    LookupTable other = new LookupTable(2, 4, new int[] {0, 1, 4, 8});
    CircuitAssembler table = assembler();
    table.addLookup(other, new int[] {1, 0}, new int[] {7, 3, 5, 2});
    CircuitAssembler input = assembler();
    input.addLookup(SQUARE, new int[] {1, 1}, new int[] {7, 3, 5, 2});
    CircuitAssembler output = assembler();
    output.addLookup(SQUARE, new int[] {1, 0}, new int[] {7, 5, 3, 2});
    for (CircuitAssembler gates : List.of(table, input, output)) {
      gates.addLookup(PARITY, new int[] {5, 5}, new int[] {4});
      gates.add(GateType.AND, 4, 3, 6);
      assertNotEquals(both(), gates.assemble());
    }
  }

  @Test
  void equalTablesAreOneTable() {
    CircuitAssembler gates = new CircuitAssembler(5, new int[] {2}, new int[] {1});
    gates.addLookup(PARITY, new int[] {0, 1}, new int[] {2});
    gates.addLookup(new LookupTable(2, 1, new int[] {0, 1, 1, 0}), new int[] {2, 1}, new int[] {3});
    gates.addLookup(new LookupTable(2, 1, new int[] {0, 0, 0, 1}), new int[] {2, 1}, new int[] {4});
    Circuit circuit = gates.assemble();
    assertEquals(2, circuit.tables().size());
    assertEquals(circuit.table(0), circuit.table(1));
    assertEquals(1, circuit.tableNumber(2));
  }

  @Test
  void theAssemblerRefusesWhatIsNoLookup() {
    assertRefused("2 input and 4 output bits", new int[] {0}, new int[] {2, 3, 4, 5});
    assertRefused("2 input and 4 output bits", new int[] {0, 1}, new int[] {2, 3, 4});
    assertRefused("wire 6 is read before", new int[] {0, 6}, new int[] {2, 3, 4, 5});
    assertRefused("wire 2 is read before", new int[] {0, 2}, new int[] {2, 3, 4, 5});
    assertRefused("wire 8 is not one of 8", new int[] {0, 8}, new int[] {2, 3, 4, 5});
    assertRefused("wire -1 is not one of 8", new int[] {0, -1}, new int[] {2, 3, 4, 5});
    assertRefused("wire 1 is an input", new int[] {0, 1}, new int[] {2, 3, 4, 1});
    assertRefused("wire 1 is an input", new int[] {0, 1}, new int[] {1, 3, 4, 5});
    assertRefused("wire 3 is written twice", new int[] {0, 1}, new int[] {2, 3, 4, 3});
    assertRefused("wire 8 is not one of 8", new int[] {0, 1}, new int[] {2, 3, 4, 8});
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> assembler().add(GateType.LOOKUP, 0, 1, 2));
    assertTrue(e.getMessage().contains("table"), e.getMessage());
  }

  private static void assertRefused(String reason, int[] in, int[] out) {
    CircuitAssembler gates = assembler();
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> gates.addLookup(SQUARE, in, out));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  @Test
  void wiresThatAreNeverWrittenAreMissedBesideLookups() {
    CircuitAssembler gates = assembler();
    gates.addLookup(SQUARE, new int[] {1, 0}, new int[] {7, 3, 5, 2});
    gates.addLookup(PARITY, new int[] {5, 5}, new int[] {4});
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, gates::assemble);
    assertEquals("wire 6 is never written", e.getMessage());
  }

  @Test
  void theBuilderFoldsConstantsAndMakesEqualLookupsOnce() {
    CircuitBuilder b = new CircuitBuilder();
    int[] x = b.input(2);
    int zero = b.constant(false);
    int one = b.constant(true);
    assertArrayEquals(new int[] {one, zero, zero, one}, b.lookup(SQUARE, one, one));
    int[] square = b.lookup(SQUARE, x);
    assertArrayEquals(square, b.lookup(SQUARE, x[0], x[1]));
    assertArrayEquals(square, b.lookup(new LookupTable(2, 4, new int[] {0, 1, 4, 9}), x));
    assertNotEquals(square[0], b.lookup(SQUARE, x[1], x[0])[0]);
    assertEquals(1, b.depth(square[3]));
    int[] half = b.lookup(SQUARE, one, x[1]); // of 1 and 3
    b.output(half);
    Circuit circuit = b.build();
    assertEquals(List.of(new LookupTable(1, 4, new int[] {1, 9})), circuit.tables());
    assertEquals(1, circuit.gateCount());
    assertThrows(IllegalArgumentException.class, () -> b.lookup(SQUARE, x[0]));
    assertThrows(IllegalArgumentException.class, () -> b.lookup(SQUARE, x[0], 1_000));
  }

  @Test
  void theBuilderLeavesOutDeadLookupsAndKeepsAllOutputsOfOthers() {
    CircuitBuilder b = new CircuitBuilder();
    int[] x = b.input(2);
    b.lookup(PARITY, x);
    int[] square = b.lookup(SQUARE, x);
    b.output(square[3], square[0], square[3]);
    Circuit circuit = b.build();
    assertEquals(1, circuit.count(GateType.LOOKUP));
    assertEquals(2 + 2 + 3, circuit.wireCount());
    BitMatrix inputs = new BitMatrix(2, 4);
    for (int lane = 0; lane < 4; lane++) {
      inputs.set(0, lane, (lane & 1) != 0);
      inputs.set(1, lane, (lane & 2) != 0);
    }
    BitMatrix outputs = PlainEvaluation.evaluate(circuit, inputs);
    for (int lane = 0; lane < 4; lane++) {
      assertEquals(lane == 3, outputs.get(0, lane));
      assertEquals(lane % 2 == 1, outputs.get(1, lane));
      assertEquals(lane == 3, outputs.get(2, lane));
    }
  }

  /** Against a truth table of all wires, as the gates of one wire are in CircuitBuilderTest. */
  @Test
  void theBuilderKeepsTheFunction() {
    for (long seed = 0; seed < 1000; seed++) {
      Random random = new Random(seed);
      CircuitBuilder builder = new CircuitBuilder();
      int[] wires = new int[60];
      int[] truth = new int[wires.length];
      System.arraycopy(builder.input(4), 0, wires, 0, 4);
      System.arraycopy(new int[] {0xaaaa, 0xcccc, 0xf0f0, 0xff00}, 0, truth, 0, 4);
      wires[4] = builder.constant(true);
      truth[4] = 0xffff;
      LookupTable[] tables = {
        RandomCircuits.table(random, 3, 2), RandomCircuits.table(random, 4, 3), PARITY
      };
      int at = 5;
      while (at + 3 <= wires.length) {
        LookupTable table = tables[random.nextInt(tables.length)];
        int[] from = random.ints(table.inputBits(), 0, at).toArray();
        int[] in = new int[from.length];
        for (int i = 0; i < in.length; i++) {
          in[i] = wires[from[i]];
        }
        int[] out = builder.lookup(table, in);
        System.arraycopy(out, 0, wires, at, out.length);
        for (int row = 0; row < 16; row++) {
          int index = 0;
          for (int i = 0; i < from.length; i++) {
            index |= (truth[from[i]] >> row & 1) << i;
          }
          for (int i = 0; i < out.length; i++) {
            truth[at + i] |= (table.entry(index) >> i & 1) << row;
          }
        }
        at += out.length;
        if (random.nextBoolean() && at < wires.length) {
          int a = random.nextInt(at);
          wires[at] = builder.not(wires[a]);
          truth[at++] = ~truth[a] & 0xffff;
        }
      }
      for (int i = at; i < wires.length; i++) {
        wires[i] = wires[0];
        truth[i] = truth[0];
      }
      builder.output(wires);
      assertArrayEquals(truth, CircuitBuilderTest.truthTable(builder.build()), "seed " + seed);
    }
  }

  @Test
  void aLayerHasAndsAndLookups() {
    CircuitBuilder b = new CircuitBuilder();
    int[] x = b.input(2);
    int[] square = b.lookup(SQUARE, x);
    int product = b.and(x[0], x[1]);
    b.output(b.lookup(PARITY, product, square[0])[0]);
    b.output(b.lookup(PARITY, product, x[0])[0]);
    LayeredCircuit layered = LayeredCircuit.of(b.build());
    assertEquals(2, layered.depth());
    assertEquals(1, layered.andCount());
    assertEquals(3, layered.lookupCount());
    assertEquals(1, layered.multiply(0).size());
    assertEquals(0, layered.multiply(1).size());
    assertEquals(1, layered.lookup(0).size());
    assertEquals(SQUARE, layered.lookup(0).table(0));
    LookupBatch second = layered.lookup(1);
    assertEquals(2, second.size());
    assertEquals(1, second.firstGate());
    assertEquals(second.input(0, 0), second.input(1, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> second.table(2));
    assertThrows(IndexOutOfBoundsException.class, () -> second.gate(-1));
    assertThrows(IndexOutOfBoundsException.class, () -> second.input(0, 2));
    assertThrows(IndexOutOfBoundsException.class, () -> second.output(1, 1));
    assertThrows(IndexOutOfBoundsException.class, () -> second.output(1, -1));
    CircuitStatistics figures = CircuitStatistics.of(layered);
    assertEquals(2, figures.depth());
    assertArrayEquals(new int[] {1, 0}, figures.andsPerLayer());
    assertArrayEquals(new int[] {1, 2}, figures.lookupsPerLayer());
    assertTrue(figures.toString().startsWith("1 AND, 3 LOOKUP, 0 XOR"), figures.toString());
    assertTrue(figures.toString().contains("EQ, depth 2"), figures.toString());
  }

  /** Outputs of a lookup that nothing reads do not stay in memory. */
  @Test
  void memoryIsBoundedByLiveWires() {
    CircuitBuilder b = new CircuitBuilder();
    int[] x = b.input(2);
    for (int i = 0; i < 1_000; i++) {
      int[] square = b.lookup(SQUARE, x);
      x = new int[] {square[0], square[3]};
    }
    b.output(x[0]);
    LayeredCircuit layered = LayeredCircuit.of(b.build());
    assertEquals(1_000, layered.depth());
    assertTrue(layered.slotCount() <= 6, "slots: " + layered.slotCount());
  }

  @Test
  void deadLookupsAreLeftOutOfTheLayout() {
    CircuitAssembler gates = new CircuitAssembler(5, new int[] {2}, new int[] {1});
    gates.addLookup(PARITY, new int[] {0, 1}, new int[] {2});
    gates.addLookup(PARITY, new int[] {2, 1}, new int[] {3});
    gates.addLookup(PARITY, new int[] {0, 0}, new int[] {4});
    LayeredCircuit layered = LayeredCircuit.of(gates.assemble());
    assertEquals(1, layered.depth());
    assertEquals(1, layered.lookupCount());
    assertEquals(2, layered.lookup(0).gate(0));
    assertEquals(2, CircuitStatistics.of(layered).depth());
  }
}
