package org.schurmpc.tinyot.prep;

import org.schurmpc.tinyot.material.Material;

/**
 * Estimates what a party sends for the material of a {@link BlockStock} whose triples were
 * announced at once.
 */
public final class BlockTraffic {
  /** Number of portions whose batches are counted one by one; more are as these are. */
  private static final int COUNTED = 64;

  private final OtPreprocessing setting;
  private final BatchPlan plan;
  private double ots;
  private double bits;

  private BlockTraffic(OtPreprocessing setting) {
    this.setting = setting;
    this.plan = BatchPlan.of(setting.sigma(), setting.widths());
  }

  /**
   * Returns the approximate number of bytes, with the beginning of correlated OTs from LPN and
   * without that of others.
   *
   * @param triples number of blocks of AND triples
   * @param bits number of blocks of random bits, and of input masks of the party that takes most
   */
  public static long bytes(OtPreprocessing setting, long triples, long bits) {
    BlockTraffic traffic = new BlockTraffic(setting);
    traffic.ots = (double) bits * Material.BITS / setting.threads();
    traffic.add(triples);
    long each = setting.cots().bytes((long) traffic.ots, setting.k());
    return setting.threads() * (each + (long) traffic.bits / Byte.SIZE);
  }

  /** Adds triples. */
  private void add(long blocks) {
    long portion = Math.max(1, BlockStock.portion(blocks, setting.threads()));
    long portions = blocks / portion;
    Cost cost = new Cost();
    int counted = (int) Math.min(COUNTED, portions);
    for (int i = 0; i < counted; i++) {
      add(cost, portion, (double) portions / counted);
    }
    add(cost, blocks % portion, 1);
  }

  /** Adds a portion, to each thread. */
  private void add(Cost cost, long blocks, double times) {
    boolean alone = blocks < 2L * TinyOtPreprocessor.LEAST_UNIT_BLOCKS;
    int busy = alone ? 1 : setting.threads();
    cost.take((blocks + busy - 1) / busy * Material.BITS);
    double share = times * busy / setting.threads();
    int width = GarblingMatrix.width(setting.sigma());
    ots += 3 * cost.leaky * share;
    bits += ((width + 1.0) * cost.leaky + cost.opened) * share;
  }

  /** What batches of one generator take, which keeps the triples that are left over. */
  private final class Cost {
    private long left;

    /** Of the last portion. */
    private long leaky;

    private long opened;

    void take(long triples) {
      leaky = 0;
      opened = 0;
      while (left < triples) {
        int batch = plan.next(triples - left);
        int size = BucketSize.least(batch, setting.sigma());
        leaky += (long) batch * size;
        opened += (long) batch * (size - 1);
        left += batch;
      }
      left -= triples;
    }
  }
}
