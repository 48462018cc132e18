package org.schurmpc.spdz.prep;

import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.PreprocessingOptions;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.material.Material;

/**
 * Parameters of the generation of material.
 *
 * @param sigma statistical security in bits
 * @param k parameter of the OT extension: 128/k bits are sent for an OT
 * @param threads number of generators, each with its own connection to every peer
 * @param batch number of triples that are combined, authenticated and sacrificed together, at least
 *     one
 * @param correlations the source of products with the key over prime fields
 */
public record MascotParameters(
    Field field, int sigma, int k, int threads, int batch, Correlations correlations) {
  /** Lists the sources of products of values and the key. */
  public enum Correlations {
    /** VOLE from LPN for many values, where it sends less, otherwise OT. */
    AUTO,
    /** OT alone: LPN is not assumed. */
    OT
  }

  /** Maximum number of threads; more have no benefit. */
  public static final int MAX_THREADS = 128;

  public static final int MAX_BATCH = 1 << 17;

  /** Default batch size: large enough to amortise rounds and masks, small enough for caches. */
  public static final int DEFAULT_BATCH = 2048;

  public MascotParameters {
    if (threads < 1 || threads > MAX_THREADS || batch < 1 || batch > MAX_BATCH) {
      throw new IllegalArgumentException(threads + " threads, batches of " + batch);
    }
  }

  /** Creates parameters with the usual source of products. */
  public MascotParameters(Field field, int sigma, int k, int threads, int batch) {
    this(field, sigma, k, threads, batch, Correlations.AUTO);
  }

  /** Returns the parameters of default options over a field. */
  public static MascotParameters usual(Field field) {
    int k = Integer.parseInt(PreprocessingOptions.OT_K.otherwise().orElseThrow());
    return new MascotParameters(field, Material.usualSigma(field), k, 1, DEFAULT_BATCH);
  }

  /** Whether many products with the key come from VOLE. */
  boolean voles() {
    return !field.isBinary() && correlations == Correlations.AUTO;
  }

  /**
   * Returns the number τ of products of which each triple is a random combination (KOS16, section
   * 5): 3 if half the field's bits are at least σ, else 4.
   *
   * @throws Refused naming the maximum of the field, if σ is greater
   */
  public static int products(Field field, int sigma) throws Refused {
    if (sigma > Material.maxSigma(field)) {
      throw new Refused(
          "over %s there are at most %d bits of statistical security, not %d"
              .formatted(field.name(), Material.maxSigma(field), sigma));
    }
    return field.bits() >= 2 * sigma ? 3 : 4;
  }
}
