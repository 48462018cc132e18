package org.schurmpc.core.crypto;

import org.bouncycastle.math.ec.rfc7748.X25519Field;

/**
 * The map from field elements to points of RFC 9496, 4.3.4 (Elligator), with the RFC's variable
 * names.
 */
final class RistrettoMap {
  private RistrettoMap() {}

  /** Returns the point of the field element encoded by the low 255 bits of 32 bytes. */
  static EdwardsPoint map(byte[] uniform, int offset) {
    int[] t = Field25519.decode(uniform, offset);
    int[] r = Field25519.product(Field25519.SQRT_M1, Field25519.square(t));
    int[] u = Field25519.product(Field25519.sum(r, Field25519.ONE), Field25519.ONE_MINUS_D_SQ);
    int[] minusOne = Field25519.negative(Field25519.ONE);
    int[] v =
        Field25519.product(
            Field25519.difference(minusOne, Field25519.product(r, Field25519.D)),
            Field25519.sum(r, Field25519.D));
    int[] s = new int[Field25519.LIMBS];
    int notSquare = 1 - Field25519.sqrtRatio(u, v, s);
    int[] sPrime = Field25519.product(s, t);
    Field25519.abs(sPrime);
    X25519Field.negate(sPrime, sPrime);
    Field25519.replaceIf(notSquare, s, sPrime);
    int[] c = minusOne.clone();
    Field25519.replaceIf(notSquare, c, r);
    int[] n = Field25519.product(c, Field25519.difference(r, Field25519.ONE));
    X25519Field.mul(n, Field25519.D_MINUS_ONE_SQ, n);
    return point(s, v, Field25519.difference(n, v));
  }

  private static EdwardsPoint point(int[] s, int[] v, int[] n) {
    int[] ss = Field25519.square(s);
    int[] w0 = Field25519.product(s, v);
    X25519Field.add(w0, w0, w0);
    int[] w1 = Field25519.product(n, Field25519.SQRT_AD_MINUS_ONE);
    int[] w2 = Field25519.difference(Field25519.ONE, ss);
    int[] w3 = Field25519.sum(Field25519.ONE, ss);
    return new EdwardsPoint(
        Field25519.product(w0, w3),
        Field25519.product(w2, w1),
        Field25519.product(w1, w3),
        Field25519.product(w0, w2));
  }
}
