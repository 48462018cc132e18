package org.schurmpc.spdz.cipher;

import java.util.HexFormat;
import org.schurmpc.core.field.Gf256;

/**
 * The S-boxes of DES over GF(2^8) as p_1(x) q_1(x) + p_2(x), in the low four bits (Pulkus and
 * Vivek, "Reducing the Number of Non-linear Multiplications in Masking Schemes", CHES 2016;
 * KORSVV17, section 3.2). Polynomials have the 25 monomials 1 and x^(c 2^i) for c = 1, 3, 7: given
 * x, x^3 and x^7, they are linear over F2. An index of six bits is a byte; the high four bits of
 * the values are of no use.
 *
 * <p>q_1 was drawn at random, the same for all S-boxes. For p_1 and p_2, 400 bits, each entry of a
 * table gives 4 linear equations over F2, 256 in all.
 */
final class PulkusVivek {
  /** The cyclotomic classes, by their least exponents. */
  static final int[] CLASSES = {1, 3, 7};

  /** Number of monomials of a polynomial. */
  static final int MONOMIALS = 1 + 8 * 3;

  /** q_1. */
  static final String Q1 = "7cf1819e05fd6995fb36fad46f78545f6d885c5e2769f0d5d8";

  /** p_1 and p_2 of S1 to S8. */
  private static final String[] P = {
    "7075bb15f8433500000356c8abbfc1028a512b7ef1953087bd"
        + "045fc3f40000000000491ea9c5000000006d03000000000000",
    "6d7bcb20579cef0000c4475a96d847730e836684258370f8df"
        + "0e9c72530200000000082b02b8000000007806000000000000",
    "f73c0db35a16210000303fad3bb808e5e81e1232cb9ff52bc8"
        + "0b3b86100200000000c7471b8a000000004203000000000000",
    "5476a99e02359b0000eb1f360607ec17f19ea9b8856ed0747f"
        + "0fb0a3f7020000000074b400e000000000df0b000000000000",
    "d6821cd884c03700005f2b4db5e6e88a4ce4f610ad72a250d9"
        + "060e00310000000000ff74d93900000000d104000000000000",
    "29a5e26fbe397b00008aa47d33a7e803e6e33a365ee9010684"
        + "04ac83b1020000000010473233000000009103000000000000",
    "616071cba0a7770000d7cf633dd133c0f4faecca98be922677"
        + "03fa60270200000000d52e1e3300000000a306000000000000",
    "e5863f8a670e4100002d801e6afabada1073a64f8bda4f9635"
        + "0548b7f00200000000a5bc30c000000000a808000000000000"
  };

  private PulkusVivek() {}

  /** A polynomial of these monomials. */
  static final class Polynomial {
    private final byte[] coefficients;

    /**
     * Creates a polynomial.
     *
     * @param coefficients that of 1, followed by those of x, x^2, ..., x^128, and in the same way
     *     of the classes of x^3 and x^7
     */
    Polynomial(byte[] coefficients) {
      this.coefficients = coefficients.clone();
    }

    /** Returns the constant. */
    int constant() {
      return coefficients[0] & 0xff;
    }

    /**
     * Returns the terms of a class at a power of x: of x itself for class 0, x^3 for 1 and x^7 for
     * 2; linear over F2 in the power.
     */
    int ofClass(int number, int power) {
      int sum = 0;
      int square = power;
      for (int i = 0; i < 8; i++) {
        sum ^= Gf256.mul(coefficients[1 + 8 * number + i] & 0xff, square);
        square = Gf256.mul(square, square);
      }
      return sum;
    }

    /** Returns the value at an element. */
    int at(int x) {
      int sum = constant();
      for (int number = 0; number < CLASSES.length; number++) {
        sum ^= ofClass(number, Gf256.pow(x, CLASSES[number]));
      }
      return sum;
    }
  }

  /** Returns the coefficients of p_1 and p_2 of an S-box, from 0 to 7, in hexadecimal. */
  static String coefficients(int box) {
    return P[box];
  }

  /** Returns q_1. */
  static Polynomial q1() {
    return new Polynomial(HexFormat.of().parseHex(Q1));
  }

  /** Returns p_1 of an S-box, from 0 to 7. */
  static Polynomial p1(int box) {
    return new Polynomial(HexFormat.of().parseHex(P[box], 0, 2 * MONOMIALS));
  }

  /** Returns p_2 of an S-box, from 0 to 7. */
  static Polynomial p2(int box) {
    return new Polynomial(HexFormat.of().parseHex(P[box], 2 * MONOMIALS, 4 * MONOMIALS));
  }
}
