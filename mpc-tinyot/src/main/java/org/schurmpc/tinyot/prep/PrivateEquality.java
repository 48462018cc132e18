package org.schurmpc.tinyot.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.session.Session;

/**
 * Checks that both parties hold the same digest, by correlated OTs. Malicious security with abort:
 * a peer has one guess at the digest, and learns only whether the guess was right, even if the
 * check fails. Nothing that is sent can be searched for the digest off line without all of Δ.
 *
 * <p>With X this party and Y the peer, D_X the digest, D'_X its first 128 bits, and c_X fresh
 * authenticated bits of party X:
 *
 * <pre>
 * e_X    = c_X + D'_X                                exchanged
 * Z_X[i] = K_X[i] + (D'_X + e_Y)_i Δ_X
 * Z_Y[i] = M_X[i]                                    = K_Y[i] + (c_X)_i Δ_Y
 * T      = SHA-256(D_X, Z_0, Z_1)
 * R_j    = SHA-256(T, j): party j sends R_j, and compares the other's
 * </pre>
 *
 * <p>T has the rows of both directions, since a party may choose its own Δ as zero and then knows
 * the rows under it. R_j has the role, since a party may send back what it received. Costs {@value
 * #BITS} authenticated bits, two rounds, 16 and 32 bytes each way.
 */
final class PrivateEquality {
  /** Number of bits of a digest that are compared by OTs. */
  static final int BITS = 128;

  private static final int WORDS = BITS / Long.SIZE;
  private static final String PURPOSE = "private equality check";

  private final Session session;
  private final AuthBitSource source;
  private final long[] delta;
  private final AuthBits bits = new AuthBits(BITS);
  private final long[] rows = new long[AuthBits.ROW * BITS];
  private boolean drawn;

  /**
   * Creates a check.
   *
   * @param source supplies the authenticated bits, which nothing else uses
   */
  PrivateEquality(Session session, AuthBitSource source) {
    this.session = session;
    this.source = source;
    this.delta = source.delta();
  }

  /** Draws the bits of the next check, before the key of the digest is tossed. */
  void draw() throws MpcException {
    source.next(bits, BITS);
    drawn = true;
  }

  /**
   * Compares digests, with the bits drawn last, which serve once.
   *
   * @param label names what is compared, equal at both parties
   * @param count number of values behind the digest, equal at both parties
   * @param width number of bits of a value, equal at both parties
   * @param digest {@value FieldHash#BYTES} bytes: a hash of everything that must be equal
   * @throws PeerCheated with {@link Check#EQUALITY} if the peer does not know this digest, or if
   *     the peer leaves after this party's tag was sent
   */
  void requireEqual(String label, int count, int width, byte[] digest) throws MpcException {
    if (digest.length != FieldHash.BYTES) {
      throw new IllegalArgumentException("a digest has 32 bytes, not " + digest.length);
    }
    if (!drawn) {
      throw new IllegalStateException("the bits of a check serve once");
    }
    drawn = false;
    long number = session.nextNumber(PURPOSE);
    try {
      selectRows(digest, session.exchange(masked(digest)));
      FieldHash hash = session.hash(PURPOSE).add(label).add(number).add(count).add(width);
      byte[] common = common(hash.add(digest), rows, bits.macs());
      byte[] expected = tag(number, common, session.peer());
      byte[] mine = tag(number, common, session.party());
      Secrets.wipe(common);
      // A peer sees with this party's tag whether its guess was right.
      session.judge(
          Check.EQUALITY,
          label,
          () ->
              session.require(
                  Secrets.equal(session.exchange(mine), expected), Check.EQUALITY, label));
      Secrets.wipe(expected);
    } finally {
      bits.wipe();
      Secrets.wipe(rows);
    }
  }

  /** Returns e = c + D'. */
  private byte[] masked(byte[] digest) {
    long[] words = new long[WORDS];
    Words.fromBytes(digest, 0, words, 0, WORDS);
    for (int i = 0; i < WORDS; i++) {
      words[i] ^= bits.bits()[i];
    }
    return Words.toBytes(words, 0, WORDS);
  }

  /** Sets row i to K[i] + (D' + e')_i Δ, with e' of the peer. */
  private void selectRows(byte[] digest, byte[] theirs) {
    long[] selection = new long[WORDS];
    long[] words = new long[WORDS];
    Words.fromBytes(digest, 0, selection, 0, WORDS);
    Words.fromBytes(theirs, 0, words, 0, WORDS);
    long[] keys = bits.keys();
    for (int i = 0; i < BITS; i++) {
      int word = i / Long.SIZE;
      long mask = -((selection[word] ^ words[word]) >>> i & 1);
      rows[2 * i] = keys[2 * i] ^ (mask & delta[0]);
      rows[2 * i + 1] = keys[2 * i + 1] ^ (mask & delta[1]);
    }
    Secrets.wipe(selection);
  }

  /** Returns T: the hash so far, with the rows under this party's Δ and under the peer's. */
  private byte[] common(FieldHash hash, long[] own, long[] theirs) {
    long[] first = session.party() == 0 ? own : theirs;
    long[] second = session.party() == 0 ? theirs : own;
    int length = AuthBits.ROW * BITS;
    return hash.add(first, 0, length).add(second, 0, length).digest();
  }

  private byte[] tag(long number, byte[] common, int party) {
    return session.hash(PURPOSE + ": tag").add(number).add(common).add(party).digest();
  }

  void wipe() {
    drawn = false;
    Secrets.wipe(delta);
    bits.wipe();
    Secrets.wipe(rows);
  }
}
