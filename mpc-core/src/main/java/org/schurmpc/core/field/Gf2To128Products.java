package org.schurmpc.core.field;

/**
 * A sum of products in GF(2^128), reduced once. Factors are x0 + x1 Y + x2 Y^2 where Y = X^43, and
 * six products of such parts are enough (Karatsuba and Ofman); each is p + q X^21 + e X^42.
 */
final class Gf2To128Products {
  private static final long MASK = Carryless.LONG_MASK;

  private long p0;
  private long p1;
  private long p2;
  private long p3;
  private long p4;
  private long p5;
  private long q0;
  private long q1;
  private long q2;
  private long q3;
  private long q4;
  private long q5;
  private long e0;
  private long e1;
  private long e3;
  private long e4;
  private long e5;

  /** Returns the part of x y that belongs to the last coefficient of x. */
  private static long last(long x, long y) {
    return -(x >>> (Carryless.LONG - 1)) & y;
  }

  /** Adds the product of a0 + a1 X^64 and b0 + b1 X^64. */
  void add(long a0, long a1, long b0, long b1) {
    long x0 = a0 & MASK;
    long x1 = ((a0 >>> 43) | (a1 << 21)) & MASK;
    long x2 = a1 >>> 22;
    long y0 = b0 & MASK;
    long y1 = ((b0 >>> 43) | (b1 << 21)) & MASK;
    long y2 = b1 >>> 22;
    p0 ^= Carryless.times(x0, y0);
    q0 ^= Carryless.times(x0 >>> Carryless.SHORT, y0);
    e0 ^= last(x0, y0);
    p1 ^= Carryless.times(x1, y1);
    q1 ^= Carryless.times(x1 >>> Carryless.SHORT, y1);
    e1 ^= last(x1, y1);
    p2 ^= Carryless.times(x2, y2);
    q2 ^= Carryless.times(x2 >>> Carryless.SHORT, y2);
    p3 ^= Carryless.times(x0 ^ x1, y0 ^ y1);
    q3 ^= Carryless.times((x0 ^ x1) >>> Carryless.SHORT, y0 ^ y1);
    e3 ^= last(x0 ^ x1, y0 ^ y1);
    p4 ^= Carryless.times(x0 ^ x2, y0 ^ y2);
    q4 ^= Carryless.times((x0 ^ x2) >>> Carryless.SHORT, y0 ^ y2);
    e4 ^= last(x0 ^ x2, y0 ^ y2);
    p5 ^= Carryless.times(x1 ^ x2, y1 ^ y2);
    q5 ^= Carryless.times((x1 ^ x2) >>> Carryless.SHORT, y1 ^ y2);
    e5 ^= last(x1 ^ x2, y1 ^ y2);
  }

  /** Writes the sum and resets it to zero. */
  void finish(long[] to, int toAt) {
    // Part i of the sum, which belongs to Y^i, is s_i + t_i X^21 + u_i X^42; u_4 is zero.
    long s1 = p3 ^ p0 ^ p1;
    long s2 = p4 ^ p0 ^ p1 ^ p2;
    long s3 = p5 ^ p1 ^ p2;
    long t1 = q3 ^ q0 ^ q1;
    long t2 = q4 ^ q0 ^ q1 ^ q2;
    long t3 = q5 ^ q1 ^ q2;
    // u_i X^42 and s_(i+1) Y begin next to each other.
    long v0 = e0 ^ (s1 << 1);
    long v1 = e3 ^ e0 ^ e1 ^ (s2 << 1);
    long v2 = e4 ^ e0 ^ e1 ^ (s3 << 1);
    long v3 = e5 ^ e1 ^ (p2 << 1);
    long w0 = p0 ^ (q0 << 21) ^ (v0 << 42);
    long w1 = (q0 >>> 43) ^ (v0 >>> 22) ^ t1 ^ (v1 << 21) ^ (t2 << 43);
    long w2 = (v1 >>> 43) ^ (t2 >>> 21) ^ v2 ^ (t3 << 22) ^ (v3 << 43);
    long w3 = (t3 >>> 42) ^ (v3 >>> 21) ^ (q2 << 1);
    reduce(w0, w1, w2, w3, to, toAt);
    clear();
  }

  private void clear() {
    p0 = p1 = p2 = p3 = p4 = p5 = 0;
    q0 = q1 = q2 = q3 = q4 = q5 = 0;
    e0 = e1 = e3 = e4 = e5 = 0;
  }

  /** Reduces a polynomial of four words: X^128 is X^7 + X^2 + X + 1. */
  static void reduce(long w0, long w1, long w2, long w3, long[] to, int toAt) {
    long top = w2 ^ (w3 >>> 63) ^ (w3 >>> 62) ^ (w3 >>> 57);
    to[toAt] = w0 ^ top ^ (top << 1) ^ (top << 2) ^ (top << 7);
    to[toAt + 1] =
        w1
            ^ w3
            ^ ((w3 << 1) | (top >>> 63))
            ^ ((w3 << 2) | (top >>> 62))
            ^ ((w3 << 7) | (top >>> 57));
  }
}
