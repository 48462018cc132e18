package org.schurmpc.tinytable.prep;

import org.schurmpc.tinyot.prep.OtPreprocessing;
import org.schurmpc.tinytable.material.Scheme;

/**
 * The parameters of TinyTable's real preprocessing, on which both parties agree.
 *
 * @param sigma statistical security of the triples in bits: 40 or 64
 * @param k parameter of the OT extension: 1, 2, 4 or 8
 * @param threads number of connections, each with a thread at either party
 * @param method method of making bigger tables
 */
public record TablePreprocessing(int sigma, int k, int threads, TableMethod method) {
  public TablePreprocessing {
    if (sigma != 40 && sigma != 64) {
      throw new IllegalArgumentException("statistical security of " + sigma + " bits");
    }
  }

  /**
   * Returns the parameters of TinyOT's part. Codes are hashes of MACs of 128 bits. If no codes are
   * made, the tables' MACs of 64 bits are also used for the products.
   */
  OtPreprocessing tinyot(Scheme scheme) {
    return new OtPreprocessing(sigma, scheme.form() == Scheme.Form.LOOKUP ? 2 : 1, k, threads);
  }
}
