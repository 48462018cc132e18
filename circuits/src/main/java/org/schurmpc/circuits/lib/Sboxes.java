package org.schurmpc.circuits.lib;

import org.schurmpc.core.circuit.dsl.Goal;

/** What the S-boxes of a cipher are made of. */
enum Sboxes {
  /** As few ANDs as possible. */
  FEWEST_ANDS(""),
  /** ANDs at as little depth as possible. */
  LEAST_DEPTH("_shallow"),
  /** One lookup each, in a table of the standard: for protocols that can look up. */
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

  /** With which the names of such circuits end. */
  String suffix() {
    return suffix;
  }
}
