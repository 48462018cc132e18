package org.schurmpc.core.silent;

/**
 * Costs of attacks that take the code for a random one, as binary logarithms of operations.
 *
 * <p>Source: Liu, Wang, Yang, Yu, "The Hardness of LPN over Any Integer Ring and Field for PCG
 * Applications", eprint 2022/712, and the estimator its authors published: pooled Gauss,
 * statistical decoding, and information set decoding by Stern and Dumer (called SD-ISD there) and
 * by Becker, Joux, May and Meurer (BJMM-ISD). Costs of the latter two are those of Hamdaoui and
 * Sendrier, "A Non Asymptotic Analysis of Information Set Decoding", eprint 2013/162. Regular noise
 * over F_2 has one known sum in each interval, which takes t off N and off k; over large fields it
 * is taken for exact noise.
 *
 * @param n the number N of samples
 * @param k the length of the secret
 * @param t the number of noise values
 */
record DenseAttacks(double n, double k, int t) {
  private static final double STRASSEN = 2.8;
  private static final int MOST_ERRORS = 24;
  private static final int MOST_CHECKS = 160;

  /** Returns the problem that a row gives over F_2. */
  static DenseAttacks bits(LpnParameters row) {
    return new DenseAttacks(row.outputs() - row.t(), row.k() - row.t(), row.t());
  }

  /** Returns the problem that a row gives over a large field. */
  static DenseAttacks elements(LpnParameters row) {
    return new DenseAttacks(row.outputs(), row.k(), row.t());
  }

  /** Pooled Gauss (Prange): k samples without noise, and an inverse by Strassen: k^2.8 / P. */
  double gauss() {
    return STRASSEN * Log2.of(Math.min(k, n - k)) - probability(k, 0);
  }

  /** Statistical decoding over F_2: (k + 1) ((N - t + 1) / (N - k - t))^(2 t). */
  double statisticalBits() {
    return Log2.of(k + 1) + 2.0 * t * Log2.of((n - t + 1) / (n - k - t));
  }

  /** Statistical decoding over a large field: (k + 1) (C(N, t) / C(N - k - 1, t))^2. */
  double statisticalElements() {
    return Log2.of(k + 1) + 2 * (Log2.choose(n, t) - Log2.choose(n - k - 1, t));
  }

  /**
   * Stern and Dumer: p errors among k + l places, found as collisions of two lists with l bits. One
   * iteration is N ((N - k - l) N / log2(N - k - l) + 2 L + 2 L^2 / q^l), L = C((k + l) / 2, p / 2)
   * (q - 1)^(p / 2).
   *
   * @param logQ the binary logarithm of q - 1; 0 for F_2
   */
  double sternDumer(double logQ) {
    double logField = logQ == 0 ? 1 : logQ;
    double best = Double.POSITIVE_INFINITY;
    for (int p = 0; p <= MOST_ERRORS; p += 2) {
      for (int l = 0; l <= MOST_CHECKS; l++) {
        double list = Log2.choose((k + l) / 2, p / 2.0) + p / 2.0 * logQ;
        double collisions = 2 * list - l * logField;
        double iteration = Log2.sum(elimination(l), 1 + Log2.sum(list, collisions)) + Log2.of(n);
        double success = probability(k + l, p) + l * logField - p * logQ + collisions;
        if (success < 0) {
          best = Math.min(best, iteration - success);
        }
      }
    }
    return best;
  }

  /** BJMM over F_2 with two levels of representations; lists and sizes as in eprint 2013/162. */
  double bjmm() {
    double best = Double.POSITIVE_INFINITY;
    for (int p2 = 2; p2 <= 8; p2 += 2) {
      for (int e2 = 0; e2 < p2; e2++) {
        int p1 = 2 * (p2 - e2);
        for (int e1 = 0; e1 < p1; e1++) {
          for (int l = 2; l <= MOST_CHECKS; l += 2) {
            best = Math.min(best, bjmm(p2, e2, e1, l));
          }
        }
      }
    }
    return best;
  }

  private double bjmm(int p2, int e2, int e1, int l) {
    double places = k + l;
    int p1 = 2 * (p2 - e2);
    int p = 2 * (p1 - e1);
    double base = Log2.choose(places / 2, p2 / 2.0);
    double all1 = Log2.choose(places, p1);
    double all = Log2.choose(places, p);
    double mu2 = share(places, p2, e2);
    double mu1 = share(places, p1, e1);
    int r2 = between(mu2 + 4 * base - all1, 0, l - 1);
    int r1 = between(mu1 + 2 * all1 - all - r2, 0, l - 1 - r2);
    double c3 = 2 * base - r2;
    double c2 = 2 * c3 - r1;
    double s1 = Math.min(mu2 + c2, all1 - r1 - r2);
    double c1 = 2 * s1 - (l - r1 - r2);
    double s0 = Math.min(mu1 + c1, all - l);
    double lists = Log2.sum(Log2.sum(3 + base, 2 + c3), 1 + Log2.sum(c2, c1));
    double success = probability(places, p) + l + s0;
    double iteration = Log2.sum(elimination(l), lists) + Log2.of(n);
    return success < 0 ? iteration - success : Double.POSITIVE_INFINITY;
  }

  /** Returns the share of sums of two words of weight w that have e places in common. */
  private static double share(double places, int w, int e) {
    return Log2.choose(w, e) + Log2.choose(places - w, w - e) - Log2.choose(places, w);
  }

  private static int between(double value, int least, int most) {
    return (int) Math.max(least, Math.min(most, value));
  }

  private double elimination(int l) {
    double rows = n - k - l;
    return Log2.of(rows) + Log2.of(n) - Log2.of(Log2.of(rows));
  }

  /** Probability that t - p errors are outside of a set, for one choice of the p inside. */
  private double probability(double inside, int p) {
    return Log2.choose(n - inside, t - p) - Log2.choose(n, t);
  }
}
