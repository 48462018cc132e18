package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;

/** Parties that lie when random bits of characteristic 2 are made. */
class RandomBitsLyingTest {
  private static final int N = 64;
  private static final int BIT = 5; // that a cheater gives otherwise
  private static final int ROW = 3;

  private final Field field = Fields.named("gf2_40");
  private final int half = field.bits() / 2;
  private long[] drawn; // by an honest party

  RandomBitsLyingTest() throws MpcException {}

  private BitsRig rig(int parties) {
    return new BitsRig(field, parties, N);
  }

  /** All honest parties, from party {@code first} on, name the check. */
  private static void requireCaught(Check check, List<Object> ends, int first) {
    for (Object end : ends.subList(first, ends.size())) {
      assertEquals(check, assertInstanceOf(PeerCheated.class, end).check());
    }
  }

  /** Flips some rows of a bit towards some peers. */
  private static BitsRig.Lie flips(BitsRig rig, int from, int to, Integer... peers) {
    return new BitsRig.Lie() {
      @Override
      byte[] sent(int peer, int frame, byte[] bytes) {
        if (frame == BitsRig.CORRECTIONS && Arrays.asList(peers).contains(peer)) {
          for (int h = from; h < to; h++) {
            rig.flip(bytes, h, BIT);
          }
        }
        return bytes;
      }
    };
  }

