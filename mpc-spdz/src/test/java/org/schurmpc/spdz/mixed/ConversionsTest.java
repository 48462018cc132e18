package org.schurmpc.spdz.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.spdz.share.Shares;

/** Numbers and bits of one another, against Java's; and peers that change what is opened. */
class ConversionsTest {
  private static final int GROUPS = 2;
  private static final int COUNT = 64 * GROUPS;
  private static final int SEED = 61;
  private static final String TINY_OT = "an opened value is not the one that was authenticated";
  private static final String SPDZ = "an opened value is not the one that its MAC is of";

  /** Numbers of a width, among them the ends. */
  private static long[] numbers(int width, int seed) {
    Random random = new Random(seed);
    long[] numbers = new long[COUNT];
    for (int i = 0; i < COUNT; i++) {
      numbers[i] = random.nextLong() & (1L << width) - 1L;
    }
    numbers[0] = 0;
    numbers[1] = (1L << width) - 1;
    return numbers;
  }

  private static Shares shared(MixedRig.Parts parts, long[] numbers) {
    Shares shares = new Shares(parts.given.field(), numbers.length);
    for (int i = 0; i < numbers.length; i++) {
      long[] element = parts.given.field().element(numbers[i]);
      parts.given.arithmetic().set(element, 0, shares, i, 1);
    }
    return shares;
  }

  @ParameterizedTest
  @CsvSource({
    "p128, 1",
    "p128, 2",
    "p128, 3",
    "p128, 9",
    "p128, 32",
    "p128, 62",
    MixedRig.SMALL + ", 17"
  })
  void numbersHaveTheirBits(String field, int width) throws Exception {
    MixedRig rig = new MixedRig(field);
    long[] x = numbers(width, SEED);
    List<MixedRig.Made> made =
        rig.made(
            parts -> {
              MixedBatch masks = parts.edaBits.make(width, 40, GROUPS, false);
              long[] bits = parts.conversions.toBits(shared(parts, x), masks, width);
              return new MixedBatch(new Shares(rig.field, 0), bits);
            });
    assertEquals(width * GROUPS, MixedRig.blocks(made.get(0)));
    for (int block = 0; block < width * GROUPS; block++) {
      long expected = 0;
      for (int i = 0; i < 64; i++) {
        expected |= (x[block % GROUPS * 64 + i] >>> (block / GROUPS) & 1) << i;
      }
      assertEquals(expected, MixedRig.block(made, block), "block " + block + ", seed " + SEED);
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "8", "31", "61"})
  void lessIsLess(int width) throws Exception {
    MixedRig rig = new MixedRig("p128");
    long[] x = numbers(width, SEED);
    long[] y = numbers(width, SEED + 1);
    y[0] = x[1];
    x[2] = y[2];
    requireLess(rig, rig.made(parts -> less(parts, x, y, width)), x, y);
  }

  private static void requireLess(MixedRig rig, List<MixedRig.Made> made, long[] x, long[] y) {
    for (int block = 0; block < GROUPS; block++) {
      long expected = 0;
      for (int i = 0; i < 64; i++) {
        expected |= (x[block * 64 + i] < y[block * 64 + i] ? 1L : 0L) << i;
      }
      assertEquals(expected, MixedRig.block(made, block), "seeds " + SEED);
      for (int i = 0; i < 64; i++) {
        BigInteger bit = BigInteger.valueOf(expected >>> i & 1);
        assertEquals(bit, rig.number(made, block * 64 + i), "number " + i);
      }
    }
  }

  /** Whether x is less than y, as bits and as numbers. */
  private static MixedBatch less(MixedRig.Parts parts, long[] x, long[] y, int width)
      throws MpcException {
    MixedBatch masks = parts.edaBits.make(width + 1, 40, GROUPS, false);
    MixedBatch daBits = parts.daBits.make(GROUPS);
    Shares first = shared(parts, x);
    Shares second = shared(parts, y);
    parts.conversionsBegan();
    long[] less = parts.conversions.lessThan(first, second, masks, width);
    return new MixedBatch(parts.conversions.toNumbers(less, daBits), less);
  }

  /**
   * One bit of each message of edaBits, daBits, a comparison and a conversion: a failure without a
   * batch, or right bits.
   */
  @Test
  @Tag("slow")
  void aChangedMessageIsFoundOrTouchesNothing() throws Exception {
    long[] x = numbers(4, SEED);
    long[] y = numbers(4, SEED + 1);
    int number = 0;
    for (boolean more = true; more; number++) {
      MixedRig rig = new MixedRig("p128");
      AtomicInteger frames = new AtomicInteger();
      int changed = number;
      List<Object> ends =
          rig.tampered(
              (peer, index, frame) -> {
                if (rig.making && frames.getAndIncrement() == changed) {
                  frame[frame.length / 2] ^= 1;
                }
                return frame;
              },
              parts -> less(parts, x, y, 4));
      more = frames.get() > changed;
      if (ends.get(1) instanceof MixedRig.Made) {
        requireLess(rig, MixedRig.made(ends), x, y);
      } else {
        assertInstanceOf(MpcException.class, ends.get(1), "message " + changed);
      }
    }
    assertTrue(number > 80, number + " messages");
  }

