package org.schurmpc.spdz.share;

import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;

/**
 * This party's share σ_i of a MAC check: the combination of its shares of MACs less its share of
 * the key times the combination of the opened values, with coefficients from a generator.
 */
final class MacCombination {
  private static final int CHUNK = 256;

  private final Field field;
  private final long[] key;
  private final long[] uniform;
  private final long[] coefficients;

  /** The combination of opened values and that of MACs; the second becomes σ_i. */
  private final long[] value;

  private final long[] sigma;

  /** A part of a combination, then this party's share of the key times the first combination. */
  private final long[] part;

  /**
   * Creates combinations.
   *
   * @param key this party's share of α, one element; neither copied nor changed
   */
  MacCombination(Field field, long[] key) {
    this.field = field;
    this.key = key;
    this.uniform = new long[CHUNK * field.uniformWords()];
    this.coefficients = new long[CHUNK * field.limbs()];
    this.value = new long[field.limbs()];
    this.sigma = new long[field.limbs()];
    this.part = new long[field.limbs()];
  }

  /**
   * Computes σ_i.
   *
   * @param prg draws the coefficients, after the values were fixed at all parties
   * @return the element's encoding, a new array
   */
  byte[] sigma(OpenedValues opened, Prg prg) {
    try {
      combine(opened, prg);
      byte[] bytes = new byte[field.bytes()];
      field.toBytes(sigma, 0, bytes, 0, 1);
      return bytes;
    } finally {
      wipe();
    }
  }

  private void combine(OpenedValues opened, Prg prg) {
    int limbs = field.limbs();
    for (int done = 0; done < opened.count(); done += CHUNK) {
      int n = Math.min(CHUNK, opened.count() - done);
      prg.nextLongs(uniform, 0, n * field.uniformWords());
      field.fromUniform(uniform, 0, coefficients, 0, n);
      field.innerProduct(coefficients, 0, opened.values(), limbs * done, part, 0, n);
      field.add(value, 0, part, 0, value, 0, 1);
      field.innerProduct(coefficients, 0, opened.macs(), limbs * done, part, 0, n);
      field.add(sigma, 0, part, 0, sigma, 0, 1);
    }
    field.multiply(key, 0, value, 0, part, 0, 1);
    field.subtract(sigma, 0, part, 0, sigma, 0, 1);
  }

  /** Wipes the combinations. */
  void wipe() {
    Secrets.wipe(value);
    Secrets.wipe(sigma);
    Secrets.wipe(part);
  }
}
