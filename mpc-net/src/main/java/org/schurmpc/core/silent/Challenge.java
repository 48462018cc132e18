package org.schurmpc.core.silent;

import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;

/** Draws the coefficients of a check, a chunk at a time, in the order of the outputs. */
final class Challenge {
  static final int CHUNK = 512;

  private final Field field;
  private final Prg prg;
  private final long[] uniform;
  private final byte[] scratch = new byte[4096];
  final long[] coefficients;

  Challenge(Field field, byte[] seed) {
    this.field = field;
    this.prg = new Prg(seed);
    this.uniform = new long[CHUNK * field.uniformWords()];
    this.coefficients = new long[CHUNK * field.limbs()];
  }

  /** Draws the next coefficients, at most {@link #CHUNK}. */
  void draw(int n) {
    prg.nextLongs(uniform, 0, n * field.uniformWords(), scratch);
    field.fromUniform(uniform, 0, coefficients, 0, n);
  }

  /** Adds the sum of the products of the drawn coefficients and elements to {@code to}. */
  void addProduct(long[] elements, int at, int n, long[] to) {
    long[] sum = new long[field.limbs()];
    field.innerProduct(coefficients, 0, elements, at, sum, 0, n);
    field.add(to, 0, sum, 0, to, 0, 1);
  }
}
