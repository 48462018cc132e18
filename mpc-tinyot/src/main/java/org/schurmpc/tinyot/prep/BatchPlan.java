package org.schurmpc.tinyot.prep;

import org.schurmpc.tinyot.material.MacWidths;

/**
 * Divides a demand for triples into batches with no more leaky ANDs than memory allows: equal ones,
 * unless only larger batches have the smallest buckets. A batch is larger than requested where this
 * is cheaper, because larger batches need smaller buckets.
 */
final class BatchPlan {
  /** Batches are multiples of this number of triples. */
  static final int STEP = 512;

  /** Maximum number of triples of a batch, unless twice as many take smaller buckets. */
  private static final int USUAL_TRIPLES = 1 << 19;

  static final int MAX_TRIPLES = 2 * USUAL_TRIPLES;

  /**
   * Maximum number of leaky ANDs of a batch. A record is three MACs, three keys and a word of
   * shares; at 73 bytes each for MACs of 64 bits and σ = 64, with S, 307 MB; with the order, the
   * buckets and the logs of MACs about 475 MB. If MACs are 64 bits one way and 128 the other, 89
   * bytes each and about 620 MB.
   */
  static final int MAX_LEAKY = 4 * MAX_TRIPLES;

  private final int sigma;
  private final int most;

  /** Creates a plan for MACs of which some are 64 bits. */
  BatchPlan(int sigma) {
    this(sigma, largestBatch(sigma));
  }

  /**
   * Returns the plan for widths of MACs. Batches with MACs of 128 bits in both directions take
   * nearly twice the memory of those with 64, so they are never larger than usual.
   */
  static BatchPlan of(int sigma, MacWidths widths) {
    BatchPlan narrow = new BatchPlan(sigma);
    return widths.least() == 1
        ? narrow
        : new BatchPlan(sigma, Math.min(narrow.most, USUAL_TRIPLES));
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
    int size = BucketSize.least(MAX_TRIPLES, sigma);
    boolean smaller = size < BucketSize.least(USUAL_TRIPLES, sigma);
    return smaller && MAX_TRIPLES <= MAX_LEAKY / size ? MAX_TRIPLES : USUAL_TRIPLES;
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
    int equal = cheapest((int) Math.max(BucketSize.MIN_BATCH, roundUp(part)));
    boolean larger = parts > 1 && BucketSize.least(equal, sigma) > BucketSize.least(most, sigma);
    return larger ? most : equal;
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
