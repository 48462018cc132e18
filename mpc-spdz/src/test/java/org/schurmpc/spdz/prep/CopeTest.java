package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** The streams of products from seeds that serve a key's whole life. */
class CopeTest {
  private static final int ITEMS = 8;

  /** If two messages had one stream, their difference would be that of the values given. */
  @Test
  void productsOnOneConnectionShareNoStream() throws Exception {
    Field field = Fields.named("gf2_64");
    long[] seeds = new Random(1).longs(4L * field.bits()).toArray();
    SessionPairs.run(
        session -> {
          Set<Long> seen = new HashSet<>();
          for (int again = 0; again < 2; again++) {
            for (long word : given(session, field, seeds)) {
              assertTrue(seen.add(word), "a word was sent before");
            }
          }
          return null;
        });
  }

  /**
   * Returns random seeds that a party and its peer could have with each other, both with one α, as
   * {@link CopeSeeds#read} reads them.
   */
  static long[] seedWords(Field field, Random random, long alpha) {
    long[] words = random.longs(CopeSeeds.longs(field)).toArray();
    int length = words.length / 3;
    for (int i = 0; i < length; i += 2) {
      boolean second = i / 2 < Long.SIZE && ((alpha >>> (i / 2)) & 1) != 0;
      System.arraycopy(words, second ? 2 * length + i : length + i, words, i, 2);
    }
    return words;
  }

  /** Returns the message for values of 0. */
  private static long[] given(Session session, Field field, long[] seeds) throws Exception {
    int half = seeds.length / 2;
    long[][] pairs = {
      Arrays.copyOfRange(seeds, 0, half), Arrays.copyOfRange(seeds, half, seeds.length)
    };
    Cope cope = Cope.begin(session, field, new long[] {0}, 4, pairs[0], pairs, ITEMS);
    byte[] message = new byte[cope.messageBytes(ITEMS)];
    cope.give(new long[ITEMS], 0, ITEMS, message, new long[ITEMS], 0);
    cope.wipe();
    long[] words = new long[message.length / Long.BYTES];
    Words.fromBytes(message, 0, words, 0, words.length);
    return words;
  }
}
