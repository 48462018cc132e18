package org.schurmpc.core.eval;

/** Who learns an output value of a circuit. */
public sealed interface OutputTarget {
  /** Every party. */
  record All() implements OutputTarget {}

  /**
   * One party.
   *
   * @param party its index
   */
  record Only(int party) implements OutputTarget {}

  /** Whether a party learns the value. */
  default boolean includes(int party) {
    return !(this instanceof Only only) || only.party() == party;
  }
}
