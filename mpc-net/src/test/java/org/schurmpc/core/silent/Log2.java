package org.schurmpc.core.silent;

/** Binary logarithms of numbers that are too large for a double. */
final class Log2 {
  private static final double LN2 = Math.log(2);
  private static final double ASYMPTOTIC = 8;

  private Log2() {}

  /** Returns log2 x. */
  static double of(double x) {
    return Math.log(x) / LN2;
  }

  /** Returns log2(1 + x), exact for small x. */
  static double onePlus(double x) {
    return Math.log1p(x) / LN2;
  }

  /** Returns log2(2^a + 2^b). */
  static double sum(double a, double b) {
    double high = Math.max(a, b);
    double low = Math.min(a, b);
    return low == Double.NEGATIVE_INFINITY ? high : high + onePlus(Math.pow(2, low - high));
  }

  /** Returns log2 of a binomial coefficient, minus infinity if it is 0. */
  static double choose(double n, double k) {
    if (k < 0 || k > n) {
      return Double.NEGATIVE_INFINITY;
    }
    return (lnFactorial(n) - lnFactorial(k) - lnFactorial(n - k)) / LN2;
  }

  /** Returns ln n! by Stirling's series, with a relative error below 10^-13. */
  private static double lnFactorial(double n) {
    double x = n + 1;
    double shift = 0;
    while (x < ASYMPTOTIC) {
      shift += Math.log(x);
      x++;
    }
    double inverse = 1 / x;
    double square = inverse * inverse;
    double series = inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260)));
    return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - shift;
  }
}
