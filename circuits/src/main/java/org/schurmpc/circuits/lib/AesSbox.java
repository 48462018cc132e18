package org.schurmpc.circuits.lib;

import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * The S-box of AES as gates: the straight-line program of Boyar and Peralta, "A new combinational
 * logic minimization technique with applications to cryptology" (eprint 2009/191).
 *
 * <p>The program consists of a linear layer from 8 to 22 wires, 9 products into GF(2^4), the
 * inversion there, 18 products back, and a linear layer to 8 wires. There are two inversions, which
 * differ in size and depth; the shallow one is from "A depth-16 circuit for the AES S-box" (eprint
 * 2011/332). Names are those of the papers: x0 and s0 are the most significant bits.
 */
final class AesSbox implements AesSubstitution {
  /** Variant of the inversion in GF(2^4). */
  enum Variant {
    /** 32 ANDs and 83 XORs for each S-box, AND depth 6. */
    SMALL,
    /** 34 ANDs and 82 XORs for each S-box, AND depth 4. */
    SHALLOW
  }

  private final CircuitBuilder builder;
  private final Variant variant;

  AesSbox(CircuitBuilder builder, Variant variant) {
    this.builder = builder;
    this.variant = variant;
  }

  @Override
  public int[] apply(int[] input) {
    int[] y = top(input);
    int x7 = input[0];
    int[] inverse = variant == Variant.SMALL ? smallInverse(y, x7) : shallowInverse(y, x7);
    return bottom(products(inverse, y, x7));
  }

  /**
   * Returns the inverse S-box of a byte, with the number of ANDs and the depth of the S-box. With A
   * the affine map of FIPS 197, 5.1.1, the S-box is A after the inversion, and the inversion is its
   * own inverse. Hence the inverse of the S-box S is B after S after B, where B is the inverse of
   * A.
   */
  @Override
  public int[] applyInverse(int[] input) {
    return inverseAffine(apply(inverseAffine(input)));
  }

  /**
   * Returns the inverse affine map of FIPS 197, 5.3.2: bit i is the sum of bits i + 2, i + 5, i + 7
   * and bit i of 5.
   */
  private int[] inverseAffine(int[] in) {
    int[] out = new int[8];
    for (int i = 0; i < 8; i++) {
      out[i] = xor(xor(in[(i + 2) % 8], in[(i + 5) % 8]), in[(i + 7) % 8]);
    }
    out[0] = builder.not(out[0]);
    out[2] = builder.not(out[2]);
    return out;
  }

  /** Returns the linear layer on the input: wires y1 to y21. */
  private int[] top(int[] in) {
    int[] x = new int[8];
    for (int i = 0; i < 8; i++) {
      x[i] = in[7 - i];
    }
    int[] y = new int[22];
    y[14] = xor(x[3], x[5]);
    y[13] = xor(x[0], x[6]);
    y[9] = xor(x[0], x[3]);
    y[8] = xor(x[0], x[5]);
    int t0 = xor(x[1], x[2]);
    y[1] = xor(t0, x[7]);
    y[4] = xor(y[1], x[3]);
    y[12] = xor(y[13], y[14]);
    y[2] = xor(y[1], x[0]);
    y[5] = xor(y[1], x[6]);
    y[3] = xor(y[5], y[8]);
    int t1 = xor(x[4], y[12]);
    y[15] = xor(t1, x[5]);
    y[20] = xor(t1, x[1]);
    y[6] = xor(y[15], x[7]);
    y[10] = xor(y[15], t0);
    y[11] = xor(y[20], y[9]);
    y[7] = xor(x[7], y[11]);
    y[17] = xor(y[10], y[11]);
    y[19] = xor(y[10], y[8]);
    y[16] = xor(t0, y[11]);
    y[21] = xor(y[13], y[16]);
    y[18] = xor(x[0], y[16]);
    return y;
  }

  /** Returns the element of GF(2^4) to be inverted: t21 to t24. */
  private int[] norm(int[] y, int x7) {
    int t2 = and(y[12], y[15]);
    int t4 = xor(and(y[3], y[6]), t2);
    int t6 = xor(and(y[4], x7), t2);
    int t7 = and(y[13], y[16]);
    int t9 = xor(and(y[5], y[1]), t7);
    int t11 = xor(and(y[2], y[7]), t7);
    int t12 = and(y[9], y[11]);
    int t14 = xor(and(y[14], y[17]), t12);
    int t16 = xor(and(y[8], y[10]), t12);
    return new int[] {
      xor(xor(t4, t14), y[20]),
      xor(xor(t6, t16), y[19]),
      xor(xor(t9, t14), y[21]),
      xor(xor(t11, t16), y[18])
    };
  }

