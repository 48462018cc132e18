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

  // Kinds are the keys of small jobs' maps: what a record has by itself is linked at run time,
  // which takes longer than the maps' use.
  @Override
  public boolean equals(Object other) {
    return other instanceof MaterialKind kind
        && name.equals(kind.name)
        && longsPerItem == kind.longsPerItem;
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + longsPerItem;
  }
}
