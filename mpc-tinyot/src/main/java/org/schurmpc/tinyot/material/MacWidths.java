package org.schurmpc.tinyot.material;

/**
 * Widths of MACs in words of 64 bits, which may differ between the two directions. The MACs of a
 * party's bits, the peer's keys of these bits and the peer's Δ have one width.
 *
 * @param ofFirst width of the MACs of party 0's bits, and of party 1's Δ: 1 or 2
 * @param ofSecond width of the MACs of party 1's bits, and of party 0's Δ: 1 or 2
 */
public record MacWidths(int ofFirst, int ofSecond) {
  /** Maximum width of a MAC. */
  public static final int MAX_WORDS = 2;

  /** Checks the widths. */
  public MacWidths {
    requireWidth(ofFirst);
    requireWidth(ofSecond);
  }

  private static void requireWidth(int words) {
    if (words < 1 || words > MAX_WORDS) {
      throw new IllegalArgumentException("MACs of " + words + " words");
    }
  }

  /** Returns the same width for both directions. */
  public static MacWidths equal(int words) {
    return new MacWidths(words, words);
  }

  /** Returns the number of words of a MAC that a party holds for a bit of its own. */
  public int macs(int party) {
    return party == 0 ? ofFirst : ofSecond;
  }

  /** Returns the number of words of a party's Δ, and of a key that it holds for the peer's bit. */
  public int keys(int party) {
    return macs(1 - party);
  }

  /** Returns whether both directions have one width. */
  public boolean areEqual() {
    return ofFirst == ofSecond;
  }

  /** Returns the smaller width. */
  public int least() {
    return Math.min(ofFirst, ofSecond);
  }
}
