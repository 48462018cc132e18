package org.schurmpc.tinytable.online;

import java.util.Arrays;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.tinytable.material.Gf64;

/**
 * Linear MACs of many values as MACs of few: the tags t_1, t_2, ... of values v_1, v_2, ... with w
 * bits each, at most {@value #BITS} in all, become (t_1 X^w + t_2) X^w + ..., which is the tag of
 * the values one behind the other, read as one element of GF(2^64) ({@link Gf64}). A wrong value
 * among them is a wrong element, whose tag differs by a multiple of the key α other than 0: no
 * easier to guess, and there are fewer words to compare.
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

  /** Begins anew: what follows is for so many lanes, each with sums of its own. */
  void begin(int width) {
    lanes = width;
    bits = BITS;
  }

  /**
   * Makes room for the tags of one more value in each lane.
   *
   * @param width bits of the value, at most 16
   * @return where in the log's words the tags are to be added, lane after lane
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
