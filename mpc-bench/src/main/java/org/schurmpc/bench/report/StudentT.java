package org.schurmpc.bench.report;

/**
 * Computes quantiles of Student's t distribution, for confidence intervals of the mean of few
 * samples.
 */
final class StudentT {
  private static final int BISECTIONS = 100;
  private static final int STEPS = 1_000;

  private StudentT() {}

  /**
   * Returns the half-width of the 95 % interval in standard errors: the quantile at 0.975.
   *
   * @param degrees degrees of freedom, at least one
   */
  static double quantile95(int degrees) {
    if (degrees < 1) {
      throw new IllegalArgumentException(degrees + " degrees of freedom");
    }
    double low = 0;
    double high = 16;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (central(middle, degrees) < 0.95) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /**
   * Returns P(|T| &lt; t). With t = √ν·tan θ, this is the integral of cos^(ν−1) over [0, θ],
   * divided by the integral over [0, π/2] (Abramowitz and Stegun, 26.7). Uses Simpson's rule.
   */
  private static double central(double t, int degrees) {
    double theta = Math.atan(t / Math.sqrt(degrees));
    return simpson(theta, degrees - 1) / simpson(Math.PI / 2, degrees - 1);
  }

  private static double simpson(double end, int power) {
    int n = STEPS;
    double h = end / n;
    double sum = 1 + Math.pow(Math.cos(end), power);
    for (int i = 1; i < n; i++) {
      sum += (i % 2 == 0 ? 2 : 4) * Math.pow(Math.cos(i * h), power);
    }
    return sum * h / 3;
  }
}
