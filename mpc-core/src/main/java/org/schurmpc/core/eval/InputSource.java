package org.schurmpc.core.eval;

/** Who knows an input value of a circuit. */
public sealed interface InputSource {
  /**
   * One party.
   *
   * @param party its index
   */
  record Private(int party) implements InputSource {}

  /** Everybody; the parties compare it before use. */
  record Public() implements InputSource {}

  /** Nobody: each party holds a share and the value is the XOR of all. */
  record Shared() implements InputSource {}
}
