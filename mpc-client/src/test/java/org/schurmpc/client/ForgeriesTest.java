package org.schurmpc.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** Counts forgeries over fields in which they succeed often enough, and tries all of small ones. */
class ForgeriesTest {
  private static final int TRIES = 8_000;
  private static final long SEED = 1015;

  /**
   * Tries all errors, coefficients and values over a small prime p. The worst error is accepted for
   * one coefficient in p, and an error of the mask alone for none. The verdict does not depend on
   * the value.
   */
  @Test
  void theWorstErrorIsAcceptedForOneCoefficient() {
    tryAll(5, 2, 4);
    tryAll(3, 3, 2);
  }

  private static void tryAll(int p, int m, int coefficients) {
    Domain domain = new Domain("small", new PrimeElements(BigInteger.valueOf(p)), 1);
    assertEquals(coefficients, 1 << domain.elements().coefficientBits());
    int all = (int) Math.pow(coefficients, m);
    Map<List<Integer>, Integer> accepted = new HashMap<>();
    for (int y = 0; y < p; y++) {
      for (int error = 1; error < Math.pow(p, m + 1); error++) {
        int count = 0;
        for (int rho = 0; rho < all; rho++) {
          count += isAccepted(domain, p, m, y, error, rho, coefficients) ? 1 : 0;
        }
        List<Integer> key = List.of(error);
        assertEquals(accepted.getOrDefault(key, count), count, "the value shows");
        accepted.put(key, count);
        boolean maskAlone = error % (int) Math.pow(p, m) == 0;
        assertTrue(maskAlone ? count == 0 : count <= all / coefficients, error + ": " + count);
      }
    }
    assertTrue(accepted.containsValue(all / coefficients), "no error is that good");
  }

  /** The honest party's share is y in all places, the cheat's error has the digits of a number. */
  private static boolean isAccepted(
      Domain domain, int p, int m, int y, int error, int rho, int coefficients) {
    BigInteger[] honest = new BigInteger[m + 1];
    BigInteger[] wrong = new BigInteger[m + 1];
    for (int i = 0, digits = error; i <= m; i++, digits /= p) {
      honest[i] = BigInteger.valueOf(y);
      wrong[i] = BigInteger.valueOf((y + digits) % p);
    }
    byte[] right =
        domain.combine(digits(rho, coefficients), List.of(TestDelivery.encode(domain, honest)), m);
    byte[] shown =
        domain.combine(digits(rho, coefficients), List.of(TestDelivery.encode(domain, wrong)), m);
    return Arrays.equals(right, shown);
  }

  private static LongSupplier digits(int number, int base) {
    int[] left = {number};
    return () -> {
      int digit = left[0] % base;
      left[0] /= base;
      return digit;
    };
  }

  /** Counts deliveries that are accepted though a cheat has added errors before the toss. */
  private static int forged(Domain domain, int m) {
    Random random = new Random(SEED);
    DeliveryCheck.Expected expected =
        TestDelivery.expected(random, true, 2, domain, domain.packedBits(), m);
    byte[] clear = TestDelivery.encode(domain, new BigInteger[0]);
    clear = new byte[m * domain.elements().bytes() + clear.length];
    int forged = 0;
    for (int i = 0; i < TRIES; i++) {
      TestDelivery delivery = TestDelivery.committed(random, 2, expected, clear);
      delivery.toss();
      Arrays.fill(delivery.sums, delivery.combined(delivery.seeds[0]));
      for (int e = 0; e <= m; e++) {
        delivery.add(1, e, e == 0 ? BigInteger.ONE : TestDelivery.uniform(domain, random));
      }
      delivery.commit(1);
      forged += delivery.isAccepted() ? 1 : 0;
    }
    return forged;
  }

  private static void assertAbout(double probability, int count) {
    double mean = probability * TRIES;
    assertTrue(Math.abs(count - mean) <= 4 * Math.sqrt(mean), count + " where " + mean);
  }

  @Test
  void errorsBeforeTheTossAreForgedAsOftenAsTheFieldIsSmall() {
    assertAbout(
        1 / 251.0, forged(new Domain("251", new PrimeElements(BigInteger.valueOf(251)), 1), 8));
    assertAbout(1 / 256.0, forged(new Domain("gf2_8", new BinaryElements(8, 4, 3, 1, 0), 1), 16));
  }

  @Test
  void secondCombinationsSquareIt() {
    int forged = forged(new Domain("17", new PrimeElements(BigInteger.valueOf(17)), 2), 8);
    assertAbout(1 / 289.0, forged);
  }
}
