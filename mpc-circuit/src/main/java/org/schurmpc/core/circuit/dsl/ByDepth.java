package org.schurmpc.core.circuit.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntBinaryOperator;
import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * Wires in the order in which they are ready: by AND depth, and among equal depths in the order of
 * addition.
 */
final class ByDepth {
  private final CircuitBuilder gates;
  // The next one is the last.
  private final List<Integer> wires = new ArrayList<>();

  ByDepth(CircuitBuilder gates, int... wires) {
    this.gates = gates;
    for (int wire : wires) {
      add(wire);
    }
  }

  void add(int wire) {
    int depth = gates.depth(wire);
    int low = 0;
    int high = wires.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (gates.depth(wires.get(middle)) > depth) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    wires.add(low, wire);
  }

  int size() {
    return wires.size();
  }

  int take() {
    return wires.remove(wires.size() - 1);
  }

  /**
   * Returns the depth at which {@code count} wires are ready, or {@code Integer.MAX_VALUE} if there
   * are fewer wires.
   */
  int ready(int count) {
    return size() < count ? Integer.MAX_VALUE : gates.depth(wires.get(size() - count));
  }

  /**
   * Combines all wires, two at a time, into one wire; returns {@code ofNone} if there is no wire.
   */
  int reduced(IntBinaryOperator operation, int ofNone) {
    if (size() == 0) {
      return ofNone;
    }
    while (size() > 1) {
      add(operation.applyAsInt(take(), take()));
    }
    return take();
  }
}
