package org.schurmpc.tinytable.prep;

import java.util.Optional;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.silent.CotKind;
import org.schurmpc.core.word.WordParameters;
import org.schurmpc.tinyot.prep.OtPreprocessing;
import org.schurmpc.tinytable.material.Scheme;
import org.schurmpc.tinytable.material.TableCode;

/**
 * The parameters of TinyTable's real preprocessing, on which both parties agree.
 *
 * @param sigma statistical security of the triples in bits: 40 or 64
 * @param k parameter of the OT extension: 1, 2, 4 or 8
 * @param threads number of connections, each with a thread at either party
 * @param method method of making bigger tables
 * @param cots how correlated OTs are made
 */
public record TablePreprocessing(int sigma, int k, int threads, TableMethod method, CotKind cots) {
  /** Number of bits of a GGM tree of a word's coordinate. */
  private static final int TREE_BITS = 4;

  /** Creates parameters of correlated OTs by extension. */
  public TablePreprocessing(int sigma, int k, int threads, TableMethod method) {
    this(sigma, k, threads, method, CotKind.SOFTSPOKEN);
  }

  /** Checks the statistical security. */
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
    int macWords = scheme.form() == Scheme.Form.LOOKUP ? 2 : 1;
    return new OtPreprocessing(sigma, macWords, k, threads, cots);
  }

  /**
   * Returns the parameters of words of a code.
   *
   * @throws Refused if the code is too short for sigma
   */
  WordParameters words(TableCode code) throws Refused {
    return WordParameters.of(code.c(), TREE_BITS, sigma);
  }

  /** Returns the statistical security of an evaluation, apart from that of the MACs. */
  public int claimed(Scheme scheme) {
    return scheme.code().map(code -> WordParameters.claimed(code.c(), sigma)).orElse(sigma);
  }

  /** Returns why {@link #require(Scheme)} refuses a scheme; empty if it does not. */
  public Optional<String> lack(Scheme scheme) {
    try {
      require(scheme);
      return Optional.empty();
    } catch (Refused e) {
      return Optional.of(e.getMessage());
    }
  }

  /**
   * Requires a scheme whose material this preprocessing can generate.
   *
   * @throws Refused if a code is too short for sigma
   */
  public void require(Scheme scheme) throws Refused {
    if (scheme.code().isPresent()) {
      words(scheme.code().get());
    }
  }

  /**
   * Requires a circuit whose tables this preprocessing can generate.
   *
   * @param scheme meets {@link #require(Scheme)}
   * @throws Refused if tables are too large for codewords
   */
  public void require(Scheme scheme, LayeredCircuit circuit, LaneLayout layout) throws Refused {
    if (scheme.code().isPresent()) {
      WordOutputs.require(circuit, layout, scheme.code().get());
    }
  }
}
