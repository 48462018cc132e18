package org.schurmpc.spdz.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated.Check;

/** daBits that nobody knows. */
class DaBitsTest {
  @ParameterizedTest
  @CsvSource({"p128, 2", MixedRig.SMALL + ", 1"})
  void areEqualInBothDomains(String field, int groups) throws Exception {
    MixedRig rig = new MixedRig(field);
    List<MixedRig.Made> made = rig.made(parts -> parts.daBits.make(groups));
    assertEquals(groups, MixedRig.blocks(made.get(0)));
    assertEquals(64 * groups, made.get(0).batch().numbers().count());
    int ones = 0;
    for (int block = 0; block < groups; block++) {
      long bits = MixedRig.block(made, block);
      ones += Long.bitCount(bits);
      for (int i = 0; i < 64; i++) {
        BigInteger bit = rig.number(made, 64 * block + i);
        assertEquals(BigInteger.valueOf(bits >>> i & 1), bit, "bit " + i);
      }
    }
    assertEquals(32.0 * groups, ones, 24.0 * groups, "bits that are one");
    rig.requireWiped();
  }

  /** Another share of an opened bit: of the first one, and of the carry out. */
  @ParameterizedTest
  @ValueSource(ints = {0, 367})
  void anotherOpenedBitIsFound(int at) throws Exception {
    MixedRig rig = new MixedRig("p128");
    int length = 8 * (MixedRig.SIGMA + 6);
    AtomicInteger seen = new AtomicInteger();
    List<Object> ends =
        rig.tampered(
            (peer, index, frame) -> {
              if (rig.checking && frame.length == length) {
                seen.incrementAndGet();
                frame[at] ^= 8;
              }
              return frame;
            },
            parts -> parts.daBits.make(1));
    assertEquals(1, seen.get());
    rig.requireCaught(ends, Check.MAC, "an opened value is not the one that was authenticated");
  }

  /**
   * Who knows its own part of r sees all bits of r but the lowest: the distance of these and the
   * lowest bit from these and a uniform bit, in counts of 2^(l + 1), is that of two ends at most.
   */
  @Test
  void openedBitsHideTheLowest() {
    int parts = 1 << 6;
    for (int mine = 0; mine < parts; mine++) {
      int[][] counts = new int[parts + 1][2];
      for (int theirs = 0; theirs < parts; theirs++) {
        int r = mine + theirs;
        counts[r / 2][r % 2]++;
      }
      int difference = 0;
      for (int[] each : counts) {
        difference += Math.abs(each[0] - each[1]);
      }
      // Half of the sum over both bits of |p - half of both|, which is |p_0 - p_1| / 2.
      assertTrue(difference / 2.0 / parts <= 1.0 / parts, "part " + mine);
      assertEquals(mine % 2 == 0 ? 0 : 2, difference, "part " + mine);
    }
  }
}
