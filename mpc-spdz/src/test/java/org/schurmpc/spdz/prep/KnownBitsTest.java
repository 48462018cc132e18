package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;

/** Bits that their owner knows and has proven, and owners that lie about them. */
class KnownBitsTest {
  private static final String SMALL = "18446744073709551557";
  private static final String LARGE =
      "115792089237316195423570985008687907853269984665640564039457584007908834671663";
  private static final int N = 200;
  private static final int BIT = 70; // that an owner lies about

  private static KnownBitsRig rig(String field, int parties, int owner) throws Exception {
    return new KnownBitsRig(Fields.named(field), parties, owner, N);
  }

  private static final KnownBitsRig.Lie HONEST = new KnownBitsRig.Lie() {};

  @ParameterizedTest
  @CsvSource({
    SMALL + ", 2, 0",
    SMALL + ", 3, 1",
    "p128, 2, 1",
    "p128, 3, 2",
    "p128, 4, 0",
    "p192, 2, 0",
    LARGE + ", 2, 0",
    LARGE + ", 3, 1"
  })
  void areSharedBitsThatTheOwnerKnows(String name, int parties, int owner) throws Exception {
    KnownBitsRig rig = rig(name, parties, owner);
    List<KnownBitsRig.Made> made = made(rig.outcomes(HONEST));
    requireBits(rig, made);
    for (int party = 0; party < parties; party++) {
      assertEquals(0, rig.burnt.get(party));
      assertFalse(made.get(party).unchecked(), "tosses that are not compared");
    }
    assertEquals(2 * (parties - 1), rig.secrets.size());
    rig.secrets.forEach(each -> assertArrayEquals(new long[each.length], each, "not wiped"));
  }

  private static void requireBits(KnownBitsRig rig, List<KnownBitsRig.Made> made) {
    int parties = rig.parties;
    int owner = rig.owner;
    int limbs = rig.field.limbs();
    long[] zero = new long[limbs];
    long[] one = rig.field.element(1);
    long[] alpha = rig.alpha(made);
    int ones = 0;
    for (int i = 0; i < N; i++) {
      int at = 3 * limbs * i;
      long[] bit = rig.sum(made, at);
      assertTrue(KnownBitsRig.isEither(bit, zero, one), "no bit");
      long[] mac = new long[limbs];
      rig.field.multiply(alpha, 0, bit, 0, mac, 0, 1);
      assertArrayEquals(mac, rig.sum(made, at + limbs), "MAC");
      for (int party = 0; party < parties; party++) {
        long[] items = made.get(party).items();
        long[] share = Arrays.copyOfRange(items, at, at + limbs);
        assertFalse(KnownBitsRig.isEither(share, zero, one), "not shared");
        long[] known = Arrays.copyOfRange(items, at + 2 * limbs, at + 3 * limbs);
        assertArrayEquals(party == owner ? bit : zero, known);
      }
      ones += Arrays.equals(bit, one) ? 1 : 0;
    }
    assertEquals(N / 2.0, ones, 50, "bits that are one");
  }

  /** One bit of a message of the owner: what is given, each toss, what is checked, and proofs. */
  @Test
  void aChangedMessageIsFoundOrTouchesNothing() throws Exception {
    int number = 0;
    for (boolean more = true; more; number++) {
      KnownBitsRig rig = rig(SMALL, 2, 0);
      AtomicInteger frames = new AtomicInteger();
      int changed = number;
      List<Object> ends =
          rig.outcomes(
              HONEST,
              (peer, index, frame) -> {
                if (rig.making && frames.getAndIncrement() == changed) {
                  frame[frame.length / 2] ^= 1;
                }
                return frame;
              });
      more = frames.get() > changed;
      if (ends.get(1) instanceof KnownBitsRig.Made) {
        requireBits(rig, made(ends));
      } else {
        assertInstanceOf(PeerCheated.class, ends.get(1), "message " + changed);
        assertEquals(1, rig.burnt.get(1));
      }
    }
    assertTrue(number > 12, number + " messages");
  }

