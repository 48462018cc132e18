package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.Ghash;
import org.schurmpc.core.crypto.PolynomialHash;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.RecordedHashes;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.material.MacWidths;
import org.schurmpc.tinyot.material.Material;

class LeakyAndTest {
  private static final int COUNT = 64;
  private static final int WIDTH = 48;
  private static final GarblingMatrix MATRIX = matrix(WIDTH);
  private static final GarblingMatrix TOY = matrix(8);
  private static final int TOY_RUNS = 400;
  private static final int MANY_TOY_RUNS = 6000;
  private static final int PLACE = 43;
  private static final int GARBLED = SessionPairs.HANDSHAKE_FRAMES;
  private static final int CONSTANTS = GARBLED + 1;
  private static final int TOSS = CONSTANTS + 1;

  private static GarblingMatrix matrix(int width) {
    return GarblingMatrix.random(new Prg(new byte[Prg.SEED_BYTES]), width);
  }

  private static LeakyAnds make(Session session, AuthBitSource source, int count) throws Exception {
    return make(session, source, MATRIX, count);
  }

  private static LeakyAnds make(
      Session session, AuthBitSource source, GarblingMatrix matrix, int count) throws Exception {
    return make(
        session, source, new Projections(Projection.none(), MacWidths.equal(2), matrix), count);
  }

  private static LeakyAnds make(
      Session session, AuthBitSource source, Projections projections, int count) throws Exception {
    MacWidths widths = projections.widths();
    LeakyAnds batch = new LeakyAnds(widths.macs(session.party()), widths.keys(session.party()));
    batch.reset(count);
    new LeakyAnd(
            session,
            new CoinToss(session),
            source,
            projections,
            COUNT,
            KernelProvider.choose().kernels())
        .make(batch);
    return batch;
  }

  private static AuthBitSource ideal(Session session, long seed) {
    return new InsecureIdealAuthBits(session.party(), seed, 0);
  }

  private static Projections wide() {
    return new Projections(Projection.none(), MacWidths.equal(2), MATRIX);
  }

  private static long[] delta(int party, long seed) {
    return new InsecureIdealAuthBits(party, seed, 0).delta();
  }

  private static long word(LeakyAnds batch, int record, int part, int word) {
    return batch.records()[batch.at(record) + batch.macs(part) + word];
  }

  /** Checks all of z = x y and all MACs of both parties' parts. */
  private static void assertRight(List<LeakyAnds> parts, long seed) {
    assertRight(parts, seed, wide());
  }

