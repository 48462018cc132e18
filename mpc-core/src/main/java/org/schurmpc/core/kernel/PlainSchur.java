package org.schurmpc.core.kernel;

import java.util.Arrays;

/**
 * The plain Schur product, on one long of each plane at a time. Uses Karatsuba's method on three
 * levels. The interpolation is linear and therefore done once for each sum instead of each product:
 * 27 ANDs for each term, nine at a time so that the sums stay in registers.
 */
final class PlainSchur {
  private static final int WORD = 32;
  private static final int PLANE = 4;

  // Seven planes each of the products of the low halves, the high halves and the half sums.
  private final long[] blocks = new long[21];

  /** See {@link CodewordKernels#schurMulAdd}. */
  void mulAdd(
      long[] acc, int accOff, long[] x, int xOff, long[] y, int yOff, int terms, int parts) {
    int step = WORD * parts;
    for (int p = 0; p < parts; p++) {
      for (int q = 0; q < PLANE; q++) {
        int xAt = xOff + q;
        int yAt = yOff + WORD * p + q;
        half(x, xAt, y, yAt, step, terms, blocks, 0);
        half(x, xAt + 4 * PLANE, y, yAt + 4 * PLANE, step, terms, blocks, 7);
        halfSums(x, xAt, y, yAt, step, terms, blocks, 14);
        reduceInto(blocks, acc, accOff + WORD * p + q);
      }
    }
  }

  /** Sums products of polynomials of four planes; writes seven planes to s. */
  private static void half(
      long[] x, int xAt, long[] y, int yAt, int yStep, int terms, long[] s, int sAt) {
    long p0 = 0;
    long p1 = 0;
    long p2 = 0;
    long p3 = 0;
    long p01 = 0;
    long p23 = 0;
    long p02 = 0;
    long p13 = 0;
    long pAll = 0;
    for (int t = 0; t < terms; t++) {
      int i = xAt + WORD * t;
      int j = yAt + yStep * t;
      long a0 = x[i];
      long a1 = x[i + 4];
      long a2 = x[i + 8];
      long a3 = x[i + 12];
      long b0 = y[j];
      long b1 = y[j + 4];
      long b2 = y[j + 8];
      long b3 = y[j + 12];
      p0 ^= a0 & b0;
      p1 ^= a1 & b1;
      p01 ^= (a0 ^ a1) & (b0 ^ b1);
      p2 ^= a2 & b2;
      p3 ^= a3 & b3;
      p23 ^= (a2 ^ a3) & (b2 ^ b3);
      a0 ^= a2;
      a1 ^= a3;
      b0 ^= b2;
      b1 ^= b3;
      p02 ^= a0 & b0;
      p13 ^= a1 & b1;
      pAll ^= (a0 ^ a1) & (b0 ^ b1);
    }
    interpolate(p0, p1, p2, p3, p01, p23, p02, p13, pAll, s, sAt);
  }

  /** Sums products like {@link #half}, for the sums of the low and the high planes. */
  private static void halfSums(
      long[] x, int xAt, long[] y, int yAt, int yStep, int terms, long[] s, int sAt) {
    long p0 = 0;
    long p1 = 0;
    long p2 = 0;
    long p3 = 0;
    long p01 = 0;
    long p23 = 0;
    long p02 = 0;
    long p13 = 0;
    long pAll = 0;
    for (int t = 0; t < terms; t++) {
      int i = xAt + WORD * t;
      int j = yAt + yStep * t;
      long a0 = x[i] ^ x[i + 16];
      long a1 = x[i + 4] ^ x[i + 20];
      long a2 = x[i + 8] ^ x[i + 24];
      long a3 = x[i + 12] ^ x[i + 28];
      long b0 = y[j] ^ y[j + 16];
      long b1 = y[j + 4] ^ y[j + 20];
      long b2 = y[j + 8] ^ y[j + 24];
      long b3 = y[j + 12] ^ y[j + 28];
      p0 ^= a0 & b0;
      p1 ^= a1 & b1;
      p01 ^= (a0 ^ a1) & (b0 ^ b1);
      p2 ^= a2 & b2;
      p3 ^= a3 & b3;
      p23 ^= (a2 ^ a3) & (b2 ^ b3);
      a0 ^= a2;
      a1 ^= a3;
      b0 ^= b2;
      b1 ^= b3;
      p02 ^= a0 & b0;
      p13 ^= a1 & b1;
      pAll ^= (a0 ^ a1) & (b0 ^ b1);
    }
    interpolate(p0, p1, p2, p3, p01, p23, p02, p13, pAll, s, sAt);
  }

  private static void interpolate(
      long p0,
      long p1,
      long p2,
      long p3,
      long p01,
      long p23,
      long p02,
      long p13,
      long pAll,
      long[] s,
      int sAt) {
    long low1 = p01 ^ p0 ^ p1;
    long high1 = p23 ^ p2 ^ p3;
    s[sAt] = p0;
    s[sAt + 1] = low1;
    s[sAt + 2] = p1 ^ p02 ^ p0 ^ p2;
    s[sAt + 3] = pAll ^ p02 ^ p13 ^ low1 ^ high1;
    s[sAt + 4] = p13 ^ p1 ^ p3 ^ p2;
    s[sAt + 5] = high1;
    s[sAt + 6] = p3;
  }

  /** Adds the polynomial of 15 planes that s holds in three blocks, modulo 0x11B. */
  private static void reduceInto(long[] s, long[] acc, int at) {
    long r8 = s[7] ^ s[18] ^ s[4] ^ s[11];
    long r9 = s[8] ^ s[19] ^ s[5] ^ s[12];
    long r10 = s[9] ^ s[20] ^ s[6] ^ s[13];
    long r11 = s[10];
    long r12 = s[11];
    long r13 = s[12];
    long r14 = s[13];
    r10 ^= r14;
    r9 ^= r14 ^ r13;
    r8 ^= r13 ^ r12;
    acc[at] ^= s[0] ^ r8;
    acc[at + 4] ^= s[1] ^ r8 ^ r9;
    acc[at + 8] ^= s[2] ^ r9 ^ r10;
    acc[at + 12] ^= s[3] ^ r8 ^ r10 ^ r11;
    acc[at + 16] ^= s[4] ^ s[14] ^ s[0] ^ s[7] ^ r8 ^ r9 ^ r11 ^ r12;
    acc[at + 20] ^= s[5] ^ s[15] ^ s[1] ^ s[8] ^ r9 ^ r10 ^ r12 ^ r13;
    acc[at + 24] ^= s[6] ^ s[16] ^ s[2] ^ s[9] ^ r10 ^ r11 ^ r13 ^ r14;
    acc[at + 28] ^= s[17] ^ s[3] ^ r12 ^ r14;
  }

  void wipe() {
    Arrays.fill(blocks, 0);
  }
}
