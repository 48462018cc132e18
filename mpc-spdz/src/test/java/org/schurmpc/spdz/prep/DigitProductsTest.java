package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.share.GlobalMacCheck;

/** Products by digits of the key: that they are right, and what a guess at a digit costs. */
class DigitProductsTest {
  private static final int ITEMS = 11;
  private static final int K = 4;
  private static final int LEAVES = 1 << K;

  /** Bytes of a digit's tree: two sums of each of three levels, and the check of the leaves. */
  private static final int NODE = 16;

  private static final int TREE = 2 * (K - 1) * NODE + 64;

  private final Random random = new Random(5);

  /** Two parties' seeds with each other, each party's OTs on its share of the key. */
  private CopeSeeds[] seeds(Field field, long[][] alphas) {
    int third = CopeSeeds.longs(field) / 3;
    long[][] words = new long[2][3 * third];
    for (int holder = 0; holder < 2; holder++) {
      long[] bits = new long[third / 2 / Long.SIZE];
      field.toBits(alphas[holder], 0, bits, 0, 1);
      for (int i = 0; i < third; i++) {
        long[] pair = {random.nextLong(), random.nextLong()};
        int bit = (int) ((bits[(i / 2) >>> 6] >>> (i / 2)) & 1);
        words[holder][i] = pair[bit];
        words[1 - holder][third + i] = pair[0];
        words[1 - holder][2 * third + i] = pair[1];
      }
    }
    return new CopeSeeds[] {CopeSeeds.read(field, words[0], 0), CopeSeeds.read(field, words[1], 0)};
  }

  private long[] uniform(Field field, int n) {
    long[] elements = new long[n * field.limbs()];
    field.fromUniform(random.longs((long) n * field.uniformWords()).toArray(), 0, elements, 0, n);
    return elements;
  }

  /** What a party has of products in both directions: t and q, for several messages. */
  private static long[][] products(Session pair, Cope cope, Field field, long[] x)
      throws MpcException {
    long[] minusT = new long[x.length];
    long[] q = new long[x.length];
    int limbs = field.limbs();
    for (int done = 0; done < ITEMS; ) {
      int n = Math.min(done == 0 ? 1 : cope.block(), ITEMS - done);
      byte[] message = new byte[cope.messageBytes(n)];
      cope.give(x, done * limbs, n, message, minusT, done * limbs);
      cope.hold(pair.exchange(message), n, q, done * limbs);
      done += n;
    }
    cope.wipe();
    return new long[][] {minusT, q};
  }

  /**
   * Bits of elements that are a multiple of the digit's and none, one word and more of a number.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "p128",
        "p256",
        "170141183460469231731687303715884105727",
        "116546710670421432803149450155099422837",
        "18446744073709551557",
        "2305843009213693951",
        "1487268740942832697",
        "gf2_40",
        "gf2_42",
        "gf2_64",
        "gf2_128"
      })
  void productsAreRight(String name) throws Exception {
    Field field = Fields.named(name);
    long[] most = field.element(1);
    field.subtract(new long[field.limbs()], 0, most, 0, most, 0, 1); // p - 1
    for (int k : new int[] {1, 2, 4, 8}) {
      long[][] alphas = {uniform(field, 1), k == 2 ? most : uniform(field, 1)};
      CopeSeeds[] seeds = seeds(field, alphas);
      long[][] x = {uniform(field, ITEMS), uniform(field, ITEMS)};
      List<long[][]> made =
          SessionPairs.run(
              session -> {
                int me = session.party();
                Session pair = session.pair(session.peer());
                Cope cope = seeds[me].on(pair, field, alphas[me], k, 4);
                return products(pair, cope, field, x[me]);
              });
      for (int giver = 0; giver < 2; giver++) {
        long[] sum = new long[x[giver].length];
        field.add(made.get(giver)[0], 0, made.get(1 - giver)[1], 0, sum, 0, ITEMS);
        long[] expected = new long[sum.length];
        field.scale(alphas[1 - giver], 0, x[giver], 0, expected, 0, ITEMS);
        assertArrayEquals(expected, sum, name + ", k = " + k);
        assertFalse(Arrays.equals(new long[sum.length], made.get(giver)[0]), "no t");
      }
    }
  }

  /** What the giver sends for a value of zero, over many values, and the same leaf of each tree. */
  @ParameterizedTest
  @ValueSource(strings = {"p128", "1487268740942832697", "gf2_40"})
  void noStreamServesTwoConnectionsOrDigits(String name) throws Exception {
    Field field = Fields.named(name);
    long[][] alphas = {uniform(field, 1), uniform(field, 1)};
    CopeSeeds[] seeds = seeds(field, alphas);
    Set<String> seen = new HashSet<>();
    int[] elements = new int[1];
    for (int i = 0; i < 2; i++) {
      List<byte[]> sent = new ArrayList<>();
      SessionPairs.run(
          session -> {
            int me = session.party();
            for (int again = 0; again < 2; again++) {
              note(session, seeds[me], field, alphas[me], sent);
            }
            try (Session fork = session.fork("another")) {
              note(fork, seeds[me], field, alphas[me], sent);
            }
            return null;
          });
      for (byte[] message : sent) {
        for (int at = 0; at < message.length; at += field.bytes()) {
          seen.add(Arrays.toString(Arrays.copyOfRange(message, at, at + field.bytes())));
          elements[0]++;
        }
      }
    }
    int digits = (field.bits() + K - 1) / K;
    assertEquals(2 * 2 * 3 * digits * ITEMS, elements[0]);
    assertEquals(elements[0], seen.size(), "an element was sent before");
  }

