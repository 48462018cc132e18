package org.schurmpc.tinytable.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.tinytable.material.Gf64;

class TagSumsTest {
  private static final int LANES = 5;

  /** By the schoolbook: one bit of b after the other. */
  private static long product(long a, long b) {
    long sum = 0;
    for (int i = Long.SIZE - 1; i >= 0; i--) {
      sum = Gf64.timesX(sum) ^ (a & -(b >>> i & 1));
    }
    return sum;
  }

  /** Adds keys and products, in two places at different times as protocols do. */
  private static MacLog sums(long[][] values, int width, long[][] keys, long alpha) {
    MacLog log = new MacLog(0);
    TagSums sums = new TagSums(log);
    sums.begin(LANES);
    for (int i = 0; i < values.length; i++) {
      int at = sums.next(width);
      for (int lane = 0; lane < LANES; lane++) {
        log.words()[at + lane] ^= keys[i][lane] ^ product(alpha, values[i][lane]);
      }
    }
    return log;
  }

  private static long[][] random(Random random, int count, int width) {
    long[][] words = new long[count][LANES];
    for (long[] row : words) {
      for (int lane = 0; lane < LANES; lane++) {
        row[lane] = random.nextLong() >>> (Long.SIZE - width);
      }
    }
    return words;
  }

  @ParameterizedTest(name = "{1} values of {0} bits")
  @CsvSource({
    "1, 1", "1, 64", "1, 65", "1, 200", "8, 8", "8, 17", "5, 12", "5, 13", "16, 9", "7, 40"
  })
  void isTheTagOfTheValuesOneBehindTheOther(int width, int count) {
    Random random = new Random(width * 1000L + count);
    long alpha = random.nextLong();
    long[][] values = random(random, count, width);
    long[][] keys = random(random, count, Long.SIZE);
    MacLog tags = sums(values, width, keys, alpha);
    MacLog keySums = sums(values, width, keys, 0);
    int together = Long.SIZE / width;
    int groups = (count + together - 1) / together;
    assertEquals(groups * LANES, tags.size());
    for (int group = 0; group < groups; group++) {
      for (int lane = 0; lane < LANES; lane++) {
        long all = 0;
        for (int i = group * together; i < Math.min(count, (group + 1) * together); i++) {
          all = all << width | values[i][lane];
        }
        int at = group * LANES + lane;
        assertEquals(product(alpha, all), tags.words()[at] ^ keySums.words()[at]);
      }
    }
  }

  /** Lies about several values of a sum do not cancel. */
  @Test
  void liesDoNotCancel() {
    Random random = new Random(1);
    long alpha = random.nextLong();
    long[][] keys = random(random, 64, Long.SIZE);
    long[][] values = random(random, 64, 1);
    long[] right = sums(values, 1, keys, alpha).words().clone();
    for (int i = 0; i < 64; i++) {
      for (int j = 0; j < i; j++) {
        values[i][0] ^= 1;
        values[j][0] ^= 1;
        assertNotEquals(right[0], sums(values, 1, keys, alpha).words()[0]);
        values[i][0] ^= 1;
        values[j][0] ^= 1;
      }
    }
  }
}
