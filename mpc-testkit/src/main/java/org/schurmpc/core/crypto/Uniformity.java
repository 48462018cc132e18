package org.schurmpc.core.crypto;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;

/** The chi-squared test of bytes that should be uniform. */
public final class Uniformity {
  private Uniformity() {}

  /** Fails one time in some 10^8 if the bytes are uniform: mean 255, standard deviation 22.6. */
  public static void require(int[] histogram, String what) {
    double expected = Arrays.stream(histogram).sum() / (double) histogram.length;
    double chiSquared = 0;
    for (int count : histogram) {
      chiSquared += (count - expected) * (count - expected) / expected;
    }
    assertTrue(chiSquared < 255 + 7 * 22.6, what + ": chi-squared " + chiSquared);
  }
}