  @Test
  void binaryFieldsHaveNone() throws Exception {
    Field field = Fields.named("gf2_64");
    MascotRun run = new MascotRun(field, 2, new MascotParameters(field, 62, 4, 1, 64));
    Demand demand = Demand.of(run.material.storeName()).add(run.material.ownBits(1), 1).build();
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> run.run(demand));
    assertEquals("no material of kind bits of party 2", e.getMessage());
  }

  private static List<KnownBitsRig.Made> made(List<Object> ends) {
    List<KnownBitsRig.Made> made = new ArrayList<>();
    ends.forEach(end -> made.add(assertInstanceOf(KnownBitsRig.Made.class, end)));
    return made;
  }

  /** All holders name the check and burn their stores. */
  private static void requireCaught(KnownBitsRig rig, List<Object> ends, Check check, String what) {
    for (int party = 0; party < ends.size(); party++) {
      if (party != rig.owner) {
        PeerCheated cheated = assertInstanceOf(PeerCheated.class, ends.get(party));
        assertEquals(check, cheated.check());
        assertTrue(cheated.getMessage().endsWith(what), cheated.getMessage());
        assertEquals(1, rig.burnt.get(party));
      }
    }
  }

  private static void requireNoBit(KnownBitsRig rig, List<Object> ends) {
    String what = "a value of party %d is no bit".formatted(rig.owner + 1);
    requireCaught(rig, ends, Check.MAC, what);
  }

  @ParameterizedTest
  @CsvSource({
    SMALL + ", 2, 0, 2",
    SMALL + ", 3, 1, -1",
    "p128, 2, 1, 2",
    "p128, 3, 0, 3",
    "p128, 2, 0, -1",
    LARGE + ", 2, 1, 2",
    LARGE + ", 3, 2, -1"
  })
  void anotherValueIsFound(String field, int parties, int owner, long value) throws Exception {
    KnownBitsRig rig = rig(field, parties, owner);
    requireNoBit(rig, rig.outcomes(KnownBitsRig.values(rig.field, value, BIT)));
  }

  @Test
  void oneOfTenThousandIsFound() throws Exception {
    KnownBitsRig rig = new KnownBitsRig(Fields.named(SMALL), 2, 0, 10_000);
    requireNoBit(rig, rig.outcomes(KnownBitsRig.values(rig.field, -1, 9_999)));
  }

  /** Values x and y with x (x - 1) + y (y - 1) = 0. */
  @Test
  void valuesThatWouldCancelUnderOneFactorAreFound() throws Exception {
    Field field = Fields.named("p128");
    long[] half = field.element(2);
    field.invert(half, 0, half, 0, 1);
    long x = 1;
    Optional<long[]> root = Optional.empty();
    while (root.isEmpty()) {
      x++;
      root = field.squareRoot(field.element(1 - 4 * x * (x - 1)), 0);
    }
    long[] y = root.get();
    field.add(y, 0, field.element(1), 0, y, 0, 1);
    field.multiply(y, 0, half, 0, y, 0, 1);
    long first = x;
    KnownBitsRig rig = rig("p128", 2, 0);
    requireNoBit(
        rig,
        rig.outcomes(
            new KnownBitsRig.Lie() {
              @Override
              public void bits(long[] bits) {
                System.arraycopy(field.element(first), 0, bits, 2, 2);
                System.arraycopy(y, 0, bits, 2 * BIT, 2);
              }
            }));
  }

  /** A lie about U or V to one holder or all. */
  private static KnownBitsRig.Lie coefficient(Field field, int which, int limb) {
    return new KnownBitsRig.Lie() {
      @Override
      public void proof(int holder, long[] coefficients) {
        long[] error = new long[field.limbs()];
        error[limb] = 1;
        int at = which * field.limbs();
        field.add(coefficients, at, error, 0, coefficients, at, 1);
      }
    };
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 2", "1, 0, 2", "0, 1, 3", "1, 1, 3"})
  void anotherProofIsFound(int which, int limb, int parties) throws Exception {
    KnownBitsRig rig = rig("p128", parties, 0);
    requireNoBit(rig, rig.outcomes(coefficient(rig.field, which, limb)));
  }

  /** The holder that got a wrong proof ends; the other one has no doubt of its bits. */
  @Test
  void aProofIsForEachHolder() throws Exception {
    KnownBitsRig rig = rig(SMALL, 3, 0);
    KnownBitsRig.Lie all = coefficient(rig.field, 1, 0);
    List<Object> ends =
        rig.outcomes(
            new KnownBitsRig.Lie() {
              @Override
              public void proof(int holder, long[] coefficients) {
                if (holder == 2) {
                  all.proof(holder, coefficients);
                }
              }
            });
    PeerCheated cheated = assertInstanceOf(PeerCheated.class, ends.get(2));
    assertEquals(Check.MAC, cheated.check());
    assertEquals(1, rig.burnt.get(2));
    assertInstanceOf(KnownBitsRig.Made.class, ends.get(1));
  }

  /** The sums are those of all tossed χ. */
  @ParameterizedTest
  @ValueSource(ints = {0, N - 1})
  void aProofUnderOtherFactorsIsFound(int factor) throws Exception {
    KnownBitsRig rig = rig(SMALL, 2, 0);
    requireNoBit(
        rig,
        rig.outcomes(
            new KnownBitsRig.Lie() {
              @Override
              public void factors(long[] factors) {
                rig.field.add(factors, factor, factors, factor, factors, factor, 1);
              }
            }));
  }

  /**
   * With all factors zero, U is the uniform value: another one for each holder. If there were one
   * for two holders, these would learn the sum of bits times what they know from the difference.
   */
  @Test
  void eachHolderHasAMaskOfItsOwn() throws Exception {
    KnownBitsRig rig = rig(SMALL, 4, 1);
    rig.outcomes(
        new KnownBitsRig.Lie() {
          @Override
          public void factors(long[] factors) {
            Arrays.fill(factors, 0);
          }
        });
    List<Long> masks = List.of(rig.sent[0][0], rig.sent[2][0], rig.sent[3][0]);
    assertEquals(3, masks.stream().filter(mask -> mask != 0).distinct().count());
  }

  /** A bit that is 0 is given as 1 to one of two holders: to each, it is a bit. */
  @Test
  void otherBitsToOneHolderAreFound() throws Exception {
    KnownBitsRig rig = rig(SMALL, 3, 0);
    Field field = rig.field;
    long each = Cope.bytes(field, 4, 1);
    long length = KnownBitsRig.BLOCK * each;
    AtomicInteger blocks = new AtomicInteger();
    TamperingNetwork.Hook hook =
        (peer, index, frame) -> {
          if (peer == 2 && frame.length == length && blocks.getAndIncrement() == 1) {
            long[] element = new long[1];
            for (int digit = 0; digit < each / field.bytes(); digit++) {
              // x_0 is the first of all.
              int at = (digit * KnownBitsRig.BLOCK + BIT + 1 - KnownBitsRig.BLOCK) * field.bytes();
              assertTrue(field.fromBytes(frame, at, element, 0, 1));
              field.add(element, 0, field.element(1), 0, element, 0, 1);
              field.toBytes(element, 0, frame, at, 1);
            }
          }
          return frame;
        };
    List<Object> ends = rig.outcomes(KnownBitsRig.values(field, 0, BIT), hook);
    String what = "what a party gave for authentication is not the same everywhere";
    requireCaught(rig, ends, Check.MAC, what);
    assertTrue(blocks.get() > 1);
  }

  /** Hooks the frames with the proofs. */
  private static TamperingNetwork.Hook atProof(KnownBitsRig rig, TamperingNetwork.Hook then) {
    return (peer, index, frame) ->
        rig.sent[peer] != null && frame.length == 2 * rig.field.bytes()
            ? then.onSend(peer, index, frame)
            : frame;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void anOwnerThatLeavesInsteadOfProvingHasFailed(int parties) throws Exception {
    KnownBitsRig rig = rig(SMALL, parties, 0);
    List<Object> ends =
        rig.outcomes(
            HONEST,
            atProof(
                rig,
                (peer, index, frame) -> {
                  throw new IllegalStateException("gone");
                }));
    requireCaught(rig, ends, Check.MAC, "a peer left in the middle of a proof of bits");
  }

  @Test
  void noElementIsMalformed() throws Exception {
    KnownBitsRig rig = rig(SMALL, 2, 1);
    List<Object> ends =
        rig.outcomes(
            HONEST,
            atProof(
                rig,
                (peer, index, frame) -> {
                  Arrays.fill(frame, (byte) -1);
                  return frame;
                }));
    requireCaught(rig, ends, Check.MALFORMED, "a proof of bits is no element of the field");
  }

  /** The turn comes when all is given, and before anything is checked. */
  @Test
  void nothingIsCheckedBeforeTheTurn() throws Exception {
    KnownBitsRig rig = rig(SMALL, 2, 0);
    int commitment = 32;
    AtomicInteger commitments = new AtomicInteger();
    AtomicInteger before = new AtomicInteger(-1);
    var networks = SessionPairs.networks();
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              commitments.addAndGet(frame.length == commitment ? 1 : 0);
              return frame;
            });
    SessionPairs.run(
        networks,
        session ->
            rig.party(
                session,
                HONEST,
                new Sequencer.Turn() {
                  @Override
                  public void await() {
                    if (session.party() == 0) {
                      before.set(commitments.get());
                      commitments.set(0);
                    }
                  }

                  @Override
                  public void finish() {}
                }));
    // Of the two tosses and the σ of one check.
    assertTrue(before.get() >= 0 && commitments.get() >= 3, before + ", " + commitments);
  }

  /** Each bit takes one authenticated element, sent by the owner alone. */
  @ParameterizedTest
  @CsvSource({"p128, 2, 2000", SMALL + ", 3, 2000"})
  void bytesOfABit(String name, int parties, int n) throws Exception {
    Field field = Fields.named(name);
    int sigma = Material.usualSigma(field);
    MascotRun run = new MascotRun(field, parties, new MascotParameters(field, sigma, 4, 1, 64));
    Demand demand = Demand.of(run.material.storeName()).add(run.material.ownBits(1), n).build();
    List<MascotRun.Outcome> outcomes = run.run(demand);
    outcomes.forEach(outcome -> assertNull(outcome.failure()));
    double element = Cope.bytes(field, 4, 1);
    double each = (double) outcomes.get(1).bytesSent() / n / (parties - 1);
    assertEquals(element, each, element / 100);
    assertTrue(outcomes.get(0).bytesSent() < 1000L * parties);
  }
}
