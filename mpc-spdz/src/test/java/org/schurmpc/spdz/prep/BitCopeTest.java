package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.Held;

/** Products of bits, from seeds that serve a key's whole life. */
class BitCopeTest {
  private static final int WORDS = 3;

  private final Random random = new Random(1);

  /** Seeds with a peer as if k OTs on α had been made. */
  private static long[] chosen(Field field, long[] alpha, long[][] pairs) {
    long[] chosen = new long[2 * field.bits()];
    for (int h = 0; h < field.bits(); h++) {
      int bit = (int) (alpha[h / 64] >>> h & 1);
      System.arraycopy(pairs[bit], 2 * h, chosen, 2 * h, 2);
    }
    return chosen;
  }

  private long[][] pairs(Field field) {
    int longs = 2 * field.bits();
    return new long[][] {random.longs(longs).toArray(), random.longs(longs).toArray()};
  }

  /** Element i of rows. */
  private static long[] element(Field field, long[] rows, int i) {
    long[] element = new long[field.limbs()];
    for (int h = 0; h < field.bits(); h++) {
      element[h / 64] |= (rows[h * WORDS + i / 64] >>> i & 1) << h;
    }
    return element;
  }

  @ParameterizedTest
  @ValueSource(strings = {"gf2_40", "gf2_64", "gf2_128"})
  void productsAreThoseWithTheKey(String name) throws Exception {
    Field field = Fields.named(name);
    long[] alpha = random.longs(field.limbs()).toArray();
    alpha[0] &= name.equals("gf2_40") ? (1L << 40) - 1 : -1;
    long[][] pairs = pairs(field);
    long[] chosen = chosen(field, alpha, pairs);
    long[] bits = random.longs(WORDS).toArray();
    List<long[]> rows =
        SessionPairs.run(
            session -> {
              BitCope cope = new BitCope(session, field, alpha, chosen, pairs, WORDS);
              long[] mine = new long[field.bits() * WORDS];
              byte[] message = new byte[cope.messageBytes(WORDS)];
              assertEquals(field.bits() * WORDS * 8, message.length);
              if (session.party() == 0) {
                cope.give(bits, 0, WORDS, message, mine);
                session.exchange(message);
              } else {
                cope.hold(session.exchange(message), WORDS, mine);
              }
              return mine;
            });
    for (int i = 0; i < 64 * WORDS; i++) {
      long[] expected = new long[field.limbs()];
      if ((bits[i / 64] >>> i & 1) != 0) {
        expected = alpha.clone();
      }
      long[] sum = element(field, rows.get(0), i);
      field.add(sum, 0, element(field, rows.get(1), i), 0, sum, 0, 1);
      assertArrayEquals(expected, sum, "product " + i);
    }
  }

  /** The corrections of zeros, which are sums of streams. */
  private static long[] corrections(BitCope cope) {
    byte[] message = new byte[cope.messageBytes(WORDS)];
    cope.give(new long[WORDS], 0, WORDS, message, new long[message.length / 8]);
    return words(message);
  }

  private static long[] words(byte[] message) {
    long[] words = new long[message.length / Long.BYTES];
    Words.fromBytes(message, 0, words, 0, words.length);
    return words;
  }

  /** Corrections of both kinds of products, two of each on one connection. */
  private static long[] allCorrections(Session session, Field field, CopeSeeds seeds)
      throws Exception {
    long[] key = field.element(5);
    long[] all = new long[0];
    for (int again = 0; again < 2; again++) {
      BitCope bits = seeds.bitsOn(session, field, key, WORDS);
      all = joined(all, joined(corrections(bits), corrections(bits)));
      Cope cope = seeds.on(session, field, key, 4, WORDS);
      byte[] message = new byte[cope.messageBytes(WORDS)];
      cope.give(new long[WORDS], 0, WORDS, message, new long[WORDS], 0);
      all = joined(all, words(message));
    }
    return all;
  }

  private static long[] joined(long[] a, long[] b) {
    long[] joined = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, joined, a.length, b.length);
    return joined;
  }

  /** No word is sent twice: in one session, in another, for bits and for elements. */
  @Test
  void noStreamIsUsedTwice() throws Exception {
    Field field = Fields.named("gf2_64");
    long[] words = CopeTest.seedWords(field, random, 5);
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < 2; i++) {
      long[] sent =
          SessionPairs.run(
                  session -> allCorrections(session, field, CopeSeeds.read(field, words, 0)))
              .get(0);
      for (long word : sent) {
        assertTrue(seen.add(word), "a word was sent before");
      }
    }
  }

  @Test
  void moreThanABlockIsRefused() throws Exception {
    Field field = Fields.named("gf2_40");
    long[][] pairs = pairs(field);
    SessionPairs.run(
        session -> {
          BitCope cope = new BitCope(session, field, field.element(3), pairs[0], pairs, WORDS);
          byte[] message = new byte[cope.messageBytes(WORDS + 1)];
          long[] rows = new long[message.length / 8];
          long[] bits = new long[WORDS + 1];
          assertThrows(
              IllegalArgumentException.class, () -> cope.give(bits, 0, WORDS + 1, message, rows));
          assertThrows(IllegalArgumentException.class, () -> cope.hold(message, WORDS + 1, rows));
          return null;
        });
  }

  @Test
  void nothingIsLeft() throws Exception {
    Field field = Fields.named("gf2_40");
    long[][] pairs = pairs(field);
    SessionPairs.run(
        session -> {
          BitCope cope = new BitCope(session, field, field.element(3), pairs[0], pairs, WORDS);
          Held held = Held.by(cope).filled();
          cope.wipe();
          assertEquals(Set.of(), held.left());
          return null;
        });
  }
}
