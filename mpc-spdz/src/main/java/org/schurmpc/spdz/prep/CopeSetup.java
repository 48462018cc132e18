package org.schurmpc.spdz.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.KeptKey;
import org.schurmpc.core.session.Session;

/**
 * One party's share of α together with the seeds of its OTs with each peer: what it keeps in order
 * to generate more material under α in later sessions. OTs whose choice bits are those of α are
 * made once. If they were made again, a peer could use another share of α in later material, and
 * would learn bits of this party's share without being caught.
 */
final class CopeSetup {
  private static final long FORMAT = 1;
  private static final int HEAD = 5;

  final long[] alpha;
  final CopeSeeds[] seeds; // by peer; null until made

  private CopeSetup(long[] alpha, CopeSeeds[] seeds) {
    this.alpha = alpha;
    this.seeds = seeds;
  }

  /** Returns a set-up without seeds, for a new key. */
  static CopeSetup of(Session session, long[] alpha) {
    return new CopeSetup(alpha, new CopeSeeds[session.parties()]);
  }

  private static long[] head(Session session, Field field) {
    return new long[] {FORMAT, session.party(), session.parties(), field.bits(), field.limbs()};
  }

  /** Returns the seeds with all peers; the caller wipes the array. */
  long[] words(Session session, Field field) {
    int each = CopeSeeds.longs(field);
    long[] words = Arrays.copyOf(head(session, field), HEAD + session.peers().length * each);
    int at = HEAD;
    for (int peer : session.peers()) {
      seeds[peer].write(words, at);
      at += each;
    }
    return words;
  }

  /**
   * Reads the set-up that belongs to a kept key.
   *
   * @throws BadFile if the key belongs to another field, party or number of parties
   */
  static CopeSetup of(Session session, Field field, KeptKey key) throws BadFile {
    int each = CopeSeeds.longs(field);
    long[] words = key.setup();
    long[] head = head(session, field);
    boolean fits =
        words.length == HEAD + session.peers().length * each
            && Arrays.equals(head, Arrays.copyOf(words, HEAD))
            && key.keys().length == field.limbs();
    if (!fits) {
      throw new BadFile("the key of the store belongs to another field, party or set of parties");
    }
    CopeSetup setup = of(session, key.keys().clone());
    int at = HEAD;
    for (int peer : session.peers()) {
      setup.seeds[peer] = CopeSeeds.read(field, words, at);
      at += each;
    }
    return setup;
  }
}
