package org.schurmpc.spdz.mixed;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.share.Shares;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.prep.BitBlocks;

/**
 * daBits that are made in batches of planned sizes and taken in other numbers, since each batch has
 * checks and rounds of its own.
 */
final class DaBitStock {
  private final DaBits daBits;
  private final BitBlocks blocks;
  private final Field field;
  private int[] portions = {};
  private int made;
  private MixedBatch ready;

  /** Number of blocks of the batch that are taken. */
  private int taken;

  DaBitStock(DaBits daBits, BitBlocks blocks, Field field) {
    this.daBits = daBits;
    this.blocks = blocks;
    this.field = field;
  }

  /**
   * Announces all that will be taken, in place of what was announced before and not taken.
   *
   * @param newPortions number of blocks of 64 daBits of each batch
   */
  void expect(int[] newPortions) {
    wipe();
    portions = newPortions.clone();
    made = 0;
  }

  /** Returns how many blocks are left of a batch, after making one if there are none. */
  int left() throws MpcException {
    if (ready == null) {
      if (made == portions.length) {
        throw new IllegalStateException("more daBits than were announced");
      }
      ready = daBits.make(portions[made++]);
    }
    return groups() - taken;
  }

  private int groups() {
    return ready.numbers().count() / Material.BITS;
  }

  /** Takes blocks of daBits. */
  MixedBatch take(int groups) throws MpcException {
    int longs = blocks.longs();
    Shares numbers = new Shares(field, groups * Material.BITS);
    long[] bits = new long[groups * longs];
    MixedBatch batch = new MixedBatch(MixedBatch.Masks.BITS, numbers, bits);
    for (int done = 0; done < groups; ) {
      int now = Math.min(groups - done, leftOr(batch));
      int from = taken * Material.BITS;
      numbers.copy(done * Material.BITS, ready.numbers(), from, now * Material.BITS);
      System.arraycopy(ready.blocks(), taken * longs, bits, done * longs, now * longs);
      taken += now;
      done += now;
      if (taken == groups()) {
        wipe();
      }
    }
    return batch;
  }

  /** Returns what {@link #left} does; wipes a batch if that fails. */
  private int leftOr(MixedBatch batch) throws MpcException {
    try {
      return left();
    } catch (MpcException e) {
      batch.close();
      throw e;
    }
  }

  /** Wipes what was made and not taken. */
  void wipe() {
    if (ready != null) {
      ready.close();
      ready = null;
    }
    taken = 0;
  }
}
