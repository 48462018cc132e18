package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.session.HeardVerdicts;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

class PrivateEqualityTest {
  private static final long SEED = 11;
  private static final int MASKED = SessionPairs.HANDSHAKE_FRAMES;
  private static final int TAG = MASKED + 1;

  private static AuthBitSource source(Session session) {
    return new InsecureIdealAuthBits(session.party(), SEED, 0);
  }

  private static byte[] digest(int bit) {
    byte[] digest = new byte[FieldHash.BYTES];
    Arrays.fill(digest, (byte) 31);
    digest[bit / 8] ^= (byte) (1 << bit % 8);
    return digest;
  }

  private static Void compare(Session session, AuthBitSource source, byte[] digest)
      throws Exception {
    PrivateEquality check = new PrivateEquality(session, source);
    check.draw();
    check.requireEqual("test", 64, 8, digest);
    return null;
  }

  private static Void compare(Session session, byte[] digest) throws Exception {
    return compare(session, source(session), digest);
  }

  @Test
  void equalDigestsPassEachTimeWithOtherMessages() throws Exception {
    List<byte[]> sent = new ArrayList<>();
    SessionPairs.run(
        SessionPairs.tampered(
            (peer, index, frame) -> {
              sent.add(frame.clone());
              return frame;
            }),
        session -> {
          PrivateEquality check = new PrivateEquality(session, source(session));
          for (int i = 0; i < 2; i++) {
            check.draw();
            check.requireEqual("test", 64, 8, digest(3));
            assertThrows(
                IllegalStateException.class, () -> check.requireEqual("test", 64, 8, digest(3)));
          }
          return null;
        });
    List<byte[]> frames = sent.subList(MASKED, sent.size());
    List<Integer> lengths = frames.stream().map(frame -> frame.length).toList();
    assertEquals(List.of(16, FieldHash.BYTES, 16, FieldHash.BYTES), lengths);
    assertFalse(Arrays.equals(frames.get(0), frames.get(2)), "masked under other bits");
    assertFalse(Arrays.equals(frames.get(1), frames.get(3)));
  }

  @Test
  void otherDigestsFailAtBoth() throws Exception {
    for (int bit = 0; bit < 255; bit += 9) {
      int differing = bit;
      List<Object> outcomes =
          SessionPairs.outcomes(
              SessionPairs.networks(),
              session -> compare(session, digest(session.party() == 0 ? 255 : differing)));
      Outcomes.assertCheated(Check.EQUALITY, outcomes.get(0), "bit " + bit);
      Outcomes.assertCheated(Check.EQUALITY, outcomes.get(1), "bit " + bit);
    }
  }

  /** Both messages, byte by byte: whoever receives another one than was sent names the check. */
  @Test
  void everyChangedByteIsCaught() throws Exception {
    for (int frame = MASKED; frame <= TAG; frame++) {
      for (int at = 0; at < (frame == MASKED ? 16 : FieldHash.BYTES); at++) {
        List<Object> outcomes =
            SessionPairs.outcomes(
                SessionPairs.tampered(SessionPairs.flip(frame, at)),
                session -> compare(session, digest(1)));
        Outcomes.assertCheated(Check.EQUALITY, outcomes.get(1), "frame " + frame + ", byte " + at);
      }
    }
  }

