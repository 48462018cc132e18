package org.schurmpc.core.eval;

/** Who knows an input value of a circuit. */
public sealed interface InputSource {
  /** Returns whether a party supplies a value or a share that its peers do not know. */
  boolean contributes(int party);

  /**
   * One party.
   *
   * @param party its index
   */
  record Private(int party) implements InputSource {
    @Override
    public boolean contributes(int other) {
      return other == party;
    }
  }

  /** Everybody; the parties compare it before use. */
  record Public() implements InputSource {
    @Override
    public boolean contributes(int party) {
      return false;
    }
  }

  /** Nobody: each party holds a share and the value is the XOR of all. */
  record Shared() implements InputSource {
    @Override
    public boolean contributes(int party) {
      return true;
    }
  }
}
