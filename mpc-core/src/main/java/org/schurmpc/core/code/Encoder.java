package org.schurmpc.core.code;

/**
 * Encodes <em>public</em> words of one code: branches and indices may depend on the words. {@link
 * SecretEncoder} encodes secret words.
 *
 * <p>All encoders of a code give equal results. They allocate nothing per call and are not
 * thread-safe.
 */
public interface Encoder {
  /** Returns the code. */
  ReedSolomon code();

  /**
   * Writes the codeword that has a word's first k symbols; the word's other symbols are ignored.
   *
   * @param out the codeword; may be at the place of the word
   */
  void encode(long[] source, int sourceOff, long[] out, int outOff);

  /**
   * Encodes the eight planes of a word, each the 0/1 vector of its first k positions.
   *
   * @param out eight codewords; must not overlap the word
   */
  void encodePlanes(long[] source, int sourceOff, long[] out, int outOff);

  /** Whether a word is in the code and zero beyond its n positions. */
  boolean isCodeword(long[] source, int sourceOff);
}
