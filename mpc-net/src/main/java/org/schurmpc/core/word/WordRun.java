package org.schurmpc.core.word;

/**
 * Describes consecutive words of one shape in a batch.
 *
 * @param shape the shape of all words
 * @param count the number of words, at least 1; for {@link WordShape.Planes} a multiple of 8
 * @param owner the one party that has shares, while the other has keys; or {@link #BOTH}
 */
public record WordRun(WordShape.Wanted shape, int count, int owner) {
  /** Owner of words of which each party has a share of its own. */
  public static final int BOTH = -1;

  /** Requires a valid number of words and owner. */
  public WordRun {
    if (count < 1 || (shape instanceof WordShape.Planes && count % 8 != 0)) {
      throw new IllegalArgumentException("a run of " + count + " words of shape " + shape);
    }
    if (owner < BOTH || owner > 1) {
      throw new IllegalArgumentException("words of party " + owner + " of two");
    }
  }

  /** Returns a run of words of which each party has a share of its own. */
  public static WordRun both(WordShape.Wanted shape, int count) {
    return new WordRun(shape, count, BOTH);
  }
}
