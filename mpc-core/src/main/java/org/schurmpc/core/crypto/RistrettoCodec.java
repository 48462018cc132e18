package org.schurmpc.core.crypto;

import java.util.Arrays;
import java.util.Optional;
import org.bouncycastle.math.ec.rfc7748.X25519Field;

/**
 * Encodes and decodes elements of ristretto255 (RFC 9496, 4.3.1 and 4.3.2, with the RFC's variable
 * names), and encodes the doubles of many elements at once.
 */
final class RistrettoCodec {
  /** Number of bytes of an encoded element. */
  static final int BYTES = Field25519.BYTES;

  private RistrettoCodec() {}

  /** Returns a point of the element with an encoding; empty if there is none. */
  static Optional<EdwardsPoint> decode(byte[] encoded, int offset) {
    int[] s = Field25519.decode(encoded, offset);
    byte[] canonical = new byte[BYTES];
    Field25519.encode(s, canonical, 0);
    int ends = offset + BYTES;
    if (!Arrays.equals(canonical, 0, BYTES, encoded, offset, ends)
        || Field25519.isNegative(s) == 1) {
      return Optional.empty();
    }
    int[] ss = Field25519.square(s);
    int[] u1 = Field25519.difference(Field25519.ONE, ss);
    int[] u2 = Field25519.sum(Field25519.ONE, ss);
    int[] u2Squared = Field25519.square(u2);
    int[] du1Squared = Field25519.product(Field25519.D, Field25519.square(u1));
    int[] v = Field25519.difference(Field25519.negative(du1Squared), u2Squared);
    int[] root = new int[Field25519.LIMBS];
    int wasSquare = Field25519.sqrtRatio(Field25519.ONE, Field25519.product(v, u2Squared), root);
    int[] denominatorX = Field25519.product(root, u2);
    int[] denominatorY = Field25519.product(Field25519.product(root, denominatorX), v);
    int[] x = Field25519.product(Field25519.sum(s, s), denominatorX);
    Field25519.abs(x);
    int[] y = Field25519.product(u1, denominatorY);
    int[] t = Field25519.product(x, y);
    if (wasSquare == 0 || Field25519.isNegative(t) == 1 || Field25519.isZero(y) == 1) {
      return Optional.empty();
    }
    return Optional.of(new EdwardsPoint(x, y, Field25519.ONE, t));
  }

  /** Writes the canonical encoding of an element. */
  static void encode(EdwardsPoint p, byte[] dst, int offset) {
    int[] u1 = Field25519.product(Field25519.sum(p.z, p.y), Field25519.difference(p.z, p.y));
    int[] u2 = Field25519.product(p.x, p.y);
    int[] root = new int[Field25519.LIMBS];
    Field25519.sqrtRatio(Field25519.ONE, Field25519.product(u1, Field25519.square(u2)), root);
    int[] denominator1 = Field25519.product(root, u1);
    int[] denominator2 = Field25519.product(root, u2);
    int[] inverseZ = Field25519.product(Field25519.product(denominator1, denominator2), p.t);
    int rotate = Field25519.isNegative(Field25519.product(p.t, inverseZ));
    int[] x = p.x.clone();
    int[] y = p.y.clone();
    Field25519.replaceIf(rotate, x, Field25519.product(p.y, Field25519.SQRT_M1));
    Field25519.replaceIf(rotate, y, Field25519.product(p.x, Field25519.SQRT_M1));
    Field25519.replaceIf(
        rotate, denominator2, Field25519.product(denominator1, Field25519.INVSQRT_A_MINUS_D));
    X25519Field.cnegate(Field25519.isNegative(Field25519.product(x, inverseZ)), y);
    encodeAbs(Field25519.product(denominator2, Field25519.difference(p.z, y)), dst, offset);
  }

  /** Writes the encodings of the doubles of many elements, one after the other. */
  static void encodeDoubles(EdwardsPoint[] points, byte[] dst, int offset) {
    Doubling[] doublings = new Doubling[points.length];
    int[][] inverses = new int[points.length][];
    for (int i = 0; i < points.length; i++) {
      doublings[i] = new Doubling(points[i]);
      inverses[i] = Field25519.product(doublings[i].eg, doublings[i].fh);
    }
    Field25519.invert(inverses);
    for (int i = 0; i < points.length; i++) {
      doublings[i].encode(inverses[i], dst, offset + i * BYTES);
    }
  }

  /**
   * Encodes the double (EF : GH : FG : EH) of a point P without a square root: with S = 2P, the
   * square root in the encoding of S is a rational function of the coordinates of P (Hamburg,
   * Decaf, CRYPTO 2015; curve25519-dalek describes the batched form for cofactor 8).
   */
  private static final class Doubling {
    final int[] e;
    final int[] f;
    final int[] g;
    final int[] h;
    final int[] eg;
    final int[] fh;

    Doubling(EdwardsPoint p) {
      int[] zz = Field25519.square(p.z);
      int[] dtt = Field25519.product(Field25519.square(p.t), Field25519.D);
      e = Field25519.product(p.x, Field25519.sum(p.y, p.y));
      f = Field25519.sum(zz, dtt);
      g = Field25519.sum(Field25519.square(p.y), Field25519.square(p.x));
      h = Field25519.difference(zz, dtt);
      eg = Field25519.product(e, g);
      fh = Field25519.product(f, h);
    }

    /**
     * Overwrites the coordinates. For the identity, the inverse of E*F*G*H is 0, which gives the
     * correct encoding.
     */
    void encode(int[] inverse, byte[] dst, int offset) {
      int[] inverseZ = Field25519.product(eg, inverse);
      int[] inverseT = Field25519.product(fh, inverse);
      int rotate = Field25519.isNegative(Field25519.product(eg, inverseZ));
      int[] factor = Field25519.INVSQRT_A_MINUS_D.clone();
      int[] minusE = Field25519.negative(e);
      Field25519.replaceIf(rotate, e, g);
      Field25519.replaceIf(rotate, g, minusE);
      Field25519.replaceIf(rotate, h, Field25519.product(f, Field25519.SQRT_M1));
      Field25519.replaceIf(rotate, factor, Field25519.SQRT_M1);
      int[] sign = Field25519.product(Field25519.product(h, e), inverseZ);
      X25519Field.cnegate(Field25519.isNegative(sign), g);
      int[] s = Field25519.product(factor, Field25519.product(g, inverseT));
      encodeAbs(Field25519.product(s, Field25519.difference(h, g)), dst, offset);
      for (int[] each : new int[][] {inverse, inverseZ, e, f, g, h, eg, fh}) {
        Field25519.wipe(each);
      }
    }
  }

  private static void encodeAbs(int[] s, byte[] dst, int offset) {
    Field25519.abs(s);
    Field25519.encode(s, dst, offset);
    Field25519.wipe(s);
  }

  /** Whether a point represents the neutral element: X*Y = 0 (RFC 9496, 4.3.3). */
  static boolean isIdentity(EdwardsPoint p) {
    return (Field25519.isZero(p.x) | Field25519.isZero(p.y)) == 1;
  }
}
