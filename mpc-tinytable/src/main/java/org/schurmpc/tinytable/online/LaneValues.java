package org.schurmpc.tinytable.online;

/**
 * Values of up to 16 bits in 64 lanes, converted from a word for each bit to a number for each
 * lane, and back. Constant time.
 */
final class LaneValues {
  static final int LANES = 64;

  private static final int BYTES = LANES / Byte.SIZE;

  /** Byte j of long i belongs to lane 8i + j: the lower bits, then the upper ones. */
  private final long[] low = new long[BYTES];

  private final long[] high = new long[BYTES];

  /** Numbers by lane. */
  final int[] numbers = new int[LANES];

  /**
   * Fills the first {@code lanes} of {@link #numbers}.
   *
   * @param bits word b holds bit b of each lane
   * @param count number of bits of a number, at most 16
   */
  void toNumbers(long[] bits, int count, int lanes) {
    int blocks = blocks(lanes);
    transpose(bits, 0, Math.min(count, Byte.SIZE), blocks, low);
    if (count > Byte.SIZE) {
      transpose(bits, Byte.SIZE, count, blocks, high);
      for (int lane = 0; lane < lanes; lane++) {
        numbers[lane] = at(low, lane) | (at(high, lane) << Byte.SIZE);
      }
    } else {
      for (int lane = 0; lane < lanes; lane++) {
        numbers[lane] = at(low, lane);
      }
    }
  }

  private static int blocks(int lanes) {
    return (lanes + Byte.SIZE - 1) / Byte.SIZE;
  }

  private static int at(long[] bytes, int lane) {
    return (int) (bytes[lane >>> 3] >>> ((lane & 7) << 3)) & 0xFF;
  }

  private static void transpose(long[] bits, int from, int to, int blocks, long[] bytes) {
    for (int i = 0; i < blocks; i++) {
      long block = 0;
      for (int b = from; b < to; b++) {
        block |= ((bits[b] >>> (8 * i)) & 0xFF) << (8 * (b - from));
      }
      bytes[i] = transpose(block);
    }
  }

  /**
   * Converts the first {@code lanes} of {@link #numbers} to words; bits of other lanes have no
   * meaning.
   *
   * @param bits word b receives bit b of each lane
   * @param count number of bits of a number, at most 16
   */
  void toBits(long[] bits, int count, int lanes) {
    spread(0, bits, 0, Math.min(count, Byte.SIZE), blocks(lanes));
    if (count > Byte.SIZE) {
      spread(Byte.SIZE, bits, Byte.SIZE, count, blocks(lanes));
    }
  }

  private void spread(int shift, long[] bits, int from, int to, int blocks) {
    for (int b = from; b < to; b++) {
      bits[b] = 0;
    }
    for (int i = 0; i < blocks; i++) {
      long block = 0;
      for (int j = 0; j < Byte.SIZE; j++) {
        block |= (long) ((numbers[8 * i + j] >>> shift) & 0xFF) << (8 * j);
      }
      block = transpose(block);
      for (int b = from; b < to; b++) {
        bits[b] |= ((block >>> (8 * (b - from))) & 0xFF) << (8 * i);
      }
    }
  }

  /** Transposes 8 x 8 bits: bit j of byte i becomes bit i of byte j. */
  static long transpose(long block) {
    long x = block;
    long t = (x ^ (x >>> 7)) & 0x00AA00AA00AA00AAL;
    x ^= t ^ (t << 7);
    t = (x ^ (x >>> 14)) & 0x0000CCCC0000CCCCL;
    x ^= t ^ (t << 14);
    t = (x ^ (x >>> 28)) & 0x00000000F0F0F0F0L;
    return x ^ t ^ (t << 28);
  }
}
