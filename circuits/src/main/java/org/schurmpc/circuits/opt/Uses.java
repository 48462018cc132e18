package org.schurmpc.circuits.opt;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.circuit.Circuit;

/**
 * Finds products that are only used together. A circuit needs the factors of its products, the
 * indices of its lookups and its outputs, each of which is a sum. Products that are summands of the
 * same sums matter only through their own sum. They are found backwards: each needed sum has a
 * label, and the label of a wire is the sum of the labels of the sums that contain the wire.
 */
final class Uses {
  private record Label(long high, long low) {}

  private final List<List<Integer>> groups;
  private final List<Integer> unused;

  private Uses(List<List<Integer>> groups, List<Integer> unused) {
    this.groups = groups;
    this.unused = unused;
  }

  /**
   * Returns the groups of at least two AND gates of which only the sum is used, with gates in
   * order.
   */
  List<List<Integer>> groups() {
    return groups;
  }

  /** Returns the AND gates that are summands of no needed sum: they cancel everywhere. */
  List<Integer> unused() {
    return unused;
  }

  static Uses of(Circuit circuit, Labels labels) {
    int wires = circuit.wireCount();
    long[] high = new long[wires];
    long[] low = new long[wires];
    for (int wire = circuit.firstOutputWire(); wire < wires; wire++) {
      high[wire] = labels.next();
      low[wire] = labels.next();
    }
    Map<Label, List<Integer>> byUse = new LinkedHashMap<>();
    for (int g = circuit.gateCount() - 1; g >= 0; g--) {
      int out = circuit.out(g);
      switch (circuit.type(g)) {
        case AND -> {
          byUse.computeIfAbsent(new Label(high[out], low[out]), l -> new ArrayList<>()).add(g);
          need(high, low, circuit.left(g), labels);
          need(high, low, circuit.right(g), labels);
        }
        case XOR -> {
          pass(high, low, out, circuit.left(g));
          pass(high, low, out, circuit.right(g));
        }
        case INV, EQW -> pass(high, low, out, circuit.left(g));
        case ZERO, ONE -> {}
        case LOOKUP -> {
          for (int i = 0; i < circuit.inputCount(g); i++) {
            need(high, low, circuit.input(g, i), labels);
          }
        }
      }
    }
    List<Integer> none = byUse.remove(new Label(0, 0));
    byUse.values().removeIf(group -> group.size() < 2);
    byUse.values().forEach(Collections::reverse);
    return new Uses(List.copyOf(byUse.values()), none == null ? List.of() : none);
  }

  private static void need(long[] high, long[] low, int wire, Labels labels) {
    high[wire] ^= labels.next();
    low[wire] ^= labels.next();
  }

  private static void pass(long[] high, long[] low, int from, int to) {
    high[to] ^= high[from];
    low[to] ^= low[from];
  }
}
