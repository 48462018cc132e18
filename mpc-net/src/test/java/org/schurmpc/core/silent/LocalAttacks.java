package org.schurmpc.core.silent;

/**
 * Costs of attacks that use rows with few ones, as binary logarithms of operations on elements of
 * the field, or on words of 64 bits.
 *
 * <p>The attack takes m of the k values of the secret, and only the rows that lie within them,
 * about N (m / k)^d of N. This reduction of the domain is that of Chen, Shu, Zhou, "Algorithms for
 * Sparse LPN and LSPN Against Low-noise" (COLT 2025, arXiv 2407.19215): with it, noise of m rows
 * decides, not of k. The rest of the secret follows at once from rows with one unknown value. A
 * subsystem is sparse; Wiedemann's algorithm solves it with 3 m products of a vector and d m ones.
 *
 * <p>With c rows more than values, c words of the dual code let p rows have noise: over F_2 by
 * collisions of two lists (Stern 1989, Dumer 1991), over a large field by projecting from p - 1
 * columns, so that no value is guessed.
 *
 * @param row the row of the table
 * @param ones the number d of ones in a row of the code
 */
record LocalAttacks(LpnParameters row, int ones) {
  private static final int MOST_ERRORS = 12;
  private static final int MOST_ELEMENTS = 4;

  /** Attack on a subsystem that is solved only if none of its rows has noise. */
  double plain() {
    double m = values(0);
    return solve(m) - success(m, 0, 0);
  }

  /** Attack on a subsystem over F_2, some of whose rows may have noise. */
  double bits() {
    double best = plain();
    for (int p = 2; p <= MOST_ERRORS; p += 2) {
      int checks = (int) Math.ceil(Log2.choose(row.k() / 2.0, p / 2.0));
      best = Math.min(best, bits(values(checks), p, checks));
    }
    return best;
  }

  private double bits(double m, int p, int checks) {
    double list = Log2.choose(m / 2, p / 2.0);
    double lists = 1 + Log2.sum(list, 2 * list - checks);
    double split = 2 * list - Log2.choose(m, p);
    double solves = solve(m) + Log2.of(1 + Math.ceil(checks / 64.0));
    return Log2.sum(solves, lists) - split - success(m, p, checks);
  }

  /** Attack on a subsystem over a field of at least 2^64 elements. */
  double elements() {
    double best = plain();
    for (int p = 1; p <= MOST_ELEMENTS; p++) {
      best = Math.min(best, elements(values(p + 1), p));
    }
    return best;
  }

  private double elements(double m, int p) {
    double search = Math.max(1, p - 1) * Log2.of(m) + Log2.of(p + 1);
    return Log2.sum(solve(m) + Log2.of(p + 2), search) - success(m, p, p + 1);
  }

  /**
   * Returns a bound on what any choice of m values gives over F_2, found without work: m is the
   * least number for which a set with m rows is expected to exist.
   */
  double boundOfBits() {
    double m = leastValues();
    double best = solve(m) - success(m, 0, 0);
    for (int p = 2; p <= MOST_ERRORS; p += 2) {
      best = Math.min(best, bits(m, p, (int) Math.ceil(Log2.choose(m / 2, p / 2.0))));
    }
    return best;
  }

  /** Returns a bound over a field of at least 2^64 elements, as {@link #boundOfBits} does. */
  double boundOfElements() {
    double m = leastValues();
    double best = solve(m) - success(m, 0, 0);
    for (int p = 1; p <= MOST_ELEMENTS; p++) {
      best = Math.min(best, elements(m, p));
    }
    return best;
  }

  /** Returns the number m of values for which random sets have m rows and some more. */
  double values(int more) {
    double low = 1;
    double high = row.k();
    while (high - low > 1) {
      double mid = Math.floor((low + high) / 2);
      if (rows(mid) >= mid + more) {
        high = mid;
      } else {
        low = mid;
      }
    }
    return high;
  }

  /** Returns the least m with C(k, m) P[a Poisson number of rows is at least m] at least 1. */
  double leastValues() {
    double low = 1;
    double high = values(0);
    while (high - low > 1) {
      double mid = Math.floor((low + high) / 2);
      double mean = rows(mid);
      double nats = mid - mean - mid * Math.log(mid / mean); // Chernoff
      if (Log2.choose(row.k(), mid) + nats / Math.log(2) >= 0) {
        high = mid;
      } else {
        low = mid;
      }
    }
    return high;
  }

  private double rows(double m) {
    return row.outputs() * Math.pow(m / row.k(), ones);
  }

  private double solve(double m) {
    return Log2.of(3.0 * ones) + 2 * Log2.of(m);
  }

  /**
   * Returns the probability of p errors in m rows, spread over the intervals, and of none in more.
   */
  private double success(double m, int p, int more) {
    double rate = m / row.outputs();
    double none = Log2.onePlus(-(m + more) / row.outputs());
    return Log2.choose(row.t(), p) + p * Log2.of(rate) + (row.t() - p) * none;
  }

  /**
   * Returns the least even weight w for which words of the dual code over F_2 are expected: C(N, w)
   * 2^-k sum over j of C(k, j) (1 - 2 j / k)^(d w) is at least 1. Rows whose ones are drawn
   * independently are meant; the largest term stands for the sum.
   */
  int dualDistance() {
    int low = 1;
    int high = row.k() / 2;
    while (high - low > 1) {
      int mid = (low + high) / 2;
      if (Log2.choose(row.outputs(), 2.0 * mid) + evenSum(2.0 * mid) >= row.k()) {
        high = mid;
      } else {
        low = mid;
      }
    }
    return 2 * high;
  }

  private double evenSum(double w) {
    double best = Double.NEGATIVE_INFINITY;
    int steps = 1 << 12;
    for (int i = 0; i < steps; i++) {
      double j = 0.5 * row.k() * i / steps;
      double term = Log2.choose(row.k(), j) + ones * w * Log2.onePlus(-2 * j / row.k());
      best = Math.max(best, term);
    }
    return best;
  }
}
