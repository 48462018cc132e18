package org.schurmpc.core.crypto;

import java.math.BigInteger;
import java.util.Arrays;
import org.bouncycastle.math.ec.rfc7748.X25519Field;

/**
 * Arithmetic modulo p = 2^255 - 19 that ristretto255 (RFC 9496) needs beyond Bouncy Castle's:
 * signs, equality, square roots of ratios, inversion in batches, and the constants. All methods run
 * in constant time.
 *
 * <p>An element is ten limbs of 26, 26, 25, 26, 25, 26, 26, 25, 26 and 25 bits. Products, squares
 * and carried elements are <em>tight</em>: no limb exceeds its bits by more than a few units. The
 * sum of k tight elements has size k. Two factors may have sizes up to 2 each, and so may the
 * argument of a square. Larger elements must be carried first.
 */
final class Field25519 {
  /** Number of limbs of an element. */
  static final int LIMBS = X25519Field.SIZE;

  /** Number of bytes of an encoded element. */
  static final int BYTES = 32;

  /** The curve's constant d = -121665/121666. */
  static final int[] D =
      constant("37095705934669439343138083508754565189542113879843219016388785533085940283555");

  /** 2d. */
  static final int[] D2 = sum(D, D);

  /** sqrt(-1). */
  static final int[] SQRT_M1 =
      constant("19681161376707505956807079304988542015446066515923890162744021073123829784752");

  /** sqrt(a*d - 1) with a = -1. */
  static final int[] SQRT_AD_MINUS_ONE =
      constant("25063068953384623474111414158702152701244531502492656460079210482610430750235");

  /** 1/sqrt(a - d). */
  static final int[] INVSQRT_A_MINUS_D =
      constant("54469307008909316920995813868745141605393597292927456921205312896311721017578");

  /** 1 - d^2. */
  static final int[] ONE_MINUS_D_SQ =
      constant("1159843021668779879193775521855586647937357759715417654439879720876111806838");

  /** (d - 1)^2. */
  static final int[] D_MINUS_ONE_SQ =
      constant("40440834346308536858101042469323190826248399146238708352240133220865137265952");

  /** 1. */
  static final int[] ONE = constant("1");

  private Field25519() {}

  private static int[] constant(String decimal) {
    byte[] bigEndian = new BigInteger(decimal).toByteArray();
    byte[] bytes = new byte[BYTES];
    for (int i = 0; i < bigEndian.length; i++) {
      bytes[i] = bigEndian[bigEndian.length - 1 - i];
    }
    return decode(bytes, 0);
  }

  /** Returns the element encoded by the low 255 bits of 32 bytes, least significant byte first. */
  static int[] decode(byte[] bytes, int offset) {
    int[] z = new int[LIMBS];
    X25519Field.decode255(bytes, offset, z, 0);
    return z;
  }

  /** Writes the canonical 32 bytes of a tight element. */
  static void encode(int[] x, byte[] dst, int offset) {
    int[] normal = normal(x);
    X25519Field.encode(normal, dst, offset);
    wipe(normal);
  }

  static int[] product(int[] x, int[] y) {
    int[] z = new int[LIMBS];
    X25519Field.mul(x, y, z);
    return z;
  }

  static int[] square(int[] x) {
    int[] z = new int[LIMBS];
    X25519Field.sqr(x, z);
    return z;
  }

  /** Returns the tight sum of two tight elements. */
  static int[] sum(int[] x, int[] y) {
    int[] z = new int[LIMBS];
    X25519Field.add(x, y, z);
    X25519Field.carry(z);
    return z;
  }

  /** Returns the tight difference of two tight elements. */
  static int[] difference(int[] x, int[] y) {
    int[] z = new int[LIMBS];
    X25519Field.sub(x, y, z);
    X25519Field.carry(z);
    return z;
  }

  static int[] negative(int[] x) {
    int[] z = new int[LIMBS];
    X25519Field.negate(x, z);
    return z;
  }

  /**
   * Returns 1 if the least significant bit of the canonical form is set, else 0 (RFC 9496, 3.1).
   */
  static int isNegative(int[] x) {
    int[] normal = normal(x);
    int negative = normal[0] & 1;
    wipe(normal);
    return negative;
  }

