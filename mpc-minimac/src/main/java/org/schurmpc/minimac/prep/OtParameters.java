package org.schurmpc.minimac.prep;

import java.util.Optional;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.silent.CotKind;
import org.schurmpc.core.word.WordParameters;
import org.schurmpc.minimac.material.MaterialParameters;
import org.schurmpc.minimac.material.MiniMacCode;
import org.schurmpc.minimac.material.Packing;
import org.schurmpc.tinyot.material.SecurityLevel;
import org.schurmpc.tinyot.prep.OtPreprocessing;

/**
 * Parameters of the preprocessing without a dealer, on which both parties agree.
 *
 * @param level statistical security of the triples and of the words
 * @param k parameter of the OT extension: 1, 2, 4 or 8
 * @param threads number of connections that generate triples
 * @param cots how correlated OTs are made
 */
public record OtParameters(SecurityLevel level, int k, int threads, CotKind cots) {
  /** Number of bits of a GGM tree of a word's coordinate. */
  private static final int TREE_BITS = 4;

  /** Creates parameters of correlated OTs by extension. */
  public OtParameters(SecurityLevel level, int k, int threads) {
    this(level, k, threads, CotKind.SOFTSPOKEN);
  }

  /** Returns why {@link #require} refuses material; empty if it does not. */
  public Optional<String> lack(MaterialParameters material) {
    try {
      require(material);
      return Optional.empty();
    } catch (Refused e) {
      return Optional.of(e.getMessage());
    }
  }

  /**
   * Requires material that this preprocessing can generate.
   *
   * @throws Refused for more than two parties, for bytes, or if the code is too short
   */
  public void require(MaterialParameters material) throws Refused {
    String name = material.family().protocol();
    if (material.parties() != 2) {
      throw new Refused(
          "%s prepares its material without a dealer for two parties, not %d: use a dealer"
              .formatted(name, material.parties()));
    }
    if (material.packing() != Packing.BITS) {
      throw new Refused(
          "%s prepares its material without a dealer for packing bits alone: use packing bits or a"
                  .formatted(name)
              + " dealer");
    }
    words(material.code());
  }

  /** Returns the statistical security of an evaluation. */
  public int claimed(MiniMacCode code) {
    return Math.min(WordParameters.claimed(code.c(), level.sigma()), MiniMacCode.MAX_SIGMA);
  }

  /** Returns the parameters of words of a code. */
  WordParameters words(MiniMacCode code) throws Refused {
    return WordParameters.of(code.c(), TREE_BITS, level.sigma());
  }

  /** Returns the parameters of TinyOT's preprocessing. */
  OtPreprocessing triples() {
    return new OtPreprocessing(level.sigma(), level.macWords(), k, threads, cots);
  }
}
