package org.schurmpc.core.circuit.dsl;

/** The measure that a circuit minimizes where not both can be minimized. */
public enum Goal {
  /** Fewest ANDs: carries ripple, and depth grows with the width of numbers. */
  FEWEST_ANDS,
  /** Least AND depth: carries by parallel prefixes, sums by trees. */
  LEAST_DEPTH
}
