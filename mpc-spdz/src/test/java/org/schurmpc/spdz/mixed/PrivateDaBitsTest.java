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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.TamperingNetwork;

/** Private daBits, and owners that lie about them. */
class PrivateDaBitsTest {
  private static final int N = 128;
  private static final int MORE = 70;
  private static final String TINY_OT = "an opened value is not the one that was authenticated";
  private static final String SPDZ = "an opened value is not the one that its MAC is of";
  private static final String LEFT = "a peer left in the middle of a check of bits of two kinds";

  private static MixedBatch make(MixedRig.Parts parts) throws MpcException {
    return parts.privateDaBits.make(0, N, MORE);
  }

  @ParameterizedTest
  @CsvSource({"p128, 0", "p128, 1", MixedRig.SMALL + ", 1"})
  void areEqualInBothDomains(String field, int owner) throws Exception {
    MixedRig rig = new MixedRig(field);
    List<MixedRig.Made> made = rig.made(parts -> parts.privateDaBits.make(owner, N, MORE));
    requireDaBits(rig, made, owner);
    rig.requireWiped();
  }

  private static void requireDaBits(MixedRig rig, List<MixedRig.Made> made, int owner) {
    assertEquals(N / 64, MixedRig.blocks(made.get(1)));
    int ones = 0;
    for (int i = 0; i < N; i++) {
      long block = MixedRig.block(made, i / 64);
      assertEquals(BigInteger.valueOf(block >>> i & 1), rig.number(made, i), "bit " + i);
      ones += (int) (block >>> i & 1);
    }
    assertEquals(N / 2.0, ones, 45, "bits that are one");
    long[] others = made.get(1 - owner).batch().blocks();
    assertEquals(0, others[0] | others[others.length / 2], "the other party's shares");
    for (int i = N; i < N + MORE; i++) {
      assertTrue(rig.number(made, i).bitLength() <= 1, "no bit");
    }
  }

  @Test
  void severalBatchesOfBothParties() throws Exception {
    MixedRig rig = new MixedRig("p128");
    List<MixedRig.Made> made =
        rig.made(
            parts -> {
              parts.privateDaBits.make(1, 64, 0);
              parts.privateDaBits.make(0, 64, 0);
              return parts.privateDaBits.make(1, N, MORE);
            });
    requireDaBits(rig, made, 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 63, 64, N - 1})
  void aBitOfTwoValuesIsFound(int bit) throws Exception {
    MixedRig rig = new MixedRig("p128");
    rig.requireCaught(rig.lying(PrivateDaBitsTest::make, bit), Check.MAC, TINY_OT);
  }

  @Test
  @Tag("slow")
  void oneOfAHundredThousandBitsIsFound() throws Exception {
    MixedRig rig = new MixedRig("p128");
    int many = 100_032;
    rig.requireCaught(
        rig.lying(parts -> parts.privateDaBits.make(0, many, 0), 77_777), Check.MAC, TINY_OT);
  }

  /** A false ρ_0 alone always fails its repetition; the first and the last. */
  @ParameterizedTest
  @ValueSource(ints = {N, N + MixedRig.SIGMA - 1})
  void aMaskOfTwoValuesIsFound(int mask) throws Exception {
    MixedRig rig = new MixedRig("p128");
    rig.requireCaught(rig.lying(PrivateDaBitsTest::make, mask), Check.MAC, TINY_OT);
  }

  @Test
  void allBitsOfTwoValuesAreFound() throws Exception {
    MixedRig rig = new MixedRig(MixedRig.SMALL);
    int[] all = new int[N + MixedRig.SIGMA];
    for (int i = 0; i < all.length; i++) {
      all[i] = i;
    }
    rig.requireCaught(rig.lying(PrivateDaBitsTest::make, all), Check.MAC, TINY_OT);
  }

  /** Hooks the frame with the shares of all T. */
  private static TamperingNetwork.Hook atSums(MixedRig rig, TamperingNetwork.Hook then) {
    int length = MixedRig.SIGMA * rig.field.bytes();
    return (peer, index, frame) ->
        rig.checking && frame.length == length ? then.onSend(peer, index, frame) : frame;
  }

  /** Another parity, the parity of before, and a number out of range. */
  @ParameterizedTest
  @CsvSource({"0, 1", "1, 2", "39, 1099511627776", "7, 9223372036854775807"})
  void anotherSumIsFound(int repetition, long error) throws Exception {
    MixedRig rig = new MixedRig("p128");
    Field field = rig.field;
    AtomicInteger seen = new AtomicInteger();
    List<Object> ends =
        rig.tampered(
            atSums(
                rig,
                (peer, index, frame) -> {
                  int at = repetition * field.bytes();
                  long[] share = new long[field.limbs()];
                  assertTrue(field.fromBytes(frame, at, share, 0, 1));
                  field.add(share, 0, field.element(error), 0, share, 0, 1);
                  field.toBytes(share, 0, frame, at, 1);
                  seen.incrementAndGet();
                  return frame;
                }),
            PrivateDaBitsTest::make);
    rig.requireCaught(ends, Check.MAC, SPDZ);
    assertEquals(1, seen.get());
  }

