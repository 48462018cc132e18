package org.schurmpc.core.circuit;

import java.util.Random;
import org.schurmpc.core.bits.BitMatrix;

/**
 * Random circuits for tests, the same for the same seed: all gate types, several values, wires in
 * any order, gates that no output needs, outputs that are inputs or repeated.
 */
public final class RandomCircuits {
  private RandomCircuits() {}

  /** A circuit of up to 300 gates, made by the assembler or by the builder. */
  public static Circuit of(long seed) {
    Random random = new Random(seed);
    int gates = 1 + random.nextInt(random.nextInt(4) == 0 ? 300 : 40);
    return random.nextBoolean() ? assembled(seed, gates) : built(seed, gates);
  }

  /**
   * Exactly {@code gates} gates as they come, many of them dead; wires other than inputs are
   * written in random order.
   */
  public static Circuit assembled(long seed, int gates) {
    Random random = new Random(seed);
    int[] inputs = sizes(random, 1 + random.nextInt(10), 3);
    int[] outputs = sizes(random, 1 + random.nextInt(gates), 3);
    int inputWires = sum(inputs);
    int[] readable = permutation(random, inputWires, gates);
    int wires = inputWires + gates;
    CircuitAssembler result = new CircuitAssembler(wires, inputs, outputs);
    for (int g = 0; g < gates; g++) {
      GateType type = type(random);
      int a = readable[pick(random, inputWires + g)];
      int b = readable[pick(random, inputWires + g)];
      result.add(type, a, b, readable[inputWires + g]);
    }
    return result.assemble();
  }

  /** About {@code gates} gates through the builder, which simplifies; some outputs are copies. */
  public static Circuit built(long seed, int gates) {
    Random random = new Random(seed);
    CircuitBuilder builder = new CircuitBuilder();
    int[] inputs = sizes(random, 1 + random.nextInt(10), 3);
    int[] wires = new int[sum(inputs) + gates];
    int at = 0;
    for (int size : inputs) {
      for (int wire : builder.input(size)) {
        wires[at++] = wire;
      }
    }
    while (at < wires.length) {
      int a = wires[pick(random, at)];
      int b = wires[pick(random, at)];
      wires[at++] =
          switch (type(random)) {
            case XOR -> builder.xor(a, b);
            case AND -> builder.and(a, b);
            case INV -> builder.not(a);
            case EQW -> builder.copy(a);
            case ZERO -> builder.constant(false);
            case ONE -> builder.constant(true);
          };
    }
    for (int size : sizes(random, 1 + random.nextInt(12), 3)) {
      int[] output = new int[size];
      for (int i = 0; i < size; i++) {
        output[i] = wires[random.nextInt(wires.length)];
      }
      builder.output(output);
    }
    return builder.build();
  }

  /** Random inputs of a circuit: a row for each input wire, a column for each lane. */
  public static BitMatrix inputs(Circuit circuit, int lanes, long seed) {
    Random random = new Random(seed);
    BitMatrix inputs = new BitMatrix(circuit.inputWires(), lanes);
    for (int i = 0; i < inputs.rows(); i++) {
      for (int lane = 0; lane < lanes; lane++) {
        inputs.set(i, lane, random.nextBoolean());
      }
    }
    return inputs;
  }

  private static GateType type(Random random) {
    int n = random.nextInt(20);
    if (n < 8) {
      return GateType.XOR;
    } else if (n < 15) {
      return GateType.AND;
    } else if (n < 17) {
      return GateType.INV;
    } else if (n < 18) {
      return GateType.EQW;
    }
    return n < 19 ? GateType.ZERO : GateType.ONE;
  }

  /** One of the wires so far, often a late one: deep circuits. */
  private static int pick(Random random, int n) {
    return random.nextInt(3) == 0 ? n - 1 - random.nextInt(Math.min(n, 4)) : random.nextInt(n);
  }

  /** {@code total} bits cut into up to {@code most} values. */
  private static int[] sizes(Random random, int total, int most) {
    int[] sizes = new int[1 + random.nextInt(most)];
    for (int i = 0; i < total; i++) {
      sizes[random.nextInt(sizes.length)]++;
    }
    return sizes;
  }

  private static int sum(int[] sizes) {
    int sum = 0;
    for (int size : sizes) {
      sum += size;
    }
    return sum;
  }

  /** The inputs in order, then the other wires shuffled. */
  private static int[] permutation(Random random, int inputs, int gates) {
    int[] wires = new int[inputs + gates];
    for (int i = 0; i < wires.length; i++) {
      int j = i < inputs ? i : inputs + random.nextInt(i - inputs + 1);
      wires[i] = wires[j];
      wires[j] = i;
    }
    return wires;
  }
}
