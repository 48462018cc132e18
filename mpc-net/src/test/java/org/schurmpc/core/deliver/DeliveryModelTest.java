package org.schurmpc.core.deliver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Gf256;

/**
 * The protocol over fields so small that everything can be enumerated or counted: what a cheat
 * gains, and what the honest parties' messages show.
 */
class DeliveryModelTest {
  private static final int CLIENT = 0;
  private static final int PARTY = 1;

  /** One combination over F_p: the client's verdict for each error, ρ, mask and value. */
  private static void exhaust(int p, int m) {
    int all = power(p, m);
    for (int error = 0; error < all; error++) {
      for (int maskError = 0; maskError < p; maskError++) {
        int accepted = 0;
        for (int rho = 0; rho < all; rho++) {
          boolean verdict = (dot(error, rho, p, m) + maskError) % p == 0;
          accepted += verdict ? 1 : 0;
          int[] law = new int[p];
          for (int y = 0; y < all; y++) {
            int[] ofThisValue = new int[p];
            for (int z = 0; z < p; z++) {
              int opened = (dot(y, rho, p, m) + z) % p;
              ofThisValue[opened]++;
              int told = (dot(y, rho, p, m) + z + dot(error, rho, p, m) + maskError) % p;
              assertEquals(verdict, told == opened, "the verdict depends on no value");
            }
            law = y == 0 ? ofThisValue : law;
            assertTrue(Arrays.equals(law, ofThisValue), "what is opened depends on no value");
          }
        }
        boolean none = error == 0;
        int expected = none ? (maskError == 0 ? all : 0) : all / p;
        assertEquals(expected, accepted, "error " + error + ", " + maskError);
      }
    }
  }

  private static int power(int p, int m) {
    return m == 0 ? 1 : p * power(p, m - 1);
  }

  private static int dot(int a, int b, int p, int m) {
    int sum = 0;
    for (int i = 0, x = a, y = b; i < m; i++, x /= p, y /= p) {
      sum += x % p * (y % p);
    }
    return sum % p;
  }

  @Test
  void everyErrorIsAcceptedByOneOfPCoefficients() {
    exhaust(5, 2);
    exhaust(3, 3);
  }

  /**
   * Three parties, of whom C makes A and B toss different coefficients and opens different shares
   * to both: what A and B send and the shares of the check's sum have one law for all values.
   */
  @Test
  void equivocatedTossesShowNothing() {
    int cheats = 0;
    for (int rhoA = 0; rhoA < 3; rhoA++) {
      for (int rhoB = 0; rhoB < 3; rhoB++) {
        for (int toA = 0; toA < 3; toA++) {
          for (int toB = 0; toB < 3; toB++) {
            for (int chi = 1; chi < 3; chi++) {
              for (int alphaC = 0; alphaC < 3; alphaC++) {
                int[] law = law(rhoA, rhoB, toA, toB, chi, alphaC, 0);
                for (int y = 1; y < 3; y++) {
                  assertTrue(
                      Arrays.equals(law, law(rhoA, rhoB, toA, toB, chi, alphaC, y)),
                      "the law depends on the value");
                }
                cheats++;
              }
            }
          }
        }
      }
    }
    assertEquals(486, cheats);
  }

  /** The law of (s_A, s_B, σ_A, σ_B), over all shares and keys of A and B; C has shares of 0. */
  private static int[] law(int rhoA, int rhoB, int toA, int toB, int chi, int alphaC, int y) {
    int[] law = new int[81];
    for (int code = 0; code < 2187; code++) {
      int[] free = new int[7];
      for (int i = 0, rest = code; i < 7; i++, rest /= 3) {
        free[i] = rest % 3;
      }
      int yA = free[0];
      int yB = y - yA + 3;
      int zA = free[1];
      int zB = free[2];
      int alphaA = free[3];
      int alphaB = free[4];
      int alpha = alphaA + alphaB + alphaC;
      int macYa = free[5];
      int macYb = alpha * y - macYa + 3;
      int macZa = free[6];
      int macZb = alpha * (zA + zB) - macZa + 3;
      int sA = (rhoA * yA + zA) % 3;
      int sB = (rhoB * yB + zB) % 3;
      int sigmaA = chi * (rhoA * macYa + macZa - alphaA * (sA + sB + toA));
      int sigmaB = chi * (rhoB * macYb + macZb - alphaB * (sA + sB + toB));
      law[((Math.floorMod(sigmaA, 3) * 3 + Math.floorMod(sigmaB, 3)) * 3 + sA) * 3 + sB]++;
    }
    return law;
  }

  /** Bits with MACs over GF(2^8) and one combination: lies to the client, and shifted sums. */
  @Test
  void forgeriesAreAsRareAsGuesses() {
    Random random = new Random(3);
    int tries = 200_000;
    int m = 16;
    int[] forged = new int[2];
    int caught = 0;
    int[] rho = new int[m];
    for (int i = 0; i < tries; i++) {
      int error = 1 + random.nextInt((1 << m) - 1);
      int guess = random.nextInt(256);
      int delta = random.nextInt(256);
      int difference = 0;
      for (int bit = 0; bit < m; bit++) {
        rho[bit] = random.nextInt(256);
        difference ^= (error >>> bit & 1) * rho[bit];
      }
      // Tells the client wrong bits and the peer the right sum.
      forged[CLIENT] += difference == 0 ? 1 : 0;
      // Shifts the sum, too, with a guessed key.
      boolean passes = Gf256.mul(difference, delta) == Gf256.mul(difference, guess);
      forged[PARTY] += passes ? 1 : 0;
      caught += passes ? 0 : 1;
    }
    requireAbout(tries / 256.0, forged[CLIENT]);
    requireAbout(tries * (1 - 255.0 * 255 / 65536), forged[PARTY]);
    assertEquals(tries, forged[PARTY] + caught);
  }

  private static void requireAbout(double expected, int counted) {
    assertTrue(Math.abs(counted - expected) < 5 * Math.sqrt(expected), counted + ", " + expected);
  }
}
