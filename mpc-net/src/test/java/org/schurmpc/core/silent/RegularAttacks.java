package org.schurmpc.core.silent;

/**
 * Costs of attacks that use one noise value in each interval, as binary logarithms of operations.
 * The code is taken for a random one.
 *
 * <p>Sources: Briaud and Øygard, "A New Algebraic Approach to the Regular Syndrome Decoding Problem
 * and Implications for PCG Constructions", eprint 2023/176, for {@link #algebraic}; the hybrid of
 * guesses and linearisation of eprint 2025/1284, for {@link #hybrid}, with the costs that the
 * authors' estimator of both (lpnestimator.com) adds up.
 *
 * @param row the row
 * @param bits whether the noise is over F_2, so that its values are known to be 1
 */
record RegularAttacks(LpnParameters row, boolean bits) {
  private static final int MOST_DEGREE = 4;
  private static final int STEPS = 160;
  private static final int MOST_WHOLE = 24;
  private static final double STRASSEN = 2.8;
  private static final double IMPOSSIBLE = Double.POSITIVE_INFINITY;

  /**
   * Algebraic attack: guess mu places without noise in f intervals, and solve a Macaulay matrix of
   * the least degree whose coefficient in the Hilbert series is not positive, by Wiedemann's
   * algorithm: 3 (k + 1 - f mu) M^2 / (1 - mu 2^-h)^f with M monomials.
   */
  double algebraic() {
    double best = IMPOSSIBLE;
    int step = Math.max(1, row.t() / STEPS);
    for (int f = 0; f <= row.t(); f += step) {
      int most = f == 0 ? 0 : Math.min(places() - 2, row.k() / f);
      for (int degree = 2; degree <= MOST_DEGREE; degree++) {
        int least = leastGuess(f, degree, most);
        for (int more = 0; more < STEPS && least + more <= most; more = 2 * more + 1) {
          best = Math.min(best, algebraic(f, least + more));
        }
      }
    }
    return best;
  }

  /** Returns the least mu whose degree is at most a number, or more than all if there is none. */
  private int leastGuess(int f, int degree, int most) {
    int low = 0;
    int high = most + 1;
    while (low < high) {
      int mid = (low + high) / 2;
      if (degree(f, mid) <= degree) {
        high = mid;
      } else {
        low = mid + 1;
      }
    }
    return low;
  }

  private double algebraic(int f, int mu) {
    int degree = degree(f, mu);
    double unknowns = row.k() + 1 - (double) f * mu;
    if (degree > MOST_DEGREE || unknowns <= 0) {
      return IMPOSSIBLE;
    }
    double[] series = noise(f, mu);
    if (!bits) {
      series = product(series, power(-1, -(row.t() - 1)));
    }
    double monomials = 0;
    for (int i = 1; i <= degree; i++) {
      monomials += series[i];
    }
    double guess = f * Log2.onePlus(-(double) mu / places());
    return Log2.of(3 * unknowns) + 2 * Log2.of(monomials) - guess;
  }

  private int degree(int f, int mu) {
    double checks = row.outputs() - row.k();
    double[] linear = bits ? power(1, 1 - checks) : power(-1, checks - row.t());
    double[] series = product(noise(f, mu), linear);
    for (int i = 2; i <= MOST_DEGREE; i++) {
      if (series[i] < 1) {
        return i;
      }
    }
    return Integer.MAX_VALUE;
  }

  private double[] noise(int f, int mu) {
    return product(power(places() - mu - 1, f), power(places() - 1, row.t() - f));
  }

  /** Returns the first coefficients of (1 + a z)^n, also for a negative n. */
  private static double[] power(double a, double n) {
    double[] series = new double[MOST_DEGREE + 1];
    series[0] = 1;
    for (int i = 1; i <= MOST_DEGREE; i++) {
      series[i] = series[i - 1] * a * (n - i + 1) / i;
    }
    return series;
  }