  /** The second party knows nothing, waits for the first one's messages and sends them back. */
  @Test
  void reflectedMessagesAreCaught() throws Exception {
    List<Object> outcomes =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              if (session.party() == 0) {
                return compare(session, digest(1));
              }
              for (int length : new int[] {16, FieldHash.BYTES}) {
                byte[] copy = new byte[length];
                session.exchange(copy, 0, 0, copy, 0, length);
                session.exchange(copy, 0, length, copy, 0, 0);
              }
              return null;
            });
    Outcomes.assertCheated(Check.EQUALITY, outcomes.get(0), "reflected");
  }

  /** A second check with the bits and messages of the first one: the number tells them apart. */
  @Test
  void aReplayedCheckIsCaught() throws Exception {
    byte[][] sent = new byte[8][];
    List<Object> outcomes =
        SessionPairs.outcomes(
            SessionPairs.tampered(
                (peer, index, frame) -> {
                  sent[index] = frame.clone();
                  return index > TAG ? sent[index - 2] : frame;
                }),
            session -> {
              compare(session, digest(1));
              return compare(session, digest(1));
            });
    Outcomes.assertCheated(Check.EQUALITY, outcomes.get(1), "replayed");
  }

  @Test
  void anotherLabelIsCaught() throws Exception {
    List<Object> outcomes =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              PrivateEquality check = new PrivateEquality(session, source(session));
              check.draw();
              check.requireEqual("label " + session.party(), 64, 8, digest(1));
              return null;
            });
    Outcomes.assertCheated(Check.EQUALITY, outcomes.get(0), "label");
    Outcomes.assertCheated(Check.EQUALITY, outcomes.get(1), "label");
  }

  /**
   * A peer that leaves in place of its tag has had this party's, and so the result; one that leaves
   * in place of its masked digest has had nothing.
   */
  @Test
  void whoLeavesInPlaceOfTheTagHasFailed() throws Exception {
    for (int leaver = 0; leaver < 2; leaver++) {
      List<Object> outcomes =
          SessionPairs.outcomes(
              SessionPairs.leaving(2, leaver, TAG), session -> compare(session, digest(1)));
      Outcomes.assertCheated(Check.EQUALITY, outcomes.get(1 - leaver), "left with the tag");
      outcomes =
          SessionPairs.outcomes(
              SessionPairs.leaving(2, leaver, MASKED), session -> compare(session, digest(1)));
      Outcomes.assertEnded(ConnectionLost.class, outcomes.get(1 - leaver));
    }
  }

  /** The verdict is pending from before the tag leaves until it is passed. */
  @Test
  void theVerdictIsPendingWhenTheTagLeaves() throws Exception {
    HeardVerdicts heard = new HeardVerdicts();
    List<List<String>> seen = new CopyOnWriteArrayList<>();
    SessionPairs.run(
        SessionPairs.tampered(
            (peer, index, frame) -> {
              if (index >= MASKED) {
                seen.add(List.copyOf(heard.calls));
              }
              return frame;
            }),
        session -> {
          if (session.party() == 0) {
            session.addVerdictListener(heard);
          }
          return compare(session, digest(1));
        });
    assertEquals(List.of(List.of(), List.of("pending")), seen);
    assertEquals(List.of("pending", "passed"), heard.calls);
  }

  @Test
  void digestsOfAnotherLengthAreRefused() throws Exception {
    SessionPairs.run(
        session ->
            assertThrows(IllegalArgumentException.class, () -> compare(session, new byte[16])));
  }

  /** A cheat's end: what it knows of its bits, and the hashes as the class computes them. */
  private record Cheater(Session session, AuthBits bits) {
    static Cheater of(Session session, AuthBitSource source) throws Exception {
      AuthBits bits = new AuthBits(PrivateEquality.BITS);
      source.next(bits, PrivateEquality.BITS);
      return new Cheater(session, bits);
    }

    byte[] masked(byte[] guess) {
      long[] words = words(guess);
      words[0] ^= bits.bits()[0];
      words[1] ^= bits.bits()[1];
      return Words.toBytes(words, 0, 2);
    }

    /** The rows under the peer's Δ if the peer's digest and Δ are these; g is the guess sent. */
    long[] theirRows(byte[] digest, byte[] guess, long[] theirDelta) {
      long[] rows = bits.macs().clone();
      add(rows, words(digest), words(guess), theirDelta);
      return rows;
    }

    /** The rows under the own Δ if the peer's digest is this one. */
    long[] ownRows(byte[] digest, byte[] theirMasked, long[] delta) {
      long[] rows = bits.keys().clone();
      add(rows, words(digest), words(theirMasked), delta);
      return rows;
    }

    byte[] tag(byte[] digest, long[] own, long[] theirs, int role) {
      long[] first = session.party() == 0 ? own : theirs;
      long[] second = session.party() == 0 ? theirs : own;
      byte[] common =
          session
              .hash("private equality check")
              .add("test")
              .add(0)
              .add(64)
              .add(8)
              .add(digest)
              .add(first, 0, first.length)
              .add(second, 0, second.length)
              .digest();
      return session.hash("private equality check: tag").add(0).add(common).add(role).digest();
    }

    private static long[] words(byte[] bytes) {
      long[] words = new long[2];
      Words.fromBytes(bytes, 0, words, 0, 2);
      return words;
    }

    private static void add(long[] rows, long[] a, long[] b, long[] delta) {
      for (int i = 0; i < PrivateEquality.BITS; i++) {
        long mask = -((a[i / 64] ^ b[i / 64]) >>> i & 1);
        rows[2 * i] ^= mask & delta[0];
        rows[2 * i + 1] ^= mask & delta[1];
      }
    }
  }

  /** What a cheat does with a session, and with what the honest party sent before. */
  private interface Move {
    byte[] tag(Cheater me, byte[] theirMasked, byte[] theirTag, long[] delta) throws Exception;
  }

  /** A rushing cheat: it sends each message after the honest party's. */
  private static List<Object> against(int cheater, byte[] guess, Sources sources, Move move)
      throws Exception {
    return SessionPairs.outcomes(
        SessionPairs.networks(),
        session -> {
          AuthBitSource source = sources.of(session);
          if (session.party() != cheater) {
            return compare(session, source, digest(1));
          }
          Cheater me = Cheater.of(session, source);
          byte[] theirMasked = new byte[16];
          session.exchange(theirMasked, 0, 0, theirMasked, 0, 16);
          session.exchange(me.masked(guess), 0, 16, new byte[0], 0, 0);
          byte[] theirTag = new byte[FieldHash.BYTES];
          session.exchange(theirTag, 0, 0, theirTag, 0, FieldHash.BYTES);
          byte[] tag = move.tag(me, theirMasked, theirTag, source.delta());
          session.exchange(tag, 0, tag.length, tag, 0, 0);
          return null;
        });
  }

  private interface Sources {
    AuthBitSource of(Session session);
  }

  /** Authenticated bits under a Δ of the cheater's choice: zero, or the first bit alone. */
  private static AuthBitSource chosen(Session session, int cheater, long low) {
    AuthBitSource ideal = source(session);
    long[] right = new InsecureIdealAuthBits(cheater, SEED, 0).delta();
    if (session.party() == cheater) {
      return new AuthBitSource() {
        @Override
        public long[] delta() {
          return new long[] {low, 0};
        }

        @Override
        public void next(AuthBits dst, int count) throws MpcException {
          ideal.next(dst, count);
        }

        @Override
        public void close() {}
      };
    }
    return new AlteredAuthBits(
        ideal,
        0,
        bits -> {
          for (int i = 0; i < PrivateEquality.BITS; i++) {
            long mask = -(bits.bits()[i / 64] >>> i & 1);
            bits.macs()[2 * i] ^= mask & (right[0] ^ low);
            bits.macs()[2 * i + 1] ^= mask & right[1];
          }
        });
  }

  /** A Δ of zero makes the rows under it known without the honest party's digest. */
  @ParameterizedTest
  @CsvSource({"0, 0", "1, 0", "0, 1", "1, 1"})
  void aDeltaOfZeroDoesNotHelp(int cheater, long low) throws Exception {
    byte[] wrong = digest(2);
    for (byte[] claimed : List.of(wrong, digest(1))) {
      List<Object> outcomes =
          against(
              cheater,
              wrong,
              session -> chosen(session, cheater, low),
              (me, masked, tag, delta) ->
                  me.tag(
                      claimed,
                      me.ownRows(claimed, masked, delta),
                      me.bits.macs(),
                      me.session.party()));
      Outcomes.assertCheated(Check.EQUALITY, outcomes.get(1 - cheater), "a chosen Δ");
    }
  }

  /** The same cheat passes with the right guess, with any Δ: it computes what it should. */
  @ParameterizedTest
  @CsvSource({"0, 0", "1, 0", "0, 1", "1, 1"})
  void theRightGuessPasses(int cheater, long low) throws Exception {
    byte[] right = digest(1);
    List<Object> outcomes =
        against(
            cheater,
            right,
            session -> chosen(session, cheater, low),
            (me, masked, tag, delta) ->
                me.tag(
                    right, me.ownRows(right, masked, delta), me.bits.macs(), me.session.party()));
    assertNull(outcomes.get(1 - cheater));
  }

  /** Even the right guess does not pass with the honest party's own tag. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void anEchoIsCaught(int cheater) throws Exception {
    for (byte[] guess : List.of(digest(1), digest(2))) {
      List<Object> outcomes =
          against(cheater, guess, PrivateEqualityTest::source, (me, masked, tag, delta) -> tag);
      Outcomes.assertCheated(Check.EQUALITY, outcomes.get(1 - cheater), "an echo");
    }
  }

  /** After e for a wrong guess, the right digest does not help without the other's Δ. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void thereIsNoSecondGuess(int cheater) throws Exception {
    byte[] right = digest(1);
    List<Object> outcomes =
        against(
            cheater,
            digest(2),
            PrivateEqualityTest::source,
            (me, masked, tag, delta) ->
                me.tag(
                    right, me.ownRows(right, masked, delta), me.bits.macs(), me.session.party()));
    Outcomes.assertCheated(Check.EQUALITY, outcomes.get(1 - cheater), "a second guess");
  }

  /** A digest that depends on 8 bits of P Δ, all that there is to guess of a toy. */
  private static byte[] toyDigest(long image) {
    return new FieldHash("toy").add(image).digest();
  }

  private static long image(GarblingMatrix matrix, long[] delta) {
    long image = 0;
    long[] masks = matrix.masks(delta);
    for (int k = 0; k < masks.length; k++) {
      image |= masks[k] & 1L << k;
    }
    return image;
  }

  /**
   * A party with a wrong digest keeps all that it knows and was sent, and searches all 256 values
   * of P Δ of the other: an opened digest would be found, the tag is not, with whichever Δ of this
   * value the rows are computed. Only all of Δ gives the tag, which shows that the search is right.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aLostCheckCannotBeSearchedOffLine(int cheater) throws Exception {
    GarblingMatrix matrix = GarblingMatrix.random(new Prg(new byte[Prg.SEED_BYTES]), 8);
    long[] theirDelta = new InsecureIdealAuthBits(1 - cheater, SEED, 0).delta();
    long right = image(matrix, theirDelta);
    byte[] sent = toyDigest(right ^ 2);
    List<Object> outcomes =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              if (session.party() != cheater) {
                return compare(session, toyDigest(right));
              }
              Cheater me = Cheater.of(session, source(session));
              byte[] masked = session.exchange(me.masked(sent));
              byte[] tag = session.exchange(new byte[FieldHash.BYTES]);
              long[] delta = source(session).delta();
              int[] found = new int[3];
              Random random = new Random(SEED);
              for (long guess = 0; guess < 256; guess++) {
                byte[] digest = toyDigest(guess);
                long[] own = me.ownRows(digest, masked, delta);
                found[0] += Arrays.equals(digest, toyDigest(right)) ? 1 : 0;
                for (int lift = 0; lift < 4; lift++) {
                  long[] ofGuess = lift == 0 ? new long[2] : preimage(matrix, guess, random);
                  long[] theirs = me.theirRows(digest, sent, ofGuess);
                  found[1] += Arrays.equals(me.tag(digest, own, theirs, 1 - cheater), tag) ? 1 : 0;
                }
                long[] theirs = me.theirRows(digest, sent, theirDelta);
                found[2] += Arrays.equals(me.tag(digest, own, theirs, 1 - cheater), tag) ? 1 : 0;
              }
              return found;
            });
    Outcomes.assertCheated(Check.EQUALITY, outcomes.get(1 - cheater), "a wrong digest");
    assertArrayEquals(new int[] {1, 0, 1}, (int[]) outcomes.get(cheater));
  }

  /** A random row of which the matrix makes the image. */
  private static long[] preimage(GarblingMatrix matrix, long image, Random random) {
    while (true) {
      long[] row = {random.nextLong(), random.nextLong()};
      if (image(matrix, row) == image) {
        return row;
      }
    }
  }
}
