package org.schurmpc.tinyot.prep;

import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.PlaceKernels;
import org.schurmpc.tinyot.material.Material;

/**
 * The leaky ANDs of 64 buckets, read from a batch in the order of the buckets. Those of place j in
 * their buckets are planes of 64 longs, in the order of the words of a record: MACs, then keys, of
 * x, then y, then z.
 */
final class GatheredAnds {
  private static final int GROUP = Material.BITS;
  private static final int SHARE_BITS = 4;
  private static final int PARTS = 3;

  /** Number of words of MACs and keys in a record with MACs and keys of 64 bits. */
  private static final int NARROW = 6;

  /** Has the lowest bit of each byte. */
  private static final long BYTE_BITS = 0x0101010101010101L;

  /** Brings the lowest bit of byte j to bit 56 + j, as a factor. */
  private static final long COLLECT = 0x0102040810204080L;

  private final PlaceKernels kernels;

  /** Number of words of MACs and keys in a record; the word of shares follows. */
  private final int recordWords;

  private final int planes;
  private long[] rows = new long[0];
  private long[] bits = new long[0];

  /**
   * Creates an empty group.
   *
   * @param partWords number of 64-bit words of a MAC and a key: 2 to 4
   * @param kernels used by this thread alone
   */
  GatheredAnds(int partWords, PlaceKernels kernels) {
    this.kernels = kernels;
    this.recordWords = PARTS * partWords;
    this.planes = Math.max(PlaceKernels.PLANES, recordWords + 1);
  }

  /**
   * Reads 64 buckets.
   *
   * @param order numbers of the leaky ANDs, bucket after bucket
   * @param first where the first bucket starts in {@code order}
   * @param size number of leaky ANDs in a bucket
   */
  void read(LeakyAnds batch, int[] order, int first, int size) {
    reserve(size);
    for (int j = 0; j < size; j++) {
      if (recordWords == NARROW) {
        kernels.gatherPlanes(batch.records(), batch.at(0), order, first + j, size, rows, at(j));
      } else {
        readWide(batch, order, first + j, size, at(j));
      }
      collect(j);
      addConstants(batch, order, first + j, size, j);
    }
  }

  private void reserve(int size) {
    if (bits.length < SHARE_BITS * size) {
      Secrets.wipe(rows);
      Secrets.wipe(bits);
      rows = new long[GROUP * planes * size];
      bits = new long[SHARE_BITS * size];
    }
  }

  private void readWide(LeakyAnds batch, int[] order, int first, int size, int to) {
    long[] records = batch.records();
    rows[to] = touch(batch, order, first, size);
    for (int i = 0; i < GROUP; i++) {
      int from = batch.at(order[first + i * size]);
      for (int word = 0; word <= recordWords; word++) {
        rows[to + word * GROUP + i] = records[from + word];
      }
    }
  }

  /**
   * Reads the ends of all records before any is copied, since few copies are under way at a time,
   * and many reads. Returns a sum of what was read.
   */
  private long touch(LeakyAnds batch, int[] order, int first, int size) {
    long[] records = batch.records();
    long sum = 0;
    for (int i = 0; i < GROUP; i++) {
      int from = batch.at(order[first + i * size]);
      sum ^= records[from] ^ records[from + recordWords];
    }
    return sum;
  }

  private void addConstants(LeakyAnds batch, int[] order, int first, int size, int j) {
    long constants = 0;
    for (int i = 0; i < GROUP; i++) {
      constants |= batch.constant(order[first + i * size]) << i;
    }
    bits[SHARE_BITS * j + batch.constantAt()] ^= constants;
  }

  /** Packs the shares of place j: one word for each bit of a word of shares. */
  private void collect(int j) {
    int at = SHARE_BITS * j;
    for (int bit = 0; bit < SHARE_BITS; bit++) {
      bits[at + bit] = 0;
    }
    int shares = at(j) + GROUP * recordWords;
    for (int i = 0; i < GROUP; i += Byte.SIZE) {
      long packed = 0;
      for (int byteAt = 0; byteAt < Byte.SIZE; byteAt++) {
        packed |= rows[shares + i + byteAt] << (Byte.SIZE * byteAt);
      }
      for (int bit = 0; bit < SHARE_BITS; bit++) {
        long collected = ((packed >>> bit) & BYTE_BITS) * COLLECT;
        bits[at + bit] |= (collected >>> 56) << i;
      }
    }
  }

  /** Returns the planes. */
  long[] rows() {
    return rows;
  }

  /** Returns the start of the planes of place j. */
  int at(int j) {
    return GROUP * planes * j;
  }

  /** Returns a bit of the words of shares of place j, bit i for bucket i. */
  long bits(int j, int shareBit) {
    return bits[SHARE_BITS * j + shareBit];
  }

  void wipe() {
    Secrets.wipe(rows);
    Secrets.wipe(bits);
  }
}