  /** Sets bit h of a party's share of α. */
  private static void setKeyBit(BitsRig rig, int party, int h, boolean bit) {
    rig.keys[party][0] &= ~(1L << h);
    rig.keys[party][0] |= bit ? 1L << h : 0;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oneRowOfOneBitIsCaughtWhereTheKeyHasTheBit(boolean set) throws Exception {
    BitsRig rig = rig(2);
    setKeyBit(rig, 1, ROW, set);
    List<Object> ends = rig.outcomesOf(flips(rig, ROW, ROW + 1, 1));
    if (set) {
      requireCaught(Check.MAC, ends, 1);
    } else {
      rig.requireBits(ends);
    }
  }

  /**
   * Gives x = 1 / (1 + X^(k/2)) where the peer's coefficients of α come in equal pairs: α is then
   * (1 + X^(k/2)) times its lower half, which is what rows of that half hold. All of the party's
   * shares are those of x.
   */
  private class NoBit extends BitsRig.Lie {
    final BitsRig rig;
    final long[] x = field.element(1);
    final long[] mac = new long[1]; // of all parties together

    NoBit(BitsRig rig) {
      this.rig = rig;
      x[0] |= 1L << half;
      field.invert(x, 0, x, 0, 1);
      long low = rig.keys[1][0] & ((1L << half) - 1);
      rig.keys[1][0] = low | (low << half);
    }

    void flipRows(byte[] bytes, int bit) {
      for (int h = 0; h < half; h++) {
        rig.flip(bytes, h, bit);
      }
    }

    void addMac(RandomBits.Under under, int bit) {
      long[] product = new long[1];
      field.multiply(x, 0, rig.keys[0], 0, product, 0, 1);
      under.macs[bit] ^= product[0];
    }

    @Override
    void draw(long[] words) {
      words[0] &= ~(1L << BIT);
    }

    @Override
    byte[] sent(int peer, int frame, byte[] bytes) {
      if (frame == BitsRig.CORRECTIONS) {
        flipRows(bytes, BIT);
      }
      return bytes;
    }

    @Override
    void given(RandomBits.Under under) throws MpcException {
      addMac(under, BIT);
      note(under);
    }

    synchronized void note(RandomBits.Under under) {
      mac[0] ^= under.macs[BIT];
    }
  }

  /** The honest party's bit and its share of the MAC. */
  private static final class Noting extends BitsRig.Lie {
    private final NoBit cheater;
    private long bit;

    Noting(NoBit cheater) {
      this.cheater = cheater;
    }

    @Override
    void given(RandomBits.Under under) {
      bit = under.bits[0] >>> BIT & 1;
      cheater.note(under);
    }
  }

  private void requireNoBitIsCaught(NoBit cheater) throws Exception {
    Noting honest = new Noting(cheater);
    List<Object> ends = cheater.rig.outcomes(cheater, honest);
    // The MAC is right: a combination of elements would prove x.
    long[] expected = {cheater.x[0] ^ honest.bit};
    assertTrue(cheater.x[0] > 1, "x is no bit");
    field.multiply(expected, 0, cheater.rig.alpha(), 0, expected, 0, 1);
    assertArrayEquals(expected, cheater.mac);
    requireCaught(Check.MAC, ends, 1);
  }

  @Test
  void anElementThatIsNoBitIsCaughtThoughItsMacIsRight() throws Exception {
    requireNoBitIsCaught(new NoBit(rig(2)));
  }

  /** Masks that would make up for x in sums over subsets drawn from a seed of zeros. */
  @Test
  void masksThatMatchGuessedSubsetsAreOfNoUse() throws Exception {
    BitsRig rig = rig(2);
    long[] selectors = new long[BIT + 1];
    new Prg(new byte[Prg.SEED_BYTES]).nextLongs(selectors, 0, selectors.length);
    NoBit cheater =
        new NoBit(rig) {
          private boolean selected(int sum) {
            return (selectors[BIT] >>> sum & 1) != 0;
          }

          @Override
          byte[] sent(int peer, int frame, byte[] bytes) {
            for (int sum = 0; frame == BitsRig.CORRECTIONS && sum < rig.sums(); sum++) {
              if (selected(sum)) {
                flipRows(bytes, N + sum);
              }
            }
            return super.sent(peer, frame, bytes);
          }

          @Override
          void given(RandomBits.Under under) throws MpcException {
            for (int sum = 0; sum < rig.sums(); sum++) {
              if (selected(sum)) {
                addMac(under, N + sum);
              }
            }
            super.given(under);
          }
        };
    requireNoBitIsCaught(cheater);
  }

  /** The other bit in all rows towards all, and in the party's own shares: a bit like others. */
  @Test
  void anotherBitTowardsAllIsABit() throws Exception {
    BitsRig rig = rig(3);
    BitsRig.Lie flips = flips(rig, 0, field.bits(), 1, 2);
    BitsRig.Lie other =
        new BitsRig.Lie() {
          @Override
          byte[] sent(int peer, int frame, byte[] bytes) {
            return flips.sent(peer, frame, bytes);
          }

          @Override
          void given(RandomBits.Under under) {
            under.bits[0] ^= 1L << BIT;
            under.macs[BIT] ^= rig.keys[0][0];
          }
        };
    rig.requireBits(rig.outcomesOf(other));
  }

  @Test
  void anotherBitTowardsAllThanThePartysOwnIsCaught() throws Exception {
    BitsRig rig = rig(2);
    requireCaught(Check.MAC, rig.outcomesOf(flips(rig, 0, field.bits(), 1)), 1);
  }

  @Test
  void anotherBitTowardsOneOfThreeIsCaught() throws Exception {
    BitsRig rig = rig(3);
    setKeyBit(rig, 2, ROW, true);
    requireCaught(Check.MAC, rig.outcomesOf(flips(rig, 0, field.bits(), 2)), 1);
  }

  /** Two of four parties lie in the same row: at each honest one, their errors cancel. */
  @Test
  void errorsOfTwoThatCancelTouchNothing() throws Exception {
    BitsRig rig = rig(4);
    BitsRig.Lie lie = flips(rig, ROW, ROW + 1, 2, 3);
    BitsRig.Lie same = flips(rig, ROW, ROW + 1, 2, 3);
    rig.requireBits(rig.outcomes(lie, same, new BitsRig.Lie(), new BitsRig.Lie()));
  }

  @Test
  void errorsOfTwoThatCancelAtOnePartyAloneAreCaught() throws Exception {
    BitsRig rig = rig(4);
    setKeyBit(rig, 3, ROW, true);
    BitsRig.Lie lie = flips(rig, ROW, ROW + 1, 2, 3);
    BitsRig.Lie less = flips(rig, ROW, ROW + 1, 2);
    List<Object> ends = rig.outcomes(lie, less, new BitsRig.Lie(), new BitsRig.Lie());
    requireCaught(Check.MAC, ends, 2);
  }

  /** Another mask than was given, so that the sum is wrong towards all; or wrong towards one. */
  @ParameterizedTest
  @CsvSource({"2, 0, MAC", "2, 5, MAC", "3, 0, MAC", "3, 2, BROADCAST"})
  void aWrongSumIsCaught(int parties, int towards, Check check) throws Exception {
    BitsRig rig = rig(parties);
    BitsRig.Lie lie =
        new BitsRig.Lie() {
          @Override
          void given(RandomBits.Under under) {
            if (towards != 2) {
              under.bits[(N + towards) / Long.SIZE] ^= 1L << (N + towards);
            }
          }

          @Override
          byte[] sent(int peer, int frame, byte[] bytes) {
            if (frame == BitsRig.SUMS) {
              assertEquals(rig.sums() / Byte.SIZE, bytes.length);
              bytes[0] ^= (byte) (peer == towards ? 1 : 0);
            }
            return bytes;
          }
        };
    requireCaught(check, rig.outcomesOf(lie), 1);
  }

  /**
   * Another share of α in the products of bits than the OTs have, towards all or one. If what fails
   * depended on honest bits, it would differ between bits that are all 0 and all 1.
   */
  @ParameterizedTest
  @CsvSource({"2, 1, 0", "2, 1, -1", "3, 0, 0", "3, 0, -1", "3, 2, 0", "3, 2, -1"})
  void anotherKeyIsCaughtWhateverTheBits(int parties, int towards, long bits) throws Exception {
    BitsRig rig = rig(parties);
    BitsRig.Lie[] lies = new BitsRig.Lie[parties];
    lies[0] =
        new BitsRig.Lie() {
          @Override
          long[] keyTowards(int peer, long[] key) {
            return new long[] {key[0] ^ (towards == 0 || peer == towards ? 1L << ROW : 0)};
          }
        };
    for (int party = 1; party < parties; party++) {
      lies[party] =
          new BitsRig.Lie() {
            @Override
            void draw(long[] words) {
              words[0] = bits;
            }
          };
    }
    requireCaught(Check.MAC, rig.outcomes(lies), 1);
  }

  /** A party that leaves in place of a frame. */
  private List<Object> leaves(BitsRig rig, int last, int[] honest) throws Exception {
    BitsRig.Lie leaves =
        new BitsRig.Lie() {
          @Override
          byte[] sent(int peer, int frame, byte[] bytes) {
            if (frame == last) {
              throw new IllegalStateException("silent from here");
            }
            return bytes;
          }
        };
    BitsRig.Lie notes =
        new BitsRig.Lie() {
          @Override
          void draw(long[] words) {
            drawn = words;
          }

          @Override
          byte[] sent(int peer, int frame, byte[] bytes) {
            honest[0] = Math.max(honest[0], frame);
            return bytes;
          }
        };
    List<Object> ends = rig.outcomes(leaves, notes);
    assertArrayEquals(new long[rig.words()], drawn, "bits are left");
    return ends;
  }

  /** Nobody says its part of a challenge, or its σ, before what they test has come. */
  @ParameterizedTest
  @ValueSource(
      ints = {
        BitsRig.CORRECTIONS,
        BitsRig.COMMITMENT,
        BitsRig.SUMS,
        BitsRig.SUMS + 1,
        BitsRig.SIGMA_COMMITMENT
      })
  void noChallengeIsEarly(int last) throws Exception {
    int[] honest = new int[1];
    List<Object> ends = leaves(rig(2), last, honest);
    if (last < BitsRig.SIGMA_COMMITMENT) {
      assertInstanceOf(ConnectionLost.class, ends.get(1), "costs no key");
    } else {
      requireCaught(Check.MAC, ends, 1);
    }
    assertEquals(last, honest[0], "the last frame that the honest party sent");
  }

  @Test
  void whoLeavesWhenSigmaIsOpenHasFailedTheCheck() throws Exception {
    int[] honest = new int[1];
    List<Object> ends = leaves(rig(2), BitsRig.SIGMA, honest);
    requireCaught(Check.MAC, ends, 1);
    assertEquals(BitsRig.SIGMA, honest[0]);
  }

  /** Eight frames to each peer, or nine. */
  @ParameterizedTest
  @CsvSource({"2, 8", "3, 9"})
  void aBatchTakesTheseRounds(int parties, int rounds) throws Exception {
    BitsRig rig = rig(parties);
    int[] frames = new int[parties];
    BitsRig.Lie notes =
        new BitsRig.Lie() {
          @Override
          byte[] sent(int peer, int frame, byte[] bytes) {
            frames[peer] = frame + 1;
            return bytes;
          }
        };
    rig.requireBits(rig.outcomesOf(notes));
    assertEquals(rounds, frames[1]);
    assertFalse(frames[0] > 0);
  }
}
