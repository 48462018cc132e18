package org.schurmpc.core.word;

/** Supplies the data symbols of the words that a party chooses. */
@FunctionalInterface
public interface OwnData {
  /**
   * Writes a word's data.
   *
   * @param word the word's index in the batch; for {@link WordShape.Planes} that of the first of
   *     eight words
   * @param dst receives a word in the format of {@link org.schurmpc.core.code.Codeword}, zero
   *     before the call; symbols beyond the code's data are ignored
   */
  void write(int word, long[] dst, int off);
}