  /** Changes a byte of the first frame of a length, once conversions have begun. */
  private static TamperingNetwork.Hook atFrame(MixedRig rig, int length, int at) {
    AtomicInteger seen = new AtomicInteger();
    return (peer, index, frame) -> {
      if (rig.converting && frame.length == length && seen.getAndIncrement() == 0) {
        frame[at] ^= 2;
      }
      return frame;
    };
  }

  /** An opened number, in its mask and in its lowest byte. */
  @ParameterizedTest
  @ValueSource(ints = {0, 8, 16 * COUNT - 9})
  void anotherOpenedNumberIsFound(int at) throws Exception {
    MixedRig rig = new MixedRig("p128");
    long[] x = numbers(8, SEED);
    List<Object> ends = rig.tampered(atFrame(rig, 16 * COUNT, at), parts -> less(parts, x, x, 8));
    rig.requireCaught(ends, Check.MAC, SPDZ);
  }

  /** In the first round of the network for 8 places: 4 joins, the lowest with one product. */
  @ParameterizedTest
  @ValueSource(ints = {0, 223})
  void anotherFactorIsFound(int at) throws Exception {
    MixedRig rig = new MixedRig("p128");
    long[] x = numbers(8, SEED);
    List<Object> ends =
        rig.tampered(atFrame(rig, 2 * 7 * GROUPS * 8, at), parts -> less(parts, x, x, 8));
    rig.requireCaught(ends, Check.MAC, TINY_OT);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 15})
  void anotherMaskedBitIsFound(int at) throws Exception {
    MixedRig rig = new MixedRig("p128");
    List<Object> ends =
        rig.tampered(
            atFrame(rig, 8 * GROUPS, at),
            parts -> {
              MixedBatch daBits = parts.daBits.make(GROUPS);
              long[] bits = new long[daBits.blocks().length];
              parts.stock.randomBits(bits, 0, GROUPS);
              parts.conversionsBegan();
              return new MixedBatch(parts.conversions.toNumbers(bits, daBits), bits);
            });
    rig.requireCaught(ends, Check.MAC, TINY_OT);
  }

  /** A product forged before x + r is opened: nothing of x + r is sent. */
  @Test
  void numbersAreOpenedWhenEarlierOpeningsAreRight() throws Exception {
    MixedRig rig = new MixedRig("p128");
    AtomicInteger openings = new AtomicInteger();
    List<Object> ends =
        rig.tampered(
            (peer, index, frame) -> {
              openings.addAndGet(rig.converting && frame.length == 16 * COUNT ? 1 : 0);
              return frame;
            },
            parts -> {
              MixedBatch masks = parts.edaBits.make(8, 40, GROUPS, false);
              Shares x = shared(parts, numbers(8, SEED));
              long[] wrong = x.values().clone();
              wrong[0] ^= parts.party == 0 ? 1 : 0;
              parts.given.opening().open(wrong, x.macs(), 1);
              parts.conversionsBegan();
              parts.conversions.toBits(x, masks, 8);
              return masks;
            });
    rig.requireCaught(ends, Check.MAC, SPDZ);
    assertEquals(0, openings.get());
  }

  @Test
  void batchesAreUsedOnceAndFit() throws Exception {
    MixedRig rig = new MixedRig("p128");
    MixedRig.made(
        rig.lying(
            parts -> {
              Conversions by = parts.conversions;
              Shares x = shared(parts, numbers(4, SEED));
              MixedBatch masks = parts.edaBits.make(4, 40, GROUPS, false);
              MixedBatch daBits = parts.daBits.make(1);
              long[] bits = new long[parts.blocks.longs()];
              Class<IllegalArgumentException> misuse = IllegalArgumentException.class;
              assertThrows(misuse, () -> by.toBits(x, masks, 5));
              assertThrows(misuse, () -> by.toBits(x, masks, 0));
              assertThrows(misuse, () -> by.toBits(new Shares(rig.field, 64), masks, 4));
              assertThrows(misuse, () -> by.lessThan(x, new Shares(rig.field, 64), masks, 3));
              assertThrows(misuse, () -> by.toNumbers(new long[0], daBits));
              MixedBatch carried = parts.edaBits.make(4, 40, GROUPS, true);
              assertThrows(misuse, () -> by.toBits(x, carried, 4));
              MixedBatch known = parts.edaBits.make(1, 40, 1, false);
              assertThrows(misuse, () -> by.toNumbers(bits, known));
              MixedBatch single = parts.daBits.make(GROUPS);
              assertThrows(misuse, () -> by.toBits(x, single, 1));
              by.toNumbers(bits, daBits);
              by.toBits(x, masks, 4);
              assertThrows(IllegalStateException.class, () -> by.toNumbers(bits, daBits));
              assertThrows(IllegalStateException.class, () -> by.toBits(x, masks, 4));
              return masks;
            }));
  }

  @Test
  void aClosedBatchMasksNothing() throws Exception {
    MixedRig rig = new MixedRig("p128");
    MixedBatch batch = new MixedBatch(new Shares(rig.field, 64), new long[1]);
    MixedBatch.Masks nothing = MixedBatch.Masks.NOTHING;
    batch.close();
    assertThrows(IllegalStateException.class, () -> batch.spend(nothing));
  }
}
