package org.schurmpc.spdz.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.Session;

/**
 * Bits over a prime field that one party knows, and has proven to be bits to all others
 * (docs/decisions/0057): the owner authenticates each of them as an element, and {@link BitProof}
 * is one proof for all. Malicious security with abort, for any number of parties. Cost: what one
 * authenticated element takes, for each bit and for a few more of a unit.
 */
class KnownBits {
  /** Number of bits that are worth the checks of a batch. */
  static final int UNIT = 1 << 14;

  private final Session session;
  private final Field field;
  private final Authentication authentication;
  private final KnownValues known;
  private final BitProof proof;

  /**
   * Creates the maker of bits.
   *
   * @param known shares the bits, and has the randomness of what parties know
   */
  KnownBits(
      Session session,
      Field field,
      Authentication authentication,
      KnownValues known,
      BitProof proof) {
    this.session = session;
    this.field = field;
    this.authentication = authentication;
    this.known = known;
    this.proof = proof;
  }

  /** Whether bits over a field are made in this way: over others, a value is no bit of its own. */
  static boolean serve(Field field) {
    return !field.isBinary();
  }

  /**
   * Makes uniform bits of one party; all checks have passed when the method returns.
   *
   * @param turn awaited before the first check
   * @return items in the layout of {@link org.schurmpc.spdz.material.Material#ownBits}
   */
  long[] make(int owner, int n, Sequencer.Turn turn) throws MpcException {
    long[] words = new long[(n + Long.SIZE - 1) / Long.SIZE];
    try {
      if (owner == session.party()) {
        known.random().nextLongs(words, 0, words.length);
      }
      return make(owner, words, n, turn);
    } finally {
      Secrets.wipe(words);
    }
  }

  /**
   * Makes given bits of one party, like {@link #make(int, int, Sequencer.Turn)}.
   *
   * @param words the owner's bits, 64 to a word; not read elsewhere
   */
  long[] make(int owner, long[] words, int n, Sequencer.Turn turn) throws MpcException {
    int masks = proof.masks();
    long[] bits = new long[n * field.limbs()];
    long[] given = new long[0];
    boolean[] gives = new boolean[session.parties()];
    gives[owner] = true;
    try (Batch batch = new Batch(field, 1, n);
        Authentication.Under under = authentication.beginApart(gives, n + masks)) {
      if (owner == session.party()) {
        toElements(words, bits, n);
        given = Arrays.copyOf(bits, bits.length + masks * field.limbs());
        drawUniform(given, bits.length, masks);
      }
      under.give(given, 0, n + masks);
      turn.await();
      under.prove();
      proof.prove(owner, under, n);
      under.addUp(batch.macs, n);
      return known.items(owner, bits, batch);
    } finally {
      Secrets.wipe(bits);
      Secrets.wipe(given);
    }
  }

  /** Writes bits, 0 or 1, as elements; tests lie about them. */
  void toElements(long[] words, long[] bits, int n) {
    int limbs = field.limbs();
    long[] one = field.element(1);
    for (int i = 0; i < n; i++) {
      long mask = -(words[i / Long.SIZE] >>> i & 1);
      for (int limb = 0; limb < limbs; limb++) {
        bits[i * limbs + limb] = one[limb] & mask;
      }
    }
  }

  private void drawUniform(long[] to, int at, int n) {
    long[] uniform = new long[n * field.uniformWords()];
    known.random().nextLongs(uniform, 0, uniform.length);
    field.fromUniform(uniform, 0, to, at, n);
    Secrets.wipe(uniform);
  }
}
