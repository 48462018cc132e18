package org.schurmpc.circuits.lib;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * Sums of up to 62 elements, given as masks, with few XORs: while two elements occur together in
 * several sums, their sum becomes an element (Paar, "Optimized arithmetic for Reed-Solomon
 * encoders", 1997).
 */
final class LinearForms {
  // Element i >= elements is the sum of pair i - elements.
  private final int elements;
  private final List<int[]> pairs = new ArrayList<>();
  private final List<List<Integer>> forms = new ArrayList<>();

  /** Creates the sums of elements 0 to {@code elements} - 1 that the masks describe. */
  LinearForms(int elements, long... masks) {
    this.elements = elements;
    for (long mask : masks) {
      List<Integer> form = new ArrayList<>();
      for (int i = 0; i < elements; i++) {
        if ((mask >>> i & 1) != 0) {
          form.add(i);
        }
      }
      forms.add(form);
    }
    while (shareOne()) {
      // The loop ends when no two elements occur together twice.
    }
  }

  private boolean shareOne() {
    int count = elements + pairs.size();
    int[] together = new int[count * count];
    int best = -1;
    for (List<Integer> form : forms) {
      for (int i = 0; i < form.size(); i++) {
        for (int j = i + 1; j < form.size(); j++) {
          int pair = form.get(i) * count + form.get(j);
          together[pair]++;
          // Takes the first one of the most frequent pairs, so that the result is deterministic.
          if (best < 0
              || together[pair] > together[best]
              || (together[pair] == together[best] && pair < best)) {
            best = pair;
          }
        }
      }
    }
    if (best < 0 || together[best] < 2) {
      return false;
    }
    Integer first = best / count;
    Integer second = best % count;
    for (List<Integer> form : forms) {
      if (form.contains(first) && form.contains(second)) {
        form.remove(first);
        form.remove(second);
        form.add(count);
      }
    }
    pairs.add(new int[] {first, second});
    return true;
  }

  /** Builds the sums on wires of a builder. */
  final class Wires {
    private final CircuitBuilder builder;
    private final int[] wires;
    private final Map<Integer, Integer> made = new HashMap<>();

    /**
     * Creates a builder of sums. The caller sets the elements in the array before requesting a sum
     * that needs them.
     */
    Wires(CircuitBuilder builder, int[] wires) {
      this.builder = builder;
      this.wires = wires;
    }

    /** Returns the wire of a sum. */
    int form(int index) {
      int sum = builder.constant(false);
      for (int element : forms.get(index)) {
        sum = builder.xor(sum, element(element));
      }
      return sum;
    }

    private int element(int index) {
      if (index < elements) {
        return wires[index];
      }
      Integer known = made.get(index);
      if (known == null) {
        int[] pair = pairs.get(index - elements);
        known = builder.xor(element(pair[0]), element(pair[1]));
        made.put(index, known);
      }
      return known;
    }
  }
}
