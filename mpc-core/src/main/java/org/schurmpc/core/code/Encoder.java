package org.schurmpc.core.code;

/**
 * Encodes <em>public</em> words of one code: branches and indices may depend on them. For secrets
 * there is {@link SecretEncoder}.
 *
 * <p>All encoders of a code give the same words. They allocate nothing per call and are not for two
 * threads at once.
 */
public interface Encoder {
  /** What it encodes into. */
  ReedSolomon code();

  /**
   * The codeword that has a word's first k symbols; its other symbols do not matter.
   *
   * @param out the codeword; may be the same place as the word
   */
  void encode(long[] source, int sourceOff, long[] out, int outOff);

  /**
   * Encodes the eight planes of a word, each the 0/1 vector of its first k positions.
   *
   * @param out eight codewords; apart from the word
   */
  void encodePlanes(long[] source, int sourceOff, long[] out, int outOff);

  /** Whether a word is in the code and zero beyond its n positions. */
  boolean isCodeword(long[] source, int sourceOff);
}
