package org.schurmpc.core.circuit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The lookups of a builder, without duplicates. */
final class BuiltLookups {
  /** A lookup of wires of the builder; its outputs are consecutive wires of the builder. */
  @SuppressWarnings("ArrayRecordComponent")
  record Lookup(LookupTable table, int[] inputs) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Lookup that
          && table.equals(that.table)
          && Arrays.equals(inputs, that.inputs);
    }

    @Override
    public int hashCode() {
      return 31 * table.hashCode() + Arrays.hashCode(inputs);
    }
  }

  private final List<Lookup> lookups = new ArrayList<>();
  private final Map<Lookup, Integer> firstOutputs = new HashMap<>();

  /** Returns the wire of output bit 0, or -1 if the lookup does not exist yet. */
  int find(Lookup lookup) {
    return firstOutputs.getOrDefault(lookup, -1);
  }

  /** Adds a lookup and returns its number. */
  int add(Lookup lookup, int firstOutput) {
    firstOutputs.put(lookup, firstOutput);
    lookups.add(lookup);
    return lookups.size() - 1;
  }

  /**
   * Returns the depth of the lookup: one more than the depth of the deepest wire that the lookup
   * reads.
   */
  int depth(int number, int[] depths) {
    int depth = 0;
    for (int wire : lookups.get(number).inputs()) {
      depth = Math.max(depth, depths[wire]);
    }
    return depth + 1;
  }

  /** Marks all outputs of a needed lookup, and the wires that the lookup reads, as live. */
  void mark(int number, int firstOutput, boolean[] live) {
    Lookup lookup = lookups.get(number);
    int end = firstOutput + lookup.table().outputBits();
    boolean any = false;
    for (int wire = firstOutput; wire < end; wire++) {
      any |= live[wire];
    }
    if (any) {
      Arrays.fill(live, firstOutput, end, true);
      for (int wire : lookup.inputs()) {
        live[wire] = true;
      }
    }
  }

  /**
   * Adds a lookup to a circuit when the last of its outputs has received its wire number in the
   * circuit.
   *
   * @param bit output bit that has received its number
   * @param wire wire of the builder
   * @param numbers wire numbers in the circuit, by wire of the builder
   */
  void assemble(int number, int bit, int wire, int[] numbers, CircuitAssembler circuit) {
    Lookup lookup = lookups.get(number);
    if (bit == lookup.table().outputBits() - 1) {
      int[] in = new int[lookup.inputs().length];
      for (int i = 0; i < in.length; i++) {
        in[i] = numbers[lookup.inputs()[i]];
      }
      circuit.addLookup(lookup.table(), in, Arrays.copyOfRange(numbers, wire - bit, wire + 1));
    }
  }

  /**
   * Returns the table with some input bits set to constants.
   *
   * @param set mask of the index bits that are constant
   * @param value values of the constant bits; zero elsewhere
   */
  static LookupTable restricted(LookupTable table, int set, int value) {
    int inputs = table.inputBits() - Integer.bitCount(set);
    int[] entries = new int[1 << inputs];
    int at = 0;
    for (int index = 0; index < table.entries(); index++) {
      if ((index & set) == value) {
        entries[at++] = table.entry(index); // the other bits count up in order
      }
    }
    return new LookupTable(inputs, table.outputBits(), entries);
  }
}
