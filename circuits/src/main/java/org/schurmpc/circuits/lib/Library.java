package org.schurmpc.circuits.lib;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** All circuits of the library. */
public final class Library {
  private static final List<List<LibraryCircuit>> FAMILIES =
      List.of(
          AesCircuits.all(),
          DesCircuits.all(),
          HashCircuits.all(),
          IntegerCircuits.all(32),
          IntegerCircuits.all(64),
          FloatCircuits.all(),
          SortingCircuits.all());

  private Library() {}

  /** Returns the circuits by name. */
  public static SortedMap<String, LibraryCircuit> circuits() {
    TreeMap<String, LibraryCircuit> all = new TreeMap<>();
    for (List<LibraryCircuit> family : FAMILIES) {
      for (LibraryCircuit circuit : family) {
        if (all.put(circuit.name(), circuit) != null) {
          throw new IllegalStateException("two circuits named " + circuit.name());
        }
      }
    }
    return Collections.unmodifiableSortedMap(all);
  }
}
