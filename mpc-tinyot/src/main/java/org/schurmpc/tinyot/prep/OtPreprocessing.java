package org.schurmpc.tinyot.prep;

/**
 * The parameters of TinyOT's real preprocessing, on which both parties agree.
 *
 * @param sigma statistical security of the triples in bits: 40, 64 or 80
 * @param macWords the words of a stored MAC: 1, for which sigma is 64 at most, or 2
 * @param k of the OT extension: 1, 2, 4 or 8
 * @param threads connections, each with a thread at either party
 */
public record OtPreprocessing(int sigma, int macWords, int k, int threads) {
  /** The most threads: more connections than this help nobody. */
  public static final int MAX_THREADS = 64;

  public OtPreprocessing {
    if (threads < 1 || threads > MAX_THREADS) {
      throw new IllegalArgumentException(threads + " threads");
    }
  }
}