  private static void assertRight(List<LeakyAnds> parts, long seed, Projections projections) {
    for (int i = 0; i < parts.get(0).count(); i++) {
      int sum = (int) (parts.get(0).share(i) ^ parts.get(1).share(i));
      assertEquals(sum & sum >>> 1 & 1, sum >>> LeakyAnds.Z_SHARE & 1, "product " + i);
      for (int owner = 0; owner < 2; owner++) {
        LeakyAnds mine = parts.get(owner);
        LeakyAnds theirs = parts.get(1 - owner);
        long share = mine.share(i);
        long shift = theirs.share(i) >>> LeakyAnds.Z_KEY_SHIFT & 1;
        long[] delta = projections.macs(owner).apply(delta(1 - owner, seed));
        for (int part = Material.A; part <= Material.C; part++) {
          long bit = (share >>> part ^ (part == Material.C ? shift : 0)) & 1;
          for (int word = 0; word < delta.length; word++) {
            long mac = word(mine, i, part, word);
            long key = word(theirs, i, part, theirs.macWords() + word);
            assertEquals(-bit & delta[word], mac ^ key, "part " + part + " of " + i);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 192, 1024})
  void leakyAndsAreRight(int count) throws Exception {
    for (long seed = 0; seed < 5; seed++) {
      long each = seed;
      List<LeakyAnds> parts =
          SessionPairs.run(session -> make(session, ideal(session, each), count));
      assertRight(parts, seed);
    }
  }

  /** Records of MACs of 64 bits, in one direction or both: the images of those of 128 bits. */
  @ParameterizedTest
  @CsvSource({"64,1,1", "192,1,1", "1024,1,1", "64,1,2", "1024,2,1"})
  void recordsHaveProjectedMacs(int count, int ofFirst, int ofSecond) throws Exception {
    MacWidths widths = new MacWidths(ofFirst, ofSecond);
    for (int sigma : new int[] {40, 64}) {
      Projections projections = Projections.random(new byte[Prg.SEED_BYTES], sigma, widths);
      List<LeakyAnds> parts =
          SessionPairs.run(session -> make(session, ideal(session, sigma), projections, count));
      assertRight(parts, sigma, projections);
    }
  }

  private static Network[] tampered(int cheater, TamperingNetwork.Hook hook) {
    Network[] networks = SessionPairs.networks();
    networks[cheater] = new TamperingNetwork(networks[cheater], hook);
    return networks;
  }

  /** The cheater sends something else: how often the other one went on, all right then. */
  private static int survivals(int cheater, int runs, TamperingNetwork.Hook hook) throws Exception {
    int survived = 0;
    for (long run = 0; run < runs; run++) {
      long seed = run;
      List<Object> outcomes =
          SessionPairs.outcomes(
              tampered(cheater, hook), session -> make(session, ideal(session, seed), COUNT));
      if (outcomes.get(1 - cheater) instanceof LeakyAnds) {
        survived++;
        assertRight(List.of((LeakyAnds) outcomes.get(0), (LeakyAnds) outcomes.get(1)), seed);
      } else {
        Outcomes.assertCheated(Check.EQUALITY, outcomes.get(1), "run " + run);
        Outcomes.assertCheated(Check.EQUALITY, outcomes.get(0), "run " + run);
      }
    }
    return survived;
  }

  private static TamperingNetwork.Hook alterFrame(int at, UnaryOperator<byte[]> change) {
    return (peer, index, frame) -> index == at ? change.apply(frame) : frame;
  }

  /** Flips a bit of G of a leaky AND. */
  private static void flip(byte[] garbled, int bit, int position) {
    garbled[(bit * COUNT + position) / 8] ^= (byte) (1 << position % 8);
  }

  private static TamperingNetwork.Hook malform(int position, int howMany) {
    return alterFrame(
        GARBLED,
        frame -> {
          for (int i = 0; i < howMany; i++) {
            flip(frame, 29, position + i);
          }
          return frame;
        });
  }

  /** A wrong G is a guess of the peer's x: zero, since the party's own L is the honest one. */
  @ParameterizedTest
  @CsvSource({
    "0, 1, 0, 0.5",
    "0, 1, 63, 0.5",
    "0, 2, 17, 0.25",
    "0, 4, 40, 0.0625",
    "1, 1, 0, 0.5",
    "1, 4, 40, 0.0625"
  })
  void malformedGarblingSurvivesByRightGuessesOnly(
      int cheater, int howMany, int position, double rate) throws Exception {
    int runs = 240;
    int survived = survivals(cheater, runs, malform(position, howMany));
    double deviation = Math.sqrt(runs * rate * (1 - rate));
    assertEquals(runs * rate, survived, 5 * deviation);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void manyMalformedGarblingsDoNotSurvive(int cheater) throws Exception {
    assertEquals(0, survivals(cheater, 20, malform(0, 64)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aFlippedConstantIsCaught(int cheater) throws Exception {
    for (int position = 0; position < COUNT; position += 7) {
      int at = position;
      TamperingNetwork.Hook hook =
          alterFrame(
              CONSTANTS,
              frame -> {
                frame[at / 8] ^= (byte) (1 << (at % 8));
                return frame;
              });
      assertEquals(0, survivals(cheater, 3, hook), "position " + position);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void tossAndEqualityAreBound(int cheater) throws Exception {
    for (int frame = TOSS; frame < TOSS + 4; frame++) {
      List<Object> outcomes =
          SessionPairs.outcomes(
              tampered(cheater, SessionPairs.flip(frame, 5)),
              session -> make(session, ideal(session, 1), COUNT));
      Check check = frame < TOSS + 2 ? Check.COMMITMENT : Check.EQUALITY;
      Outcomes.assertCheated(check, outcomes.get(1 - cheater), "frame " + frame);
    }
  }

  /** A party that wants to see the challenge before it sends its constants gets none. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void anEarlyChallengeIsRefused(int cheater) throws Exception {
    List<Object> outcomes =
        SessionPairs.outcomes(
            tampered(cheater, alterFrame(CONSTANTS, frame -> null)),
            session -> make(session, ideal(session, 1), COUNT));
    Outcomes.assertCheated(Check.MALFORMED, outcomes.get(1 - cheater), "early challenge");
  }

  /** MACs that are wrong by what a hash with the key of zeros does not see. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aCollisionUnderAKeyThatIsKnownBeforeIsCaught(int cheater) throws Exception {
    List<Object> outcomes =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              AuthBitSource source = ideal(session, 1);
              AuthBitSource ends = session.party() == cheater ? colliding(source) : source;
              return make(session, ends, firstBits(), COUNT);
            });
    Outcomes.assertCheated(Check.EQUALITY, outcomes.get(1 - cheater), "a collision");
  }

  /** The matrix that keeps the first bits of a row. */
  private static GarblingMatrix firstBits() {
    long[] rows = new long[2 * WIDTH];
    for (int k = 0; k < WIDTH; k++) {
      rows[2 * k] = 1L << k;
    }
    return new GarblingMatrix(new RowMatrix(rows));
  }

  /** Adds e to the first two planes of S, from the tenth on, and e H^2 to the second two after. */
  private static AuthBitSource colliding(AuthBitSource source) throws Exception {
    byte[] h = Ghash.aes(new byte[PolynomialHash.KEY_BYTES], new byte[16]);
    byte[] row = new byte[16];
    row[7] = 1;
    byte[] second = Ghash.hash(h, row, 0);
    ByteBuffer rows = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN).put(row).put(second);
    return new AlteredAuthBits(
        source,
        2,
        r -> {
          for (int i = 0; i < 2; i++) {
            addPlane(r, 10 + i, rows.getLong(8 * i));
            addPlane(r, 14 + i, rows.getLong(16 + 8 * i));
          }
        });
  }

  /** Adds one bit to each of 64 MACs. */
  private static void addPlane(AuthBits bits, int plane, long values) {
    for (int i = 0; i < 64; i++) {
      bits.macs()[2 * i] ^= (values >>> i & 1) << plane;
    }
  }

  /** How often the cheater is not caught: with a right product at the place, and a wrong one. */
  private static int[] wrongProducts(int cheater, int runs, TamperingNetwork.Hook hook, Cheat cheat)
      throws Exception {
    int[] counts = new int[2];
    for (long run = 0; run < runs; run++) {
      long seed = run;
      List<Object> outcomes =
          SessionPairs.outcomes(
              tampered(cheater, hook),
              session -> {
                AuthBitSource source = ideal(session, seed);
                AuthBitSource ends = session.party() == cheater ? cheat.of(source) : source;
                return make(session, ends, TOY, COUNT);
              });
      if (outcomes.get(1 - cheater) instanceof LeakyAnds) {
        LeakyAnds first = (LeakyAnds) outcomes.get(0);
        LeakyAnds second = (LeakyAnds) outcomes.get(1);
        int sum = (int) (first.share(PLACE) ^ second.share(PLACE));
        counts[(sum & sum >>> 1 & 1) == (sum >>> LeakyAnds.Z_SHARE & 1) ? 0 : 1]++;
      } else {
        Outcomes.assertCheated(Check.EQUALITY, outcomes.get(1 - cheater), "run " + run);
      }
    }
    return counts;
  }

  private interface Cheat {
    AuthBitSource of(AuthBitSource source);
  }

  /** A wrong d that agrees with a guess of P (Δ_A + Δ_B), of which seven bits are unknown. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aWrongProductPassesByGuessingTheImageOfDeltaOnly(int cheater) throws Exception {
    guessTheImageOfDelta(cheater, TOY_RUNS);
  }

  private static void guessTheImageOfDelta(int cheater, int runs) throws Exception {
    Random random = new Random(21);
    int[] counts =
        wrongProducts(
            cheater,
            runs,
            (peer, index, frame) -> frame,
            source ->
                new AlteredAuthBits(
                    source,
                    2,
                    r -> {
                      r.macs()[2 * PLACE] ^= random.nextLong() | 1;
                      r.macs()[2 * PLACE + 1] ^= random.nextLong();
                    }));
    assertEquals(0, counts[0]);
    assertBinomial(runs, 1.0 / 128, counts[1]);
  }

  /** A G that is wrong by such a guess: passes if x is zero, and is a wrong product if x is one. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aGuessInTheGarblingPassesHalfAsOften(int cheater) throws Exception {
    guessInTheGarbling(cheater, TOY_RUNS);
  }

  private static void guessInTheGarbling(int cheater, int runs) throws Exception {
    Random random = new Random(22);
    int[] counts =
        wrongProducts(
            cheater,
            runs,
            alterFrame(
                GARBLED,
                frame -> {
                  int guess = random.nextInt(256) | 1;
                  for (int bit = 0; bit < 8; bit++) {
                    if ((guess >>> bit & 1) != 0) {
                      flip(frame, bit, PLACE);
                    }
                  }
                  return frame;
                }),
            source -> source);
    assertBinomial(runs, 0.5, counts[0]);
    assertBinomial(runs, 1.0 / 256, counts[1]);
  }

  /** A d that only the other party has wrong: Δ of which P keeps nothing. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aWrongConstantPassesIfTheImageOfDeltaIsZeroOnly(int cheater) throws Exception {
    alterAConstant(cheater, TOY_RUNS);
  }

  private static void alterAConstant(int cheater, int runs) throws Exception {
    int[] counts =
        wrongProducts(
            cheater,
            runs,
            alterFrame(
                CONSTANTS,
                frame -> {
                  frame[PLACE / 8] ^= (byte) (1 << PLACE % 8);
                  return frame;
                }),
            source -> source);
    // Party 0's Δ ends in one. Party 1 adds d to its key only, so that its product looks right.
    assertBinomial(runs, cheater == 0 ? 1.0 / 128 : 0, counts[0] + counts[1]);
  }

  /** At most six standard deviations off. */
  private static void assertBinomial(int runs, double rate, int count) {
    assertEquals(runs * rate, count, 6 * Math.sqrt(runs * rate * (1 - rate)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  @Tag("slow")
  void guessesPassAsOftenAsTheBoundSays(int cheater) throws Exception {
    guessTheImageOfDelta(cheater, MANY_TOY_RUNS);
    guessInTheGarbling(cheater, MANY_TOY_RUNS);
    alterAConstant(cheater, MANY_TOY_RUNS);
  }

  /** Shares that are not the authenticated ones: of x and r always caught, of y if x is one. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aConsistentLieAboutAShareIsCaught(int cheater) throws Exception {
    int[] caught = new int[3];
    int runs = 60;
    for (int which = 0; which < 3; which++) {
      for (int run = 0; run < runs; run++) {
        int call = which;
        int position = run % COUNT;
        long seed = run;
        List<Object> outcomes =
            SessionPairs.outcomes(
                SessionPairs.networks(),
                session -> {
                  AuthBitSource source = ideal(session, seed);
                  return make(
                      session,
                      session.party() == cheater
                          ? new AlteredAuthBits(source, call, position)
                          : source,
                      COUNT);
                });
        if (outcomes.get(1 - cheater) instanceof PeerCheated) {
          Outcomes.assertCheated(Check.EQUALITY, outcomes.get(1 - cheater), "run " + run);
          caught[which]++;
        }
      }
    }
    assertEquals(runs, caught[0]);
    assertEquals(0.5 * runs, caught[1], 18);
    assertEquals(runs, caught[2]);
  }

  /** Makers on one channel and on forks, all under one Δ, never hash twice under a tweak. */
  @Test
  void tweaksDoNotRepeat() throws Exception {
    try (RecordedHashes recorded = RecordedHashes.start()) {
      SessionPairs.run(
          session -> {
            makeTwice(session);
            makeTwice(session);
            for (int i = 0; i < 3; i++) {
              try (Session fork = session.fork("fork")) {
                makeTwice(fork);
                makeTwice(fork);
              }
            }
            return null;
          });
      recorded.requireBound();
      assertEquals(2 * 8 * 5 * COUNT, recorded.tweaks());
      // The key's holder hashes the key and the key plus Δ, the other party one of the two.
      recorded
          .counts()
          .forEach((tweak, counts) -> assertArrayEquals(new int[] {1, 2}, counts, "" + tweak));
    }
  }

  private static void makeTwice(Session session) throws Exception {
    LeakyAnd maker =
        new LeakyAnd(
            session,
            new CoinToss(session),
            ideal(session, 3),
            wide(),
            2 * COUNT,
            KernelProvider.choose().kernels());
    LeakyAnds batch = new LeakyAnds(2, 2);
    batch.reset(3 * COUNT);
    maker.make(batch);
    batch.reset(2 * COUNT);
    maker.make(batch);
  }

  /** Batches that end within a strip: 2^13 hashes under one key and Δ are reached, not passed. */
  @Test
  void theHashIsKeyedAnewForEachStrip() throws Exception {
    int[] counts = {COUNT, 3 * TweakedHash.STRIP + COUNT, TweakedHash.STRIP};
    try (RecordedHashes recorded = RecordedHashes.start()) {
      SessionPairs.run(
          session -> {
            int tile = 2 * TweakedHash.STRIP;
            LeakyAnd maker =
                new LeakyAnd(
                    session,
                    new CoinToss(session),
                    ideal(session, 4),
                    wide(),
                    tile,
                    KernelProvider.choose().kernels());
            LeakyAnds batch = new LeakyAnds(2, 2);
            for (int count : counts) {
              batch.reset(count);
              maker.make(batch);
            }
            return null;
          });
      recorded.requireBound();
      assertEquals(1 << 13, recorded.mostUnderOneKey());
      assertEquals(2 * 5, recorded.keys(), "of the strips of two directions");
    }
  }

  @Test
  void tweaksOfDifferentMakersChannelsAndDirectionsDiffer() {
    Set<Long> domains = new HashSet<>();
    int[] channels = {0, 1, 2, 255, (1 << 24) - 1};
    long[] makers = {0, 1, 2, 255, (1 << 24) - 1};
    for (int channel : channels) {
      for (long maker : makers) {
        for (int party = 0; party < 2; party++) {
          assertTrue(domains.add(new LeakyAndTweaks(channel, maker).domain(party)));
        }
      }
    }
  }
}
