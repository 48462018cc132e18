package org.schurmpc.tinyot.prep;

/**
 * Divides a demand for triples into equal batches with no more leaky ANDs than memory allows. A
 * batch is larger than requested where this is cheaper, because larger batches need smaller
 * buckets.
 */
final class BatchPlan {
  /** Batches are multiples of this number of triples. */
  static final int STEP = 512;

  static final int MAX_TRIPLES = 1 << 19;

  /**
   * Maximum number of leaky ANDs of a batch: at 113 bytes each, 178 MB; with the order and the logs
   * of MACs about 220 MB.
   */
  static final int MAX_LEAKY = 3 * MAX_TRIPLES;

  private final int sigma;
  private final int most;

  BatchPlan(int sigma) {
    this(sigma, largestBatch(sigma));
  }

  /**
   * Creates a plan.
   *
   * @param most maximum number of triples of a batch: a multiple of {@value #STEP}, at least {@link
   *     BucketSize#MIN_BATCH}
   */
  BatchPlan(int sigma, int most) {
    this.sigma = sigma;
    this.most = most;
  }

  private static int largestBatch(int sigma) {
    int triples = MAX_TRIPLES;
    while ((long) triples * BucketSize.least(triples, sigma) > MAX_LEAKY) {
      triples -= STEP;
    }
    return triples;
  }

  /** Returns the maximum number of triples of a batch. */
  int most() {
    return most;
  }

  /**
   * Returns the size of the next batch.
   *
   * @param demand number of triples still needed, at least one
   * @return the number of triples, which may exceed the demand
   */
  int next(long demand) {
    long parts = (demand - 1) / most + 1;
    long part = (demand - 1) / parts + 1;
    return cheapest((int) Math.max(BucketSize.MIN_BATCH, roundUp(part)));
  }

  private int cheapest(int triples) {
    int best = triples;
    int size = BucketSize.least(triples, sigma);
    long cost = (long) triples * size;
    for (int smaller = size - 1; smaller >= 2; smaller--) {
      long larger = roundUp(BucketSize.leastTriples(smaller, sigma));
      if (larger > most || larger * smaller > cost) {
        break;
      }
      best = (int) larger;
      cost = larger * smaller;
    }
    return best;
  }

  private static long roundUp(long triples) {
    return (triples + STEP - 1) / STEP * STEP;
  }
}