  private static double[] product(double[] a, double[] b) {
    double[] series = new double[MOST_DEGREE + 1];
    for (int i = 0; i <= MOST_DEGREE; i++) {
      for (int j = 0; j <= i; j++) {
        series[i] += a[j] * b[i - j];
      }
    }
    return series;
  }

  /**
   * Hybrid attack: take the place of the noise from q intervals, guess g places without noise
   * evenly in the others, and linearise what the products of two places of an interval say.
   */
  double hybrid() {
    double best = IMPOSSIBLE;
    for (int q = 0; q <= MOST_WHOLE; q++) {
      double span = row.k();
      double centre = span / 2;
      while (span >= 1) { // a coarse grid, then finer ones around the best point
        double found = centre;
        double least = IMPOSSIBLE;
        for (int i = -STEPS / 2; i <= STEPS / 2; i++) {
          double g = Math.rint(centre + i * span / STEPS);
          double cost = g < 0 || g > row.k() ? IMPOSSIBLE : hybrid(q, g);
          if (cost < least) {
            least = cost;
            found = g;
          }
        }
        best = Math.min(best, least);
        centre = found;
        span /= STEPS / 8;
      }
    }
    return best;
  }

  private double hybrid(int q, double g) {
    double guessed = row.t() - q; // intervals with u or, f of them, u + 1 guesses
    double u = Math.floor(g / guessed);
    double f = g - u * guessed;
    double beta = places();
    if (u + 2 >= beta) {
      return IMPOSSIBLE;
    }
    double known = bits ? 1 : 0; // the last place of an interval is 1 less the sum of others
    double left = row.k() - known * row.t() - g;
    double free = left - (beta - known) * q;
    double success = f * Log2.onePlus(-(u + 1) / beta) + (guessed - f) * Log2.onePlus(-u / beta);
    double gaussian = elimination(beta - known - u - 1, beta - known, Math.max(left, 0));
    if (left <= 0) {
      return gaussian - success;
    }
    double pairs = (guessed - f) * pairs(beta - u - known) + f * pairs(beta - u - 1 - known);
    double quadratic = bits ? bitsQuadratic(free, left, pairs, q) : quadratic(free, left, pairs, q);
    return Log2.sum(gaussian, quadratic) - success;
  }

  private double elimination(double used, double all, double left) {
    double checks = row.outputs() - row.k();
    double rows = Math.max(1, checks - Math.floor(checks / all) * used);
    return Log2.of(rows) + Log2.of(checks) + Log2.of(rows + left);
  }

  private static double pairs(double places) {
    return places * (places - 1) / 2;
  }

  private double quadratic(double free, double left, double pairs, int q) {
    double whole = (double) places() * q;
    double rest = free + 2 * q + q * free + q * (q - 1) / 2.0;
    if (free < 0 || pairs - free * (free + 1) / 2 < 2.5 * rest) {
      return IMPOSSIBLE;
    }
    double once = STRASSEN * Log2.of(left * (left + 3) / 2);
    double columns = free + 2 * whole + whole * free + whole * (whole - 1) / 2;
    double each = Log2.sum(STRASSEN * Log2.of(2.5 * rest), Log2.of(2.5 * rest) + Log2.of(columns));
    return Log2.sum(once, each + q * (double) row.h());
  }

  private double bitsQuadratic(double free, double left, double pairs, int q) {
    if (free < 1 || free > Math.sqrt(2 * pairs) - 2) {
      return IMPOSSIBLE;
    }
    double whole = (places() - 1.0) * q;
    double once = 4 * Log2.of(free) + 2 * Log2.of(left) - 3;
    once -= Log2.of(Math.max(1, Log2.of(free * free / 2)));
    double three = Math.pow(2.5 * free, 3) / Math.max(1, Log2.of(2.5 * free));
    double each = Log2.of(1.25 * (2 * free * free * whole + free * whole * whole) + three);
    return Log2.sum(once, each + q * (double) row.h());
  }

  private int places() {
    return 1 << row.h();
  }
}
