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
    this.plan = BatchPlan.of(setting.sigma(), setting.macWords());
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

  /** Adds triples, of each thread. */
  private void add(long blocks) {
    long portion = BlockStock.portion(blocks, setting.threads());
    boolean alone = portion < 2L * TinyOtPreprocessor.LEAST_UNIT_BLOCKS;
    long each = alone ? portion : (portion + setting.threads() - 1) / setting.threads();
    long portions = portion == 0 ? 0 : (blocks + portion - 1) / portion;
    long counted = Math.min(COUNTED, portions);
    Cost cost = new Cost();
    for (int i = 0; i < counted; i++) {
      cost.take(each * Material.BITS);
    }
    double share = (double) portions / Math.max(1, counted) / (alone ? setting.threads() : 1);
    int width = GarblingMatrix.width(setting.sigma());
    ots += 3 * cost.leaky * share;
    bits += ((width + 1.0) * cost.leaky + cost.opened) * share;
  }

  /** What the batches of one generator take, which keeps the triples that are left over. */
  private final class Cost {
    private long leaky;
    private long opened;
    private long left;

    void take(long triples) {
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
