package org.schurmpc.core.circuit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.bits.BitMatrix;

class CircuitBuilderTest {
  @Test
  void simplificationKeepsTheFunction() {
    for (long seed = 0; seed < 2000; seed++) {
      Random random = new Random(seed);
      CircuitBuilder builder = new CircuitBuilder();
      int[] wires = new int[60];
      // Bit r of a value: what the wire is in row r of the truth table of 4 inputs.
      int[] truth = new int[wires.length];
      System.arraycopy(builder.input(4), 0, wires, 0, 4);
      System.arraycopy(new int[] {0xaaaa, 0xcccc, 0xf0f0, 0xff00}, 0, truth, 0, 4);
      for (int i = 4; i < wires.length; i++) {
        int a = random.nextInt(i);
        int b = random.nextInt(i);
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> {
            wires[i] = builder.xor(wires[a], wires[b]);
            truth[i] = truth[a] ^ truth[b];
          }
          case 3, 4 -> {
            wires[i] = builder.and(wires[a], wires[b]);
            truth[i] = truth[a] & truth[b];
          }
          case 5 -> {
            wires[i] = builder.not(wires[a]);
            truth[i] = ~truth[a] & 0xffff;
          }
          case 6 -> {
            wires[i] = builder.copy(wires[a]);
            truth[i] = truth[a];
          }
          default -> {
            wires[i] = builder.constant(b % 2 == 0);
            truth[i] = b % 2 == 0 ? 0xffff : 0;
          }
        }
      }
      builder.output(wires);
      assertArrayEquals(truth, truthTable(builder.build()), "seed " + seed);
    }
  }

  /** Of a circuit of 4 inputs: bit r of a value is what the output is in row r. */
  static int[] truthTable(Circuit circuit) {
    BitMatrix inputs = new BitMatrix(4, 16);
    for (int row = 0; row < 16; row++) {
      for (int i = 0; i < 4; i++) {
        inputs.set(i, row, (row >> i & 1) != 0);
      }
    }
    BitMatrix outputs = PlainEvaluation.evaluate(circuit, inputs);
    int[] truth = new int[outputs.rows()];
    for (int i = 0; i < truth.length; i++) {
      truth[i] = (int) outputs.words()[outputs.offset(i)];
    }
    return truth;
  }

  @Test
  void simplifies() {
    CircuitBuilder b = new CircuitBuilder();
    int[] x = b.input(2);
    int zero = b.constant(false);
    int one = b.constant(true);
    assertEquals(zero, b.xor(x[0], x[0]));
    assertEquals(x[0], b.xor(x[0], zero));
    assertEquals(b.not(x[0]), b.xor(one, x[0]));
    assertEquals(x[1], b.and(x[1], x[1]));
    assertEquals(zero, b.and(zero, x[1]));
    assertEquals(x[1], b.and(x[1], one));
    assertEquals(zero, b.and(x[1], b.not(x[1])));
    assertEquals(one, b.xor(x[1], b.not(x[1])));
    assertEquals(x[0], b.not(b.not(x[0])));
    assertEquals(b.xor(x[0], x[1]), b.xor(b.not(x[1]), b.not(x[0])));
    assertEquals(b.and(x[0], x[1]), b.and(x[1], x[0]));
    assertEquals(one, b.not(zero));
  }

  @Test
  void onlyWhatOutputsNeedIsBuilt() {
    CircuitBuilder b = new CircuitBuilder();
    int[] x = b.input(2);
    b.and(x[0], x[1]);
    b.output(b.xor(x[0], x[1]));
    assertEquals(1, b.build().gateCount());
  }

  @Test
  void outputsMayBeInputsAndRepeatThemselves() {
    CircuitBuilder b = new CircuitBuilder();
    int[] x = b.input(1);
    int[] y = b.input(1);
    int sum = b.xor(x[0], y[0]);
    b.output(y[0], sum);
    b.output(sum, x[0], b.constant(true));
    Circuit circuit = b.build();
    assertArrayEquals(new int[] {1, 1}, circuit.inputSizes());
    assertArrayEquals(new int[] {2, 3}, circuit.outputSizes());
    assertEquals(2 + 5, circuit.wireCount());
    assertEquals(3, circuit.count(GateType.EQW));
    BitMatrix inputs = new BitMatrix(2, 1);
    inputs.set(0, 0, true);
    BitMatrix outputs = PlainEvaluation.evaluate(circuit, inputs);
    boolean[] expected = {false, true, true, true, true};
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], outputs.get(i, 0), "output " + i);
    }
  }

  @Test
  void copiesStayGates() {
    CircuitBuilder b = new CircuitBuilder();
    int[] x = b.input(1);
    b.output(b.copy(x[0]), b.copy(x[0]));
    assertEquals(2, b.build().count(GateType.EQW));
  }

  @Test
  void refusesForeignWiresAndNoOutputs() {
    CircuitBuilder b = new CircuitBuilder();
    int[] x = b.input(1);
    assertThrows(IllegalArgumentException.class, () -> b.xor(x[0], 7));
    assertThrows(IllegalArgumentException.class, () -> b.and(7, x[0]));
    assertThrows(IllegalArgumentException.class, () -> b.and(-1, b.constant(false)));
    assertThrows(IllegalArgumentException.class, () -> b.not(-1));
    assertThrows(IllegalArgumentException.class, () -> b.copy(1_000));
    assertThrows(IllegalArgumentException.class, () -> b.output(1_000));
    assertThrows(IllegalArgumentException.class, b::build);
  }

  @Test
  void manyLanesAreEvaluatedInStrips() {
    CircuitBuilder b = new CircuitBuilder();
    int[] x = b.input(3000);
    int sum = b.constant(true);
    for (int wire : x) {
      sum = b.xor(sum, wire);
    }
    b.output(sum, b.constant(true));
    // 3000 rows of 400 words are more than one strip.
    BitMatrix inputs = new BitMatrix(3000, 64 * 400 - 5);
    Random random = new Random(5);
    long[] parity = new long[400];
    for (int i = 0; i < 3000; i++) {
      for (int w = 0; w < 400; w++) {
        long word = random.nextLong();
        inputs.words()[inputs.offset(i) + w] = w == 399 ? word & -1L >>> 5 : word;
        parity[w] ^= inputs.words()[inputs.offset(i) + w];
      }
    }
    BitMatrix outputs = PlainEvaluation.evaluate(b.build(), inputs);
    for (int w = 0; w < 400; w++) {
      long mask = w == 399 ? -1L >>> 5 : -1L;
      assertEquals(~parity[w] & mask, outputs.words()[w], "word " + w);
      assertEquals(mask, outputs.words()[400 + w], "word " + w);
    }
    assertTrue(b.build().wireCount() * 400 > 1 << 20, "the circuit must need strips");
    assertThrows(
        IllegalArgumentException.class,
        () -> PlainEvaluation.evaluate(b.build(), new BitMatrix(2999, 1)));
  }
}
