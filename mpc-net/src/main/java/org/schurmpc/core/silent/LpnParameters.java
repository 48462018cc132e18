package org.schurmpc.core.silent;

import java.util.List;
import org.schurmpc.core.kernel.PlaceKernels;

/**
 * Size of a round of extension by LPN with regular noise over a local code.
 *
 * <p>A round computes u = e + A s: A has {@value #ONES} ones in each of {@link #outputs()} rows, s
 * has {@link #k()} values of the last round, and e has one value in each of t intervals. {@code
 * LpnParametersTest} recomputes what attacks cost; decision 56 says what is assumed.
 *
 * <p>Rows have 128 bits against all attacks that are recomputed; the best of these costs 2^146 for
 * {@link #FIRST} and 2^151 for the other rows, and over F_p, where alone they are used, 2^162 for
 * the rows before {@link #FIRST} in {@link #STARTING}. A bound on denser sets of values than random
 * ones, if they were found without work, is less than 128 bits in some rows. Over F_2 it is 120.0
 * for {@link #FIRST}, 129.0 for {@link #SMALL}, 126.5 for {@link #MEDIUM}, 125.4 for {@link #LARGE}
 * and 124.1 for {@link #HUGE}; over F_p 126.5 for {@link #FIRST}, and at least 128 for the others.
 *
 * @param t the number of intervals, each with one noise value
 * @param logK the binary logarithm of the length of the secret
 * @param h the binary logarithm of the length of an interval, which is the depth of its tree
 */
public record LpnParameters(int t, int logK, int h) {
  /** Number of ones in a row of the code. */
  public static final int ONES = PlaceKernels.PLACES;

  /** Row for the first round of a key in OTs, whose secret comes from oblivious transfer. */
  public static final LpnParameters FIRST = new LpnParameters(2508, 15, 8);

  /**
   * Rows for the first rounds of a key in VOLE over prime fields: each has the outputs that the
   * next one starts from. The secret of the first row comes from oblivious transfer.
   */
  public static final List<LpnParameters> STARTING =
      List.of(new LpnParameters(400, 11, 4), new LpnParameters(1200, 12, 5), FIRST);

  /** Row of 870,400 outputs. */
  public static final LpnParameters SMALL = new LpnParameters(1700, 16, 9);

  /** Row of 2,396,160 outputs. */
  public static final LpnParameters MEDIUM = new LpnParameters(2340, 17, 10);

  /** Row of 6,225,920 outputs. */
  public static final LpnParameters LARGE = new LpnParameters(3040, 18, 11);

  /** Row of 15,564,800 outputs. */
  public static final LpnParameters HUGE = new LpnParameters(3800, 19, 12);

  private static final List<LpnParameters> BY_SIZE = List.of(SMALL, MEDIUM, LARGE, HUGE);
  private static final int LONGEST = 24;

  /**
   * Returns a row.
   *
   * @throws IllegalArgumentException if a number is out of range, or a round would keep all that it
   *     makes
   */
  public LpnParameters {
    if (t < 1 || logK < 1 || logK > LONGEST || h < 1 || h > LONGEST) {
      throw new IllegalArgumentException("t = " + t + ", k = 2^" + logK + ", h = " + h);
    }
    long outputs = (long) t << h;
    if (outputs > Integer.MAX_VALUE || outputs <= (1L << logK) + t + 1) {
      throw new IllegalArgumentException(outputs + " outputs for k = 2^" + logK);
    }
  }

  /**
   * Returns the row whose rounds do the least work for a number of outputs, counted in rows of the
   * code. The shorter row is returned if two do equal work.
   *
   * @param wanted the number of outputs that are to be used, beyond those kept between rounds
   */
  public static LpnParameters forOutputs(long wanted) {
    if (wanted < 0) {
      throw new IllegalArgumentException(wanted + " outputs");
    }
    LpnParameters best = SMALL;
    for (LpnParameters row : BY_SIZE) {
      if (row.work(wanted) < best.work(wanted)) {
        best = row;
      }
    }
    return best;
  }

  /** Returns the length of the secret. */
  public int k() {
    return 1 << logK;
  }

  /** Returns the number N of correlations that a round makes. */
  public int outputs() {
    return t << h;
  }

  /**
   * Returns the number of outputs that a round of VOLE keeps for the next: k for the secret, t for
   * the noise values, and one that masks the check.
   */
  public int kept() {
    return k() + t + 1;
  }

  /**
   * Returns the number of outputs that a round of correlated OTs takes from the one before, a
   * multiple of 64: the secret, one for each level of each tree, and those that mask the check.
   */
  int keptOts() {
    return (k() + t * h + CheckHash.BITS + Long.SIZE - 1) / Long.SIZE * Long.SIZE;
  }

  /** Returns the number of outputs of a round that are used. */
  public int used() {
    return outputs() - kept();
  }

  private double work(long wanted) {
    double rounds = Math.max(1, Math.ceil((double) wanted / used()));
    return rounds * outputs();
  }
}
