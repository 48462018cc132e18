package org.schurmpc.tinytable.online;

import java.util.Arrays;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.tinytable.material.Gf64;

/**
 * Linear MACs of many values as MACs of few: the tags t_1, t_2, ... of values v_1, v_2, ... with w
 * bits each, at most {@value #BITS} in all, become (t_1 X^w + t_2) X^w + ..., which is the tag of
 * the concatenated values, read as one element of GF(2^64) ({@link Gf64}). A wrong value makes this
 * element wrong, and its tag then differs by a nonzero multiple of the key α. Guessing the
 * difference is no easier, and there are fewer words to compare.
 */
final class TagSums {
  private static final int BITS = Long.SIZE;

  private final MacLog log;
  private int first;
  private int lanes;
  private int bits;

  TagSums(MacLog log) {
    this.log = log;
  }

  /**
   * Resets the sums: the following values are for {@code width} lanes, each with sums of its own.
   */
  void begin(int width) {
    lanes = width;
    bits = BITS;
  }

  /**
   * Makes room for the tags of one more value in each lane.
   *
   * @param width number of bits of the value, at most 16
   * @return start in the log's words at which the tags are to be added, lane after lane
   */
  int next(int width) {
    if (bits + width > BITS) {
      first = log.extend(lanes);
      Arrays.fill(log.words(), first, first + lanes, 0);
      bits = 0;
    } else {
      Gf64.timesPowerOfX(log.words(), first, lanes, width);
    }
    bits += width;
    return first;
  }
}