  /**
   * Corrections of zeros over a prime of two thirds of 2^64. If elements were words modulo the
   * prime, those of its lower half would be twice as frequent, and sums of two still uneven: 0.045.
   */
  @Test
  void elementsAreUniform() throws Exception {
    Field field = Fields.named("12297829382473034447");
    int n = 512;
    long[][] alphas = {uniform(field, 1), uniform(field, 1)};
    CopeSeeds[] seeds = seeds(field, alphas);
    List<Double> means =
        SessionPairs.run(
            session -> {
              int me = session.party();
              Cope cope = seeds[me].on(session.pair(session.peer()), field, alphas[me], 1, n);
              byte[] message = new byte[cope.messageBytes(n)];
              cope.give(new long[n], 0, n, message, new long[n], 0);
              return firstFourierCoefficient(field, message);
            });
    means.forEach(mean -> assertTrue(mean < 0.025, "uneven: " + mean));
  }

  private static double firstFourierCoefficient(Field field, byte[] message) {
    int n = message.length / field.bytes();
    long[] elements = new long[n];
    assertTrue(field.fromBytes(message, 0, elements, 0, n));
    double order = field.order().doubleValue();
    double cosines = 0;
    double sines = 0;
    for (int i = 0; i < n; i++) {
      // Words are the elements' longs, which are unsigned, and not their numbers.
      double angle = 2 * Math.PI * ((elements[i] >>> 1) * 2.0) / order;
      cosines += Math.cos(angle);
      sines += Math.sin(angle);
    }
    return Math.hypot(cosines, sines) / n;
  }

  private static void note(
      Session session, CopeSeeds seeds, Field field, long[] alpha, List<byte[]> sent)
      throws Exception {
    Cope cope = seeds.on(session.pair(session.peer()), field, alpha, K, ITEMS);
    byte[] message = new byte[cope.messageBytes(ITEMS)];
    long[] zeros = new long[ITEMS * field.limbs()];
    cope.give(zeros, 0, ITEMS, message, zeros.clone(), 0);
    synchronized (sent) {
      sent.add(message);
    }
  }

  /** How the second party ends whose peer's trees are changed. */
  private Object withTrees(Field field, long[][] alphas, TamperingNetwork.Hook hook, int[] frames)
      throws Exception {
    CopeSeeds[] seeds = seeds(field, alphas);
    long[] x = uniform(field, ITEMS);
    Network[] networks = SessionPairs.tampered(hook);
    networks[1] =
        new TamperingNetwork(
            networks[1],
            (peer, index, frame) -> {
              frames[0]++;
              return frame;
            });
    return SessionPairs.outcomes(
            networks,
            session -> {
              int me = session.party();
              Session pair = session.pair(session.peer());
              Cope cope = seeds[me].on(pair, field, alphas[me], K, ITEMS);
              return products(pair, cope, field, x);
            })
        .get(1);
  }

  /**
   * A peer that changes the sum of one branch of a level passes if the digit's bit selects this
   * branch, so that the holder takes the other sum: half of all digits for each level, of each
   * tree. Otherwise the check fails before the holder has sent anything else.
   */
  @ParameterizedTest
  @CsvSource({"0, 2, 1", "0, 3, 0", "3, 1, 1", "15, 3, 1"})
  void aWrongSumOfATreeGuessesABit(int tree, int level, int branch) throws Exception {
    requireGuess(tree, 1 << (K - 1 - level), branch << (K - 1 - level), level(tree, level, branch));
  }

  /** Two levels of one tree: a quarter of all digits. */
  @Test
  void wrongSumsOfTwoLevelsGuessTwoBits() throws Exception {
    int[] at = {level(7, 1, 1)[0], level(7, 3, 0)[0]};
    requireGuess(7, 5, 4, at);
  }

  private static int[] level(int tree, int level, int branch) {
    return new int[] {tree * TREE + (2 * (level - 1) + branch) * NODE};
  }

