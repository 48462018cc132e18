package org.schurmpc.spdz.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.spdz.share.Shares;

/** Numbers whose low bits are in TinyOT, and the adder that makes these. */
class EdaBitsTest {
  private static final int GROUPS = 5;

  /** Low bits, high bits, and the carry out where it is a bit of r. */
  @ParameterizedTest
  @CsvSource({
    "p128, 8, 45, 2, false",
    "p128, 9, 0, 1, true",
    MixedRig.SMALL + ", 16, 30, 1, false",
    "p128, 1, 0, 2, true",
    "p128, 1, 3, 1, false"
  })
  void numbersHaveTheirLowBits(String field, int low, int high, int groups, boolean carry)
      throws Exception {
    MixedRig rig = new MixedRig(field);
    List<MixedRig.Made> made = rig.made(parts -> parts.edaBits.make(low, high, groups, carry));
    int bits = carry ? low + 1 : low;
    assertEquals(bits * groups, MixedRig.blocks(made.get(0)));
    BigInteger modulus = BigInteger.ONE.shiftLeft(bits);
    BigInteger most = BigInteger.ZERO;
    for (int i = 0; i < 64 * groups; i++) {
      BigInteger r = rig.number(made, i);
      most = most.max(r);
      assertEquals(bits(made, i, bits, groups), r.mod(modulus).longValueExact(), "number " + i);
    }
    assertTrue(most.bitLength() <= low + high + 1, most + " is too large");
    assertTrue(most.bitLength() >= low + high, most + " of many numbers is the largest");
    rig.requireWiped();
  }

  private static long bits(List<MixedRig.Made> made, int i, int bits, int groups) {
    long number = 0;
    for (int k = 0; k < bits; k++) {
      number |= (MixedRig.block(made, k * groups + i / 64) >>> i & 1) << k;
    }
    return number;
  }

  /** The carry beside high bits, and sums of uniform numbers, against Java's. */
  @ParameterizedTest
  @CsvSource({"20, true", "20, false", "1, true", "1, false"})
  void sumsAreThoseOfJava(int width, boolean carry) throws Exception {
    MixedRig rig = new MixedRig("p128");
    int terms = 2 * width * GROUPS;
    List<MixedRig.Made> made =
        rig.made(
            parts -> {
              int longs = parts.blocks.longs();
              int out = (carry ? width + 1 : width) * GROUPS * longs;
              long[] a = new long[width * GROUPS * longs];
              long[] b = new long[a.length];
              parts.stock.randomBits(a, 0, width * GROUPS);
              parts.stock.randomBits(b, 0, width * GROUPS);
              long[] all = new long[2 * a.length + out];
              System.arraycopy(a, 0, all, 0, a.length);
              System.arraycopy(b, 0, all, a.length, a.length);
              long[] sums = parts.adder.add(a, b, width, GROUPS, carry ? width : 0);
              assertEquals(out, sums.length);
              System.arraycopy(sums, 0, all, 2 * a.length, out);
              return new MixedBatch(new Shares(rig.field, 0), all);
            });
    int bits = carry ? width + 1 : width;
    for (int i = 0; i < 64 * GROUPS; i++) {
      long a = 0;
      long b = 0;
      long sum = 0;
      for (int k = 0; k < bits; k++) {
        int block = k * GROUPS + i / 64;
        if (k < width) {
          a |= (MixedRig.block(made, block) >>> i & 1) << k;
          b |= (MixedRig.block(made, width * GROUPS + block) >>> i & 1) << k;
        }
        sum |= (MixedRig.block(made, terms + block) >>> i & 1) << k;
      }
      assertEquals((a + b) & ((1L << bits) - 1), sum, a + " + " + b);
    }
  }

  /** Another share of a factor, at each of the rounds of an adder. */
  @ParameterizedTest
  @CsvSource({"0, 0", "1, 79", "3, 40"})
  void anotherFactorIsFound(int round, int at) throws Exception {
    MixedRig rig = new MixedRig("p128");
    AtomicInteger seen = new AtomicInteger();
    List<Object> ends =
        rig.tampered(
            (peer, index, frame) -> {
              boolean opening = rig.checking && frame.length == 16 * GROUPS;
              if (opening && seen.getAndIncrement() == round) {
                frame[at] ^= 0x40;
              }
              return frame;
            },
            parts -> parts.edaBits.make(4, 0, GROUPS, true));
    assertEquals(4, seen.get(), "rounds");
    rig.requireCaught(ends, Check.MAC, "an opened value is not the one that was authenticated");
  }

  /** A bit below and a bit above the border of TinyOT's bits; the latter has one value only. */
  @Test
  void aLowBitOfTwoValuesIsFound() throws Exception {
    MixedRig rig = new MixedRig("p128");
    List<Object> ends = rig.lying(parts -> parts.edaBits.make(2, 5, 1, false), 127);
    rig.requireCaught(ends, Check.MAC, "an opened value is not the one that was authenticated");
  }

  @Test
  void fieldsWithoutRoomAreRefused() throws Exception {
    MixedRig rig = new MixedRig(MixedRig.SMALL);
    List<Object> ends =
        rig.lying(
            parts -> {
              Refused e = assertThrows(Refused.class, () -> parts.edaBits.make(8, 54, 1, false));
              assertEquals(
                  "sums of three numbers of 62 bits do not fit in " + MixedRig.SMALL,
                  e.getMessage());
              assertThrows(
                  IllegalArgumentException.class, () -> parts.edaBits.make(0, 5, 1, false));
              assertThrows(
                  IllegalArgumentException.class, () -> parts.edaBits.make(1, -1, 1, false));
              assertThrows(
                  IllegalArgumentException.class, () -> parts.edaBits.make(1, 5, 0, false));
              return parts.edaBits.make(2, 2, 1, false);
            });
    MixedRig.made(ends);
  }
}
