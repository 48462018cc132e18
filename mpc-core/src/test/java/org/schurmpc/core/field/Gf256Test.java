package org.schurmpc.core.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** The axioms of a field, for all elements, and agreement with multiplication by the textbook. */
class Gf256Test {
  private static int textbook(int a, int b) {
    int product = 0;
    for (int bit = 0; bit < 8; bit++) {
      product ^= (b >>> bit & 1) * (a << bit);
    }
    for (int bit = 14; bit >= 8; bit--) {
      product ^= (product >>> bit & 1) * (Gf256.MODULUS << (bit - 8));
    }
    return product;
  }

  @Test
  void multipliesAsTheTextbook() {
    for (int a = 0; a < 256; a++) {
      for (int b = 0; b < 256; b++) {
        assertEquals(textbook(a, b), Gf256.mul(a, b), a + " * " + b);
      }
    }
    assertEquals(0xC1, Gf256.mul(0x57, 0x83), "the example of FIPS 197");
  }

  @Test
  void isAField() {
    for (int a = 0; a < 256; a++) {
      assertEquals(a, Gf256.mul(a, 1), "one");
      assertEquals(0, Gf256.mul(a, 0), "zero");
      for (int b = 0; b < 256; b++) {
        assertEquals(Gf256.mul(a, b), Gf256.mul(b, a), "commutative");
        int ab = Gf256.mul(a, b);
        for (int c = 0; c < 256; c++) {
          int bc = Gf256.mul(b, c);
          if (Gf256.mul(ab, c) != Gf256.mul(a, bc)
              || Gf256.mul(a, b ^ c) != (ab ^ Gf256.mul(a, c))) {
            throw new AssertionError("associative, distributive: " + a + ", " + b + ", " + c);
          }
        }
      }
    }
  }

  @Test
  void invertsAllButZero() {
    for (int a = 1; a < 256; a++) {
      assertEquals(1, Gf256.mul(a, Gf256.inverse(a)), "inverse of " + a);
    }
    assertThrows(ArithmeticException.class, () -> Gf256.inverse(0));
    assertThrows(ArithmeticException.class, () -> Gf256.log(0));
  }

  @Test
  void theGeneratorGenerates() {
    boolean[] seen = new boolean[256];
    int power = 1;
    for (int e = 0; e < 255; e++) {
      assertEquals(power, Gf256.exp(e), "exponent " + e);
      assertEquals(e, Gf256.log(power), "logarithm of " + power);
      assertEquals(false, seen[power], "twice: " + power);
      seen[power] = true;
      power = Gf256.mul(power, Gf256.GENERATOR);
    }
    assertEquals(1, power);
    assertEquals(1, Gf256.exp(255 * 1000));
  }

  @Test
  void powersAreRepeatedProducts() {
    for (int a = 0; a < 256; a++) {
      int power = 1;
      for (int e = 0; e < 600; e++) {
        assertEquals(power, Gf256.pow(a, e), a + " to the " + e);
        power = Gf256.mul(power, a);
      }
    }
    assertEquals(Gf256.pow(7, Integer.MAX_VALUE % 255), Gf256.pow(7, Integer.MAX_VALUE));
    assertThrows(IllegalArgumentException.class, () -> Gf256.pow(2, -1));
  }
}
