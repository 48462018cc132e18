package org.schurmpc.core.prep;

/**
 * Identifies a kind of preprocessing material of one protocol.
 *
 * @param name unique within the protocol
 * @param longsPerItem the size of one item at one party, in 64-bit words, at least one
 */
public record MaterialKind(String name, int longsPerItem) {
  public MaterialKind {
    if (name.isEmpty() || longsPerItem < 1) {
      throw new IllegalArgumentException("kind '" + name + "' of " + longsPerItem + " words");
    }
  }
}
