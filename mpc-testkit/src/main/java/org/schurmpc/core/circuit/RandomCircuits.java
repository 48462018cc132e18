package org.schurmpc.core.circuit;

import java.util.Arrays;
import java.util.Random;
import org.schurmpc.core.bits.BitMatrix;

/**
 * Random circuits for tests, the same for the same seed: all gate types, several values, wires in
 * any order, gates that no output needs, outputs that are inputs or repeated. Lookups only where
 * they are asked for.
 */
public final class RandomCircuits {
  private RandomCircuits() {}

  /** A circuit of up to 300 gates, made by the assembler or by the builder. */
  public static Circuit of(long seed) {
    Random random = new Random(seed);
    int gates = 1 + random.nextInt(random.nextInt(4) == 0 ? 300 : 40);
    return random.nextBoolean() ? assembled(seed, gates) : built(seed, gates);
  }

  /** The like with lookups of a few tables of up to 6 input and 5 output bits. */
  public static Circuit withLookups(long seed) {
    Random random = new Random(seed);
    int gates = 1 + random.nextInt(random.nextInt(4) == 0 ? 300 : 40);
    LookupTable[] tables = tables(seed);
    return random.nextBoolean() ? assembled(seed, gates, tables) : built(seed, gates, tables);
  }

  private static LookupTable[] tables(long seed) {
    Random random = new Random(~seed);
    LookupTable[] tables = new LookupTable[1 + random.nextInt(4)];
    for (int t = 0; t < tables.length; t++) {
      tables[t] = table(random, 1 + random.nextInt(6), 1 + random.nextInt(5));
    }
    return tables;
  }

  /** A table of random entries. */
  public static LookupTable table(Random random, int inputBits, int outputBits) {
    int[] entries = new int[1 << inputBits];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = random.nextInt(1 << outputBits);
    }
    return new LookupTable(inputBits, outputBits, entries);
  }

  /**
   * Exactly {@code gates} gates as they come, many of them dead; wires other than inputs are
   * written in random order.
   */
  public static Circuit assembled(long seed, int gates) {
    return assembled(seed, gates, new LookupTable[0]);
  }

  private static Circuit assembled(long seed, int gates, LookupTable[] tables) {
    Random random = new Random(seed);
    int[] inputs = sizes(random, 1 + random.nextInt(10), 3);
    int[] outputs = sizes(random, 1 + random.nextInt(gates), 3);
    int inputWires = sum(inputs);
    LookupTable[] table = tableOfGate(~seed, gates, tables);
    int written = gates;
    for (LookupTable t : table) {
      written += t == null ? 0 : t.outputBits() - 1;
    }
    int[] readable = permutation(random, inputWires, written);
    CircuitAssembler result = new CircuitAssembler(inputWires + written, inputs, outputs);
    int at = inputWires;
    for (int g = 0; g < gates; g++) {
      if (table[g] != null) {
        int[] in = new int[table[g].inputBits()];
        for (int i = 0; i < in.length; i++) {
          in[i] = readable[pick(random, at)];
        }
        int end = at + table[g].outputBits();
        result.addLookup(table[g], in, Arrays.copyOfRange(readable, at, end));
        at = end;
        continue;
      }
      GateType type = type(random);
      int a = readable[pick(random, at)];
      int b = readable[pick(random, at)];
      result.add(type, a, b, readable[at++]);
    }
    return result.assemble();
  }

  /** The table of each gate, null where it is no lookup. */
  private static LookupTable[] tableOfGate(long seed, int gates, LookupTable[] tables) {
    Random random = new Random(seed);
    LookupTable[] table = new LookupTable[gates];
    for (int g = 0; g < gates && tables.length > 0; g++) {
      table[g] = random.nextInt(4) == 0 ? tables[random.nextInt(tables.length)] : null;
    }
    return table;
  }

  /** About {@code gates} gates through the builder, which simplifies; some outputs are copies. */
  public static Circuit built(long seed, int gates) {
    return built(seed, gates, new LookupTable[0]);
  }

  private static Circuit built(long seed, int gates, LookupTable[] tables) {
    Random random = new Random(seed);
    CircuitBuilder builder = new CircuitBuilder();
    int[] inputs = sizes(random, 1 + random.nextInt(10), 3);
    int[] wires = new int[sum(inputs) + gates];
    LookupTable[] table = tableOfGate(~seed, wires.length, tables);
    int at = 0;
    for (int size : inputs) {
      for (int wire : builder.input(size)) {
        wires[at++] = wire;
      }
    }
    while (at < wires.length) {
      if (table[at] != null) {
        int[] in = new int[table[at].inputBits()];
        for (int i = 0; i < in.length; i++) {
          in[i] = wires[pick(random, at)];
        }
        for (int wire : builder.lookup(table[at], in)) {
          if (at < wires.length) {
            wires[at++] = wire;
          }
        }
        continue;
      }
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
            case LOOKUP -> throw new IllegalStateException("chosen elsewhere");
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
  private static int[] permutation(Random random, int inputs, int written) {
    int[] wires = new int[inputs + written];
    for (int i = 0; i < wires.length; i++) {
      int j = i < inputs ? i : inputs + random.nextInt(i - inputs + 1);
      wires[i] = wires[j];
      wires[j] = i;
    }
    return wires;
  }
}