  /** Returns the inverse t29, t33, t37, t40 of eprint 2009/191: 5 ANDs, AND depth 4. */
  private int[] smallInverse(int[] y, int x7) {
    int[] n = norm(y, x7);
    int t25 = xor(n[0], n[1]);
    int t26 = and(n[0], n[2]);
    int t27 = xor(n[3], t26);
    int t29 = xor(and(t25, t27), n[1]);
    int t30 = xor(n[2], n[3]);
    int t31 = xor(n[1], t26);
    int t33 = xor(and(t31, t30), n[3]);
    int t36 = and(n[3], xor(t27, t33));
    int t37 = xor(t36, xor(n[2], t33));
    int t38 = xor(t27, t36);
    int t40 = xor(t25, and(t29, t38));
    return new int[] {t29, t33, t37, t40};
  }

  /**
   * Returns the inverse t29, t33, t37, t40 by the formulas of eprint 2011/332: 7 ANDs, AND depth 2.
   */
  private int[] shallowInverse(int[] y, int x7) {
    int[] n = norm(y, x7);
    int m24 = xor(n[2], n[3]);
    int m25 = and(n[2], n[0]);
    int m26 = xor(n[1], m25);
    int m27 = xor(n[0], n[1]);
    int m28 = xor(n[3], m25);
    int m29 = and(m28, m27);
    int m30 = and(m26, m24);
    int m32 = and(m27, and(n[0], n[3]));
    int m35 = and(m24, and(n[1], n[2]));
    int m37 = xor(n[1], m29);
    int m38 = xor(m32, xor(m27, m25));
    int m39 = xor(n[3], m30);
    int m40 = xor(m35, xor(m24, m25));
    return new int[] {m37, m39, m40, m38};
  }

  /** Returns the 18 products z0 to z17 of the inverse with the input's wires. */
  private int[] products(int[] inverse, int[] y, int x7) {
    int t29 = inverse[0];
    int t33 = inverse[1];
    int t37 = inverse[2];
    int t40 = inverse[3];
    int t41 = xor(t40, t37);
    int t42 = xor(t29, t33);
    int t43 = xor(t29, t40);
    int t44 = xor(t33, t37);
    int t45 = xor(t42, t41);
    int[] factors = {t44, t37, t33, t43, t40, t29, t42, t45, t41};
    int[] first = {y[15], y[6], x7, y[16], y[1], y[7], y[11], y[17], y[10]};
    int[] second = {y[12], y[3], y[4], y[13], y[5], y[2], y[9], y[14], y[8]};
    int[] z = new int[18];
    for (int i = 0; i < 9; i++) {
      z[i] = and(factors[i], first[i]);
      z[9 + i] = and(factors[i], second[i]);
    }
    return z;
  }

  /** Returns the linear layer to the output, with the affine constant. */
  private int[] bottom(int[] z) {
    int t46 = xor(z[15], z[16]);
    int t47 = xor(z[10], z[11]);
    int t48 = xor(z[5], z[13]);
    int t49 = xor(z[9], z[10]);
    int t50 = xor(z[2], z[12]);
    int t51 = xor(z[2], z[5]);
    int t52 = xor(z[7], z[8]);
    int t53 = xor(z[0], z[3]);
    int t54 = xor(z[6], z[7]);
    int t55 = xor(z[16], z[17]);
    int t56 = xor(z[12], t48);
    int t57 = xor(t50, t53);
    int t58 = xor(z[4], t46);
    int t59 = xor(z[3], t54);
    int t60 = xor(t46, t57);
    int t61 = xor(z[14], t57);
    int t62 = xor(t52, t58);
    int t63 = xor(t49, t58);
    int t64 = xor(z[4], t59);
    int t65 = xor(t61, t62);
    int t66 = xor(z[1], t63);
    int t67 = xor(t64, t65);
    int s0 = xor(t59, t63);
    int s3 = xor(t53, t66);
    int s4 = xor(t51, t66);
    int s5 = xor(t47, t65);
    int s1 = builder.not(xor(t64, s3));
    int s2 = builder.not(xor(t55, t67));
    int s6 = builder.not(xor(t56, t62));
    int s7 = builder.not(xor(t48, t60));
    return new int[] {s7, s6, s5, s4, s3, s2, s1, s0};
  }

  private int xor(int a, int b) {
    return builder.xor(a, b);
  }

  private int and(int a, int b) {
    return builder.and(a, b);
  }
}
