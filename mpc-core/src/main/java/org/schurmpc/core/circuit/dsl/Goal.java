package org.schurmpc.core.circuit.dsl;

/** What a circuit is made small in, where both cannot be had. */
public enum Goal {
  /** As few ANDs as possible: carries ripple, and depth grows with the width of numbers. */
  FEWEST_ANDS,
  /** As little AND depth as possible: carries by parallel prefixes, sums by trees. */
  LEAST_DEPTH
}
