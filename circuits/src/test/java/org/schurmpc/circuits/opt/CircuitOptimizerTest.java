package org.schurmpc.circuits.opt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.ToIntBiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.circuits.lib.Library;
import org.schurmpc.circuits.lib.LibraryCircuit;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitAssembler;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.GateDepths;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.circuit.SharedCircuits;
import org.schurmpc.core.circuit.io.CircuitReader;

class CircuitOptimizerTest {

  private static Circuit optimized(Circuit circuit) {
    Circuit small = CircuitOptimizer.optimize(circuit);
    assertTrue(CircuitComparison.agree(circuit, small, 1), "the same function");
    int before = circuit.count(GateType.AND);
    int after = small.count(GateType.AND);
    assertTrue(after <= before, after + " ANDs of " + before);
    assertTrue(small.count(GateType.LOOKUP) <= circuit.count(GateType.LOOKUP), "lookups");
    assertTrue(
        after < before || new GateDepths(small).max() <= new GateDepths(circuit).max(), "depth");
    GateDepths depths = new GateDepths(small);
    int layer = 0;
    for (int g = 0; g < small.gateCount() && small.type(g) != GateType.EQW; g++) {
      assertTrue(depths.layer(g) >= layer, "in layers");
      layer = depths.layer(g);
    }
    assertEquals(small, CircuitOptimizer.optimize(circuit), "always the same");
    return small;
  }

  @Test
  void randomCircuits() {
    int saved = 0;
    for (int seed = 0; seed < 200; seed++) {
      Circuit circuit = RandomCircuits.of(seed);
      saved += circuit.count(GateType.AND) - optimized(circuit).count(GateType.AND);
    }
    assertTrue(saved > 300, saved + " ANDs saved");
  }

  @Test
  void randomCircuitsWithLookups() {
    int saved = 0;
    int lookups = 0;
    for (int seed = 0; seed < 300; seed++) {
      Circuit circuit = RandomCircuits.withLookups(seed);
      Circuit small = optimized(circuit);
      saved += circuit.count(GateType.AND) - small.count(GateType.AND);
      lookups += small.count(GateType.LOOKUP);
    }
    assertTrue(saved > 300, saved + " ANDs saved");
    assertTrue(lookups > 300, lookups + " lookups left");
  }

  /** A selection, twice, of what lookups give, whose index is the same sum twice. */
  @Test
  void gatesAroundLookups() {
    LookupTable table = RandomCircuits.table(new Random(3), 3, 2);
    CircuitAssembler gates = new CircuitAssembler(18, new int[] {4}, new int[] {2});
    gates.add(GateType.XOR, 0, 1, 4);
    gates.add(GateType.XOR, 1, 0, 5);
    gates.addLookup(table, new int[] {4, 2, 3}, new int[] {6, 7});
    gates.addLookup(table, new int[] {5, 2, 3}, new int[] {8, 9});
    gates.add(GateType.INV, 0, -1, 10);
    gates.add(GateType.AND, 0, 6, 11);
    gates.add(GateType.AND, 10, 9, 12);
    gates.add(GateType.XOR, 11, 12, 16);
    gates.add(GateType.AND, 0, 8, 13);
    gates.add(GateType.AND, 10, 7, 14);
    gates.add(GateType.XOR, 13, 14, 15);
    gates.add(GateType.EQW, 15, -1, 17);
    Circuit small = optimized(gates.assemble());
    assertEquals(1, small.count(GateType.LOOKUP));
    assertEquals(1, small.count(GateType.AND));
  }