  /** Returns 1 for zero, else 0. */
  static int isZero(int[] x) {
    int[] normal = normal(x);
    int zero = -X25519Field.isZero(normal);
    wipe(normal);
    return zero;
  }

  /** Returns 1 if both elements are equal, else 0. */
  static int areEqual(int[] x, int[] y) {
    return isZero(difference(x, y));
  }

  /** Replaces an element by another if {@code condition} is 1. */
  static void replaceIf(int condition, int[] x, int[] by) {
    X25519Field.cmov(-condition, by, 0, x, 0);
  }

  /** Replaces an element by its absolute value: the even one of the element and its negative. */
  static void abs(int[] x) {
    X25519Field.cnegate(isNegative(x), x);
  }

  /**
   * Computes sqrt(u/v) if this is a square, else sqrt(i*u/v): the nonnegative root, or 0 if u or v
   * is 0 (RFC 9496, 4.2).
   *
   * @param u tight
   * @param v tight
   * @param root receives the root
   * @return 1 if u/v is a square (including 0, unless only v is 0), else 0
   */
  static int sqrtRatio(int[] u, int[] v, int[] root) {
    int[] v3 = product(square(v), v);
    int[] v7 = product(square(v3), v);
    int[] uv7 = product(u, v7);
    powPMinus5Over8(uv7, root);
    X25519Field.mul(root, v3, root);
    X25519Field.mul(root, u, root);
    int[] check = product(v, square(root));
    int[] minusU = negative(u);
    int correct = areEqual(check, u);
    int flipped = areEqual(check, minusU);
    int flippedI = areEqual(check, product(minusU, SQRT_M1));
    replaceIf(flipped | flippedI, root, product(root, SQRT_M1));
    abs(root);
    return correct | flipped;
  }

  /** Computes x^((p-5)/8) = x^(2^252 - 3). */
  private static void powPMinus5Over8(int[] x, int[] z) {
    int[] x2 = product(square(x), x);
    int[] x4 = run(x2, 2, x2);
    int[] x5 = run(x4, 1, x);
    int[] x10 = run(x5, 5, x5);
    int[] x20 = run(x10, 10, x10);
    int[] x40 = run(x20, 20, x20);
    int[] x50 = run(x40, 10, x10);
    int[] x100 = run(x50, 50, x50);
    int[] x200 = run(x100, 100, x100);
    int[] x250 = run(x200, 50, x50);
    X25519Field.sqr(x250, 2, z);
    X25519Field.mul(z, x, z);
  }

  /**
   * Returns x^(2^n) * y: given the powers 2^m - 1 and 2^n - 1 of an element, its power 2^(m+n) - 1.
   */
  private static int[] run(int[] x, int n, int[] y) {
    int[] z = new int[LIMBS];
    X25519Field.sqr(x, n, z);
    X25519Field.mul(z, y, z);
    return z;
  }

  /**
   * Replaces tight elements by their inverses, 0 by 0: three products each and one inversion
   * (Montgomery's trick).
   */
  static void invert(int[][] elements) {
    int[][] before = new int[elements.length][];
    int[] nonZero = new int[elements.length];
    int[] all = ONE.clone();
    for (int i = 0; i < elements.length; i++) {
      nonZero[i] = 1 - isZero(elements[i]);
      replaceIf(1 - nonZero[i], elements[i], ONE);
      before[i] = all.clone();
      X25519Field.mul(all, elements[i], all);
    }
    X25519Field.inv(all, all);
    int[] zero = new int[LIMBS];
    for (int i = elements.length - 1; i >= 0; i--) {
      X25519Field.mul(all, before[i], before[i]);
      X25519Field.mul(all, elements[i], all);
      X25519Field.copy(before[i], 0, elements[i], 0);
      replaceIf(1 - nonZero[i], elements[i], zero);
      wipe(before[i]);
    }
  }

  static void wipe(int[] x) {
    Arrays.fill(x, 0);
  }

  private static int[] normal(int[] x) {
    int[] z = x.clone();
    X25519Field.carry(z);
    X25519Field.normalize(z);
    return z;
  }
}
