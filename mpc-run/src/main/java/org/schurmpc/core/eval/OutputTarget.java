package org.schurmpc.core.eval;

/** Names the parties that learn an output value of a circuit. */
public sealed interface OutputTarget {
  /** Learnt by every party. */
  record All() implements OutputTarget {}

  /**
   * Learnt by one party.
   *
   * @param party the party's index
   */
  record Only(int party) implements OutputTarget {}

  /** Returns whether a party learns the value. */
  default boolean includes(int party) {
    return !(this instanceof Only only) || only.party() == party;
  }
}
