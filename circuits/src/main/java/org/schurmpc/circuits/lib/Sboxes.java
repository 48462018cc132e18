package org.schurmpc.circuits.lib;

import org.schurmpc.core.circuit.dsl.Goal;

/** The implementation of a cipher's S-boxes. */
enum Sboxes {
  /** As few ANDs as possible. */
  FEWEST_ANDS(""),
  /** ANDs at the least depth. */
  LEAST_DEPTH("_shallow"),
  /** One lookup for each S-box, in a table of the standard: for protocols with lookups. */
  LOOKUP("_sbox");

  private final String suffix;

  Sboxes(String suffix) {
    this.suffix = suffix;
  }

  static Sboxes of(Goal goal) {
    return switch (goal) {
      case FEWEST_ANDS -> FEWEST_ANDS;
      case LEAST_DEPTH -> LEAST_DEPTH;
    };
  }

  /** Returns the suffix of the names of such circuits. */
  String suffix() {
    return suffix;
  }
}
