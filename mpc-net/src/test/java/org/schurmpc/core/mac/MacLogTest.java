package org.schurmpc.core.mac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MacLogTest {

  @Test
  void keepsWhatWasWrittenWhileItGrows() {
    Random random = new Random(1);
    long[] all = random.longs(5000).toArray();
    MacLog log = new MacLog(0);
    for (int done = 0; done < all.length; ) {
      int now = Math.min(all.length - done, random.nextInt(300));
      int start = log.extend(now);
      assertEquals(done, start);
      System.arraycopy(all, done, log.words(), start, now);
      done += now;
      assertEquals(done, log.size());
    }
    assertArrayEquals(all, Arrays.copyOf(log.words(), all.length));
  }

  @Test
  void leavesNoMacsBehind() {
    MacLog log = new MacLog(64);
    long[] first = log.words();
    log.extend(64);
    Arrays.fill(first, -1);
    log.extend(1);
    assertNotSame(first, log.words());
    assertArrayEquals(new long[64], first, "the array that was outgrown is wiped");
    assertEquals(-1, log.words()[63]);
    log.wipe();
    assertEquals(0, log.size());
    assertArrayEquals(new long[log.words().length], log.words());
  }

  @Test
  void doesNotShrink() {
    assertThrows(IllegalArgumentException.class, () -> new MacLog(0).extend(-1));
  }
}