  /** Few inputs and many gates: everything depends on everything, in many ways. */
  @Test
  void denseCircuits() {
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      CircuitBuilder builder = new CircuitBuilder();
      int inputs = 3 + random.nextInt(6);
      int[] wires = IntStream.of(builder.input(inputs)).boxed().mapToInt(i -> i).toArray();
      wires = Arrays.copyOf(wires, inputs + 60);
      for (int i = inputs; i < wires.length; i++) {
        int a = wires[random.nextInt(i)];
        int b = wires[random.nextInt(i)];
        int made = random.nextBoolean() ? builder.and(a, b) : builder.xor(a, b);
        wires[i] = random.nextInt(4) == 0 ? builder.not(made) : made;
      }
      builder.output(wires[wires.length - 1], wires[wires.length - 2]);
      builder.output(wires[wires.length - 5]);
      optimized(builder.build());
    }
  }

  /** The comparison itself: one gate that differs, and one that does only for one input of all. */
  @Test
  void circuitsThatDiffer() {
    for (int wires : new int[] {3, 13, 20, 21}) {
      CircuitBuilder[] builders = {new CircuitBuilder(), new CircuitBuilder()};
      for (int i = 0; i < 2; i++) {
        int[] x = builders[i].input(wires);
        int all = x[0];
        for (int wire : x) {
          all = builders[i].and(all, i == 0 || wire != x[2] ? wire : builders[i].not(wire));
        }
        builders[i].output(all);
      }
      boolean agree = CircuitComparison.agree(builders[0].build(), builders[1].build(), 1);
      assertEquals(wires > CircuitComparison.MOST_EXHAUSTED, agree, wires + " wires");
    }
    CircuitBuilder other = new CircuitBuilder();
    other.output(other.input(2));
    assertFalse(CircuitComparison.agree(other.build(), RandomCircuits.of(1), 1));
  }

  private interface Gates extends ToIntBiFunction<CircuitBuilder, int[]> {}

  private static int or(CircuitBuilder builder, int a, int b) {
    return builder.not(builder.and(builder.not(a), builder.not(b)));
  }

  /** What people write with more ANDs than it takes. */
  @Test
  void knownPatterns() {
    Map<String, Gates> one =
        Map.of(
            "selection",
            (c, x) -> c.xor(c.and(x[0], x[1]), c.and(c.not(x[0]), x[2])),
            "selection by or",
            (c, x) -> or(c, c.and(x[0], x[1]), c.and(c.not(x[0]), x[2])),
            "majority",
            (c, x) -> c.xor(c.and(x[0], x[1]), c.xor(c.and(x[0], x[2]), c.and(x[1], x[2]))),
            "carry",
            (c, x) -> c.xor(c.and(x[0], x[1]), c.and(x[2], c.xor(x[0], x[1]))),
            "both",
            (c, x) -> c.xor(or(c, x[0], x[1]), c.xor(c.and(x[0], x[1]), c.and(x[0], x[2]))),
            "three ways",
            (c, x) -> {
              int a = c.and(x[0], x[1]);
              int b = c.and(x[0], c.xor(x[0], x[1]));
              return c.xor(c.xor(a, b), c.xor(x[2], c.and(c.xor(x[0], x[1]), x[1])));
            });
    one.forEach(
        (name, gates) -> {
          CircuitBuilder builder = new CircuitBuilder();
          builder.output(gates.applyAsInt(builder, builder.input(3)));
          int ands = optimized(builder.build()).count(GateType.AND);
          assertTrue(ands <= 1, name + " takes " + ands);
        });
  }

  /** x0 x1 + x2 x3 + ... + all pairs: half the rank is left. */
  @Test
  void aQuadraticForm() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(8);
    int sum = builder.constant(true);
    for (int i = 0; i < 8; i++) {
      for (int j = 0; j < i; j++) {
        if (i + j <= 9) {
          sum = builder.xor(sum, builder.and(x[i], x[j]));
        }
      }
    }
    builder.output(sum);
    assertTrue(optimized(builder.build()).count(GateType.AND) <= 8);
  }

  @ParameterizedTest
  @CsvSource({
    "AES-non-expanded.txt, 6800",
    "aes_128.txt, 6400",
    "adder_32bit.txt, 32",
    "adder64.txt, 63",
    "mult64.txt, 4033",
    "zero_equal.txt, 63",
    "FP-eq.txt, 315"
  })
  void publicCircuits(String name, int most) throws Exception {
    Circuit circuit = CircuitReader.read(SharedCircuits.file(name));
    int ands = optimized(circuit).count(GateType.AND);
    assertTrue(ands <= most, name + " takes " + ands);
  }

  /** What is optimised already stays as it is, nearly. */
  @Test
  void theLibrary() {
    for (LibraryCircuit entry : Library.circuits().values()) {
      if (entry
          .name()
          .matches(
              "(add|mul|udiv)_32.*|f32_.*|sort.*|auction.*|aes_128|aes_128_sbox|des_expanded_sbox")) {
        Circuit circuit = entry.maker().get();
        int ands = optimized(circuit).count(GateType.AND);
        assertTrue(ands >= 0.99 * circuit.count(GateType.AND), entry.name() + " takes " + ands);
      }
    }
  }
}
