package org.schurmpc.core.eval;

/** Names the parties that know an input value of a circuit. */
public sealed interface InputSource {
  /** Returns whether a party supplies a value or a share that its peers do not know. */
  boolean contributes(int party);

  /**
   * Known to one party.
   *
   * @param party the party's index
   */
  record Private(int party) implements InputSource {
    @Override
    public boolean contributes(int other) {
      return other == party;
    }
  }

  /** Known to every party; the parties compare the value before use. */
  record Public() implements InputSource {
    @Override
    public boolean contributes(int party) {
      return false;
    }
  }

  /** Known to no party: each party holds a share, and the value is the XOR of all shares. */
  record Shared() implements InputSource {
    @Override
    public boolean contributes(int party) {
      return true;
    }
  }
}
