package org.schurmpc.tinyot.prep;

import org.schurmpc.core.silent.CotKind;
import org.schurmpc.tinyot.material.MacWidths;

/**
 * The parameters of TinyOT's real preprocessing, on which both parties agree.
 *
 * @param sigma statistical security of the triples in bits: 40, 64 or 80
 * @param widths widths of stored MACs; sigma is at most 64 if any is one word
 * @param k parameter of the OT extension: 1, 2, 4 or 8
 * @param threads number of connections, each with a thread at either party
 * @param cots how correlated OTs are made
 */
public record OtPreprocessing(int sigma, MacWidths widths, int k, int threads, CotKind cots) {
  /** Maximum number of threads; more connections have no benefit. */
  public static final int MAX_THREADS = 64;

  /** Creates parameters of correlated OTs by extension, for MACs of one width. */
  public OtPreprocessing(int sigma, int macWords, int k, int threads) {
    this(sigma, macWords, k, threads, CotKind.SOFTSPOKEN);
  }

  /** Creates parameters for MACs of one width in both directions. */
  public OtPreprocessing(int sigma, int macWords, int k, int threads, CotKind cots) {
    this(sigma, MacWidths.equal(macWords), k, threads, cots);
  }

  /** Checks the number of threads. */
  public OtPreprocessing {
    if (threads < 1 || threads > MAX_THREADS) {
      throw new IllegalArgumentException(threads + " threads");
    }
  }

  /** Returns these parameters for MACs of other widths. */
  public OtPreprocessing withWidths(MacWidths other) {
    return new OtPreprocessing(sigma, other, k, threads, cots);
  }
}
