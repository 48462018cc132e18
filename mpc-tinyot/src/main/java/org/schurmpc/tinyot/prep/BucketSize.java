package org.schurmpc.tinyot.prep;

import java.math.BigInteger;
import java.util.Locale;

/**
 * Number of leaky ANDs that are combined into one triple.
 *
 * <p>A peer that corrupts t of the N B leaky ANDs of a batch survives the equality check with
 * probability at most 2^-t, and gains information only if all leaky ANDs of one bucket are
 * corrupted. Over the tossed permutation the expected number of such buckets is N C(t, B) / C(N B,
 * B), so the peer gains in this batch with probability at most
 *
 * <pre>g(t) = 2^-t N C(t, B) / C(N B, B).</pre>
 *
 * A peer that survives without a gain tries again in the next batch, with other N, B and t as it
 * likes, until a failed check destroys the store. If g(t) + 2^-t 2^-σ ≤ 2^-σ for all t &gt; 0 and
 * all batches, then by induction the probability of a gain in any number of batches is at most
 * 2^-σ. The bucket size for N triples at security σ is therefore the least B with
 *
 * <pre>max_t N C(t, B) / ((2^t - 1) C(N B, B)) ≤ 2^-σ.</pre>
 *
 * From t to t + 1 the term grows by the factor (t + 1) / (t + 1 - B) · (2^t - 1) / (2^(t+1) - 1),
 * which is above 1 while t + 1 &lt; 2B and below 1 from t + 1 = 2B on: the maximum over t ≤ N B is
 * at t = 2B - 1. All computations are exact.
 */
public final class BucketSize {
  /** Minimum number of triples of a batch: requests are rounded up. */
  public static final int MIN_BATCH = 1024;

  private static final int[] SIGMAS = {40, 64, 80};

  private BucketSize() {}

  /**
   * Returns the least sufficient bucket size, for a store of any number of batches.
   *
   * @param triples N, at least {@value #MIN_BATCH}
   * @param sigma statistical security in bits
   */
  public static int least(int triples, int sigma) {
    requireSigma(sigma);
    if (triples < MIN_BATCH) {
      throw new IllegalArgumentException("a batch of " + triples + " triples");
    }
    int size = 2;
    while (!suffices(size, triples, sigma)) {
      size++;
    }
    return size;
  }

  /**
   * Returns the least number of triples, at least {@value #MIN_BATCH}, for which a bucket size
   * suffices.
   */
  static int leastTriples(int size, int sigma) {
    int low = MIN_BATCH;
    int high = Integer.MAX_VALUE;
    while (low < high) {
      int middle = low + (high - low) / 2;
      if (suffices(size, middle, sigma)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private static void requireSigma(int sigma) {
    if (sigma < 40 || sigma > 80) {
      throw new IllegalArgumentException("statistical security of " + sigma + " bits");
    }
  }

  /** Whether 2^σ C(2B - 1, B) N ≤ (2^(2B-1) - 1) C(N B, B). */
  private static boolean suffices(int size, int triples, int sigma) {
    int most = 2 * size - 1;
    BigInteger gain = binomial(most, size).multiply(BigInteger.valueOf(triples)).shiftLeft(sigma);
    BigInteger caught = BigInteger.TWO.pow(most).subtract(BigInteger.ONE);
    return gain.compareTo(caught.multiply(binomial((long) triples * size, size))) <= 0;
  }

  private static BigInteger binomial(long n, int k) {
    BigInteger result = BigInteger.ONE;
    for (int i = 0; i < k; i++) {
      result = result.multiply(BigInteger.valueOf(n - i)).divide(BigInteger.valueOf(i + 1));
    }
    return result;
  }

  /**
   * Returns the sizes for σ = 40, 64 and 80 and batches of 2^10 to 2^20 triples, as lines of text.
   */
  public static String table() {
    StringBuilder text = new StringBuilder("triples");
    for (int sigma : SIGMAS) {
      text.append(String.format(Locale.ROOT, "  σ=%d", sigma));
    }
    for (int log = 10; log <= 20; log++) {
      text.append(String.format(Locale.ROOT, "%n2^%-5d", log));
      for (int sigma : SIGMAS) {
        text.append(String.format(Locale.ROOT, "%6d", least(1 << log, sigma)));
      }
    }
    return text.append(System.lineSeparator()).toString();
  }
}