  private void requireGuess(int tree, int bits, int guess, int... changed) throws Exception {
    Field field = Fields.named("gf2_64");
    int passed = 0;
    for (int digit = 0; digit < LEAVES; digit++) {
      long rest = random.nextLong() & ~(15L << (K * tree));
      long[][] alphas = {uniform(field, 1), {rest | ((long) digit << (K * tree))}};
      int[] frames = new int[1];
      Object end =
          withTrees(
              field,
              alphas,
              (peer, index, frame) -> {
                if (index == SessionPairs.HANDSHAKE_FRAMES) {
                  assertEquals(LEAVES * TREE, frame.length);
                  for (int at : changed) {
                    frame[at] ^= 1;
                  }
                }
                return frame;
              },
              frames);
      boolean suits = (digit & bits) == guess;
      assertEquals(suits, !(end instanceof PeerCheated), "digit " + digit);
      if (suits) {
        passed++;
      } else {
        assertEquals(Check.PPRF, ((PeerCheated) end).check());
        assertEquals(SessionPairs.HANDSHAKE_FRAMES + 1, frames[0], "frames of the holder");
      }
    }
    assertEquals(LEAVES >> Integer.bitCount(bits), passed);
  }

  /** Sums of check values, or their digest, that belong to no tree. */
  @ParameterizedTest
  @ValueSource(ints = {TREE - 64, TREE - 32, 2 * TREE - 1, LEAVES * TREE - 1})
  void aWrongCheckOfATreeIsCaught(int at) throws Exception {
    Field field = Fields.named("gf2_64");
    long[][] alphas = {uniform(field, 1), uniform(field, 1)};
    Object end =
        withTrees(field, alphas, SessionPairs.flip(SessionPairs.HANDSHAKE_FRAMES, at), new int[1]);
    assertEquals(Check.PPRF, assertInstanceOf(PeerCheated.class, end).check());
  }

  /** Gives another first value for one digit, and changes its own part by what this would be. */
  private record OtherDigit(Cope cope, Field field, int digit, long guess) implements KeyProducts {
    @Override
    public void require(int give, int hold) {
      cope.require(give, hold);
    }

    @Override
    public int block() {
      return cope.block();
    }

    @Override
    public int messageBytes(int n) {
      return cope.messageBytes(n);
    }

    @Override
    public void give(long[] x, int at, int n, byte[] message, long[] macs, int macsAt) {
      cope.give(x, at, n, message, macs, macsAt);
      long[] element = new long[field.limbs()];
      int of = digit * n * field.bytes();
      assertTrue(field.fromBytes(message, of, element, 0, 1));
      field.add(element, 0, field.element(1), 0, element, 0, 1);
      field.toBytes(element, 0, message, of, 1);
      long[] number = new long[field.limbs()];
      number[(digit * K) >>> 6] = guess << (digit * K);
      assertTrue(field.fromNumbers(number, 0, element, 0, 1));
      field.subtract(macs, macsAt, element, 0, macs, macsAt, 1);
    }

    @Override
    public void hold(byte[] message, int n, long[] macs, int macsAt) throws MpcException {
      cope.hold(message, n, macs, macsAt);
    }

    @Override
    public void wipe() {
      cope.wipe();
    }
  }

  /** Of sixteen digits, a giver that gives another value for one of them passes with one. */
  @ParameterizedTest
  @CsvSource({"18446744073709551557, 3, 9", "p128, 19, 1", "gf2_64, 0, 6", "gf2_40, 9, 15"})
  void anotherValueForADigitGuessesIt(String name, int digit, long guess) throws Exception {
    Field field = Fields.named(name);
    List<Long> passed = new ArrayList<>();
    for (long value = 0; value < LEAVES; value++) {
      long[] number = new long[field.limbs()];
      field.toNumbers(uniform(field, 1), 0, number, 0, 1);
      int word = (digit * K) >>> 6;
      number[word] &= ~(15L << (digit * K));
      number[word] |= value << (digit * K);
      long[][] alphas = {uniform(field, 1), new long[field.limbs()]};
      assertTrue(field.fromNumbers(number, 0, alphas[1], 0, 1));
      CopeSeeds[] seeds = seeds(field, alphas);
      long[] x = uniform(field, ITEMS);
      Object end =
          SessionPairs.outcomes(
                  SessionPairs.networks(),
                  session -> {
                    int me = session.party();
                    Cope cope =
                        seeds[me].on(session.pair(session.peer()), field, alphas[me], K, ITEMS);
                    KeyProducts[] products = new KeyProducts[2];
                    products[1 - me] = me == 0 ? new OtherDigit(cope, field, digit, guess) : cope;
                    return authenticate(session, field, alphas[me], products, x);
                  })
              .get(1);
      if (end instanceof PeerCheated cheated) {
        assertEquals(Check.MAC, cheated.check());
      } else {
        passed.add(value);
      }
    }
    assertEquals(List.of(guess), passed);
  }

  private static long[] authenticate(
      Session session, Field field, long[] alpha, KeyProducts[] products, long[] x)
      throws MpcException {
    GlobalMacCheck check = new GlobalMacCheck(session, field, alpha, new BroadcastCheck(session));
    Authentication authentication = new Authentication(session, field, alpha, products, check);
    long[] macs = new long[x.length];
    boolean[] gives = {true, true};
    try (Authentication.Under under = authentication.give(gives, x, ITEMS)) {
      under.prove(macs);
    }
    return macs;
  }
}