  @Test
  void anOwnerThatLeavesInsteadOfOpeningHasFailed() throws Exception {
    MixedRig rig = new MixedRig("p128");
    List<Object> ends =
        rig.tampered(
            atSums(
                rig,
                (peer, index, frame) -> {
                  throw new IllegalStateException("gone");
                }),
            PrivateDaBitsTest::make);
    rig.requireCaught(ends, Check.MAC, LEFT);
  }

  /** Counts the frames of the check, and hooks one of them; the last is the proof of MACs. */
  private static TamperingNetwork.Hook inCheck(
      MixedRig rig, AtomicInteger frames, int changed, TamperingNetwork.Hook then) {
    return (peer, index, frame) ->
        rig.checking && frames.getAndIncrement() == changed
            ? then.onSend(peer, index, frame)
            : frame;
  }

  @Test
  void aChangedMessageOfTheCheckIsFoundAndSoIsItsLack() throws Exception {
    AtomicInteger frames = new AtomicInteger();
    MixedRig honest = new MixedRig("p128");
    honest.tampered(inCheck(honest, frames, -1, null), PrivateDaBitsTest::make);
    int number = frames.get();
    // Sums; tosses of coefficients, σ and hashes of broadcasts; the proof.
    assertTrue(number >= 6, number + " messages");
    for (int changed = 0; changed < number; changed++) {
      String what = "message " + changed;
      MixedRig rig = new MixedRig("p128");
      List<Object> ends =
          rig.tampered(
              inCheck(
                  rig,
                  new AtomicInteger(),
                  changed,
                  (peer, index, frame) -> {
                    frame[0] ^= 1;
                    return frame;
                  }),
              PrivateDaBitsTest::make);
      assertInstanceOf(PeerCheated.class, ends.get(1), what);
      assertEquals(1, rig.burnt.get(1), what);
      MixedRig left = new MixedRig("p128");
      ends =
          left.tampered(
              inCheck(
                  left,
                  new AtomicInteger(),
                  changed,
                  (peer, index, frame) -> {
                    throw new IllegalStateException("gone");
                  }),
              PrivateDaBitsTest::make);
      assertInstanceOf(PeerCheated.class, ends.get(1), what);
      assertEquals(1, left.burnt.get(1), what);
    }
  }

  /** One bit of each message of all that is made: a failure without a batch, or right bits. */
  @Test
  @Tag("slow")
  void aChangedMessageIsFoundOrTouchesNothing() throws Exception {
    int number = 0;
    for (boolean more = true; more; number++) {
      MixedRig rig = new MixedRig(MixedRig.SMALL);
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
              PrivateDaBitsTest::make);
      more = frames.get() > changed;
      if (ends.get(1) instanceof MixedRig.Made) {
        requireDaBits(rig, MixedRig.made(ends), 0);
      } else {
        assertInstanceOf(MpcException.class, ends.get(1), "message " + changed);
      }
    }
    assertTrue(number > 20, number + " messages");
  }

  /** Subsets are tossed when the proof of bits is over: nothing is given after the toss. */
  @Test
  void subsetsAreTossedLast() throws Exception {
    MixedRig rig = new MixedRig(MixedRig.SMALL);
    AtomicInteger afterBits = new AtomicInteger();
    AtomicInteger openings = new AtomicInteger();
    int proof = 2 * rig.field.bytes();
    int opening = 16 + Commitment.RANDOMNESS_BYTES;
    rig.tampered(
        (peer, index, frame) -> {
          if (rig.making && !rig.checking && frame.length == proof) {
            afterBits.set(1);
            openings.set(0);
          } else if (rig.making && !rig.checking && afterBits.get() == 1) {
            openings.addAndGet(frame.length == opening ? 1 : 0);
          }
          return frame;
        },
        PrivateDaBitsTest::make);
    assertEquals(1, openings.get(), "tosses between the proof of bits and the opening of sums");
  }

  @Test
  void masksHideTheSums() throws Exception {
    ParityParameters size = new ParityParameters(1 << 17, 40);
    assertEquals(17 + 40 + 6, size.maskBits());
    assertTrue((double) size.n() * size.sigma() <= Math.pow(2, size.maskBits() - size.sigma()));
    assertEquals((1 << 17) + 64 + 40 * 62, size.numbers());
    for (int i = 0; i < size.sigma(); i++) {
      assertEquals(size.n() + i, size.mask(i, 0));
      assertEquals((1 << 17) + 64 + 62 * i, size.mask(i, 1));
    }
    assertEquals(size.numbers() - 1, size.mask(39, 62));
  }

  /** p must be above 2^γ + n; with σ = 40, γ is 63 for 2^17 bits and 64 for more. */
  @Test
  void fieldsWithoutRoomAreRefused() throws Exception {
    Field field = Fields.named(MixedRig.SMALL);
    assertEquals(63, ParityParameters.of(1 << 17, 40, field).maskBits());
    Refused refused =
        assertThrows(Refused.class, () -> ParityParameters.of((1 << 17) + 64, 40, field));
    assertEquals(
        "bits of two kinds with σ 40 take a prime above 2^64, not " + MixedRig.SMALL,
        refused.getMessage());
    assertThrows(Refused.class, () -> ParityParameters.of(64, 64, field));
    assertThrows(IllegalArgumentException.class, () -> new ParityParameters(65, 40));
    assertThrows(IllegalArgumentException.class, () -> new ParityParameters(0, 40));
    assertThrows(IllegalArgumentException.class, () -> new ParityParameters(64, 0));
  }
}
