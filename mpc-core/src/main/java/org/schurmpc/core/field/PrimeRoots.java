package org.schurmpc.core.field;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;

/**
 * Square roots modulo a prime p of public elements (Tonelli and Shanks): p - 1 = 2^s t with t odd.
 */
final class PrimeRoots {
  private final PrimeField field;
  private final BigInteger p;
  private final int s;
  private final BigInteger t;
  private final BigInteger generator;

  PrimeRoots(PrimeField field, BigInteger p) {
    this.field = field;
    this.p = p;
    this.s = p.subtract(BigInteger.ONE).getLowestSetBit();
    this.t = p.shiftRight(s);
    BigInteger nonResidue = BigInteger.TWO;
    while (nonResidue.modPow(p.shiftRight(1), p).equals(BigInteger.ONE)) {
      nonResidue = nonResidue.add(BigInteger.ONE);
    }
    this.generator = nonResidue.modPow(t, p);
  }

  Optional<long[]> of(long[] a, int aAt) {
    long[] one = field.element(1);
    long[] root = new long[field.limbs()];
    long[] rest = new long[field.limbs()];
    field.power(a, aAt, t.shiftRight(1), rest, 0);
    field.multiply(rest, 0, a, aAt, root, 0, 1);
    field.multiply(rest, 0, root, 0, rest, 0, 1);
    // root^2 = a rest; rest is in the group that the generator, of order 2^s, generates.
    long[] factor = field.element(generator);
    int log = s;
    while (!Arrays.equals(rest, one)) {
      int m = logOfOrder(rest, one, log);
      if (m == log) {
        return isZero(rest) ? Optional.of(rest) : Optional.empty();
      }
      while (log > m + 1) {
        field.multiply(factor, 0, factor, 0, factor, 0, 1);
        log--;
      }
      field.multiply(root, 0, factor, 0, root, 0, 1);
      field.multiply(factor, 0, factor, 0, factor, 0, 1);
      field.multiply(rest, 0, factor, 0, rest, 0, 1);
      log = m;
    }
    return Optional.of(lesser(root));
  }

  /** The least m so that x^(2^m) is one, or {@code most} if it is not less. */
  private int logOfOrder(long[] x, long[] one, int most) {
    long[] power = x.clone();
    int m = 0;
    while (m < most && !Arrays.equals(power, one)) {
      field.multiply(power, 0, power, 0, power, 0, 1);
      m++;
    }
    return m;
  }

  private static boolean isZero(long[] x) {
    return Arrays.stream(x).allMatch(word -> word == 0);
  }

  private long[] lesser(long[] root) {
    BigInteger value = field.toBigInteger(root, 0);
    BigInteger other = p.subtract(value);
    return value.compareTo(other) <= 0 ? root : field.element(other);
  }
}
