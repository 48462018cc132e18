package org.schurmpc.spdz.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.spdz.share.Shares;

/** Numbers of bits, and peers that change what is opened. */
class BitsToNumbersTest {
  private static final int GROUPS = 2;
  private static final String TINY_OT = "an opened value is not the one that was authenticated";

  /** Bits that nobody knows, and their numbers. */
  private static MixedBatch converted(MixedRig.Parts parts) throws MpcException {
    MixedBatch daBits = parts.daBits.make(GROUPS);
    long[] bits = new long[daBits.blocks().length];
    parts.stock.randomBits(bits, 0, GROUPS);
    parts.conversionsBegan();
    return new MixedBatch(parts.toNumbers.convert(bits, daBits), bits);
  }

  private static void requireNumbers(MixedRig rig, List<MixedRig.Made> made) {
    for (int i = 0; i < 64 * GROUPS; i++) {
      long bit = MixedRig.block(made, i / 64) >>> i & 1;
      assertEquals(BigInteger.valueOf(bit), rig.number(made, i), "number " + i);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"p128", MixedRig.SMALL})
  void numbersAreTheirBits(String field) throws Exception {
    MixedRig rig = new MixedRig(field);
    requireNumbers(rig, rig.made(BitsToNumbersTest::converted));
  }

  /**
   * One bit of each message of daBits and a conversion: a failure without a batch, or right bits.
   */
  @Test
  @Tag("slow")
  void aChangedMessageIsFoundOrTouchesNothing() throws Exception {
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
              BitsToNumbersTest::converted);
      more = frames.get() > changed;
      if (ends.get(1) instanceof MixedRig.Made) {
        requireNumbers(rig, MixedRig.made(ends));
      } else {
        assertInstanceOf(MpcException.class, ends.get(1), "message " + changed);
      }
    }
    assertTrue(number > 40, number + " messages");
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

  @ParameterizedTest
  @ValueSource(ints = {0, 15})
  void anotherMaskedBitIsFound(int at) throws Exception {
    MixedRig rig = new MixedRig("p128");
    List<Object> ends = rig.tampered(atFrame(rig, 8 * GROUPS, at), BitsToNumbersTest::converted);
    rig.requireCaught(ends, Check.MAC, TINY_OT);
  }

  @Test
  void batchesAreUsedOnceAndFit() throws Exception {
    MixedRig rig = new MixedRig("p128");
    MixedRig.made(
        rig.lying(
            parts -> {
              BitsToNumbers by = parts.toNumbers;
              MixedBatch daBits = parts.daBits.make(1);
              long[] bits = new long[parts.blocks.longs()];
              Class<IllegalArgumentException> misuse = IllegalArgumentException.class;
              assertThrows(misuse, () -> by.convert(new long[0], daBits));
              MixedBatch known = parts.edaBits.make(1, 40, 1, false);
              assertThrows(misuse, () -> by.convert(bits, known));
              by.convert(bits, daBits);
              assertThrows(IllegalStateException.class, () -> by.convert(bits, daBits));
              return known;
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
