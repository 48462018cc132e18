package org.schurmpc.core.ot;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.session.Session;

/**
 * Holds a party's keys of words of n symbols of GF(2^8) in both directions: its own key alpha,
 * uniform in GF(2^8)^n, with one key of an OT selected by the complement of each bit of alpha, and
 * both keys of the OTs that belong to the peer's alpha. The keys serve any number of {@link
 * CoordinateVoles} of one session, on any number of its connections: each derives its own trees.
 *
 * <p>The OTs are random OTs of an extension whose consistency check has passed; they are hashed
 * under a domain of their own and used for nothing else. Alpha is independent of the Δ of that
 * extension. The keys are wiped if a check of the session fails.
 */
public final class WordKeys implements AutoCloseable {
  private static final int ROW = 2;
  private static final int SYMBOL_BITS = Codeword.PLANES;
  private static final String USER = "word keys";

  private final int n;
  private final long[] alpha;
  private final byte[] chosen;
  private final byte[] pairs;
  private Session.Registration discarding = () -> {};
  private boolean closed;

  /**
   * Creates keys from random OTs.
   *
   * @param alpha 8n bits, bit b of symbol j at 8j + b, zero beyond
   * @param chosen for each bit of alpha, the key chosen by the bit's complement
   * @param pairs both keys of each OT of the other direction
   */
  WordKeys(int n, long[] alpha, byte[] chosen, byte[] pairs) {
    this.n = n;
    this.alpha = alpha;
    this.chosen = chosen;
    this.pairs = pairs;
  }

  /**
   * Draws the keys of both parties from correlated OTs; the peer calls this method, too. Sends
   * nothing but what {@link Cots#next} sends for 8n OTs, rounded up to a multiple of 64.
   *
   * @param session the session, or the fork, of the OTs
   * @param cots correlated OTs in both directions
   * @param n the number of symbols of a word, 1 to 256
   * @throws org.schurmpc.core.abort.PeerCheated with OT_CONSISTENCY if the peer's choice bits are
   *     inconsistent
   */
  public static WordKeys begin(Session session, Cots cots, int n) throws MpcException {
    if (n < 1 || n > Codeword.POSITIONS) {
      throw new IllegalArgumentException("keys of words of " + n + " symbols");
    }
    int bits = SYMBOL_BITS * n;
    int words = BitMatrix.wordsFor(bits);
    int count = Long.SIZE * words;
    long user = session.nextNumber(USER);
    long[] sent = new long[ROW * count];
    long[] choices = new long[words];
    long[] received = new long[ROW * count];
    long[] messages = new long[2 * ROW * count];
    SenderPads pads = new SenderPads(hash(session, session.party(), user), cots.delta());
    TweakedHash hash = hash(session, session.peer(), user);
    try {
      cots.next(sent, choices, received, count);
      pads.next(sent, count, new long[words], messages);
      hash.hash(received, 0, 0, count, received, 0);
      for (int i = 0; i < words; i++) {
        int used = Math.min(bits - Long.SIZE * i, Long.SIZE);
        choices[i] = ~choices[i] & (-1L >>> -used);
      }
      WordKeys keys =
          new WordKeys(
              n,
              choices.clone(),
              Words.toBytes(received, 0, received.length),
              Words.toBytes(messages, 0, messages.length));
      keys.discardOnFailureOf(session);
      return keys;
    } finally {
      pads.wipe();
      hash.wipe();
      Secrets.wipe(sent);
      Secrets.wipe(choices);
      Secrets.wipe(received);
      Secrets.wipe(messages);
    }
  }

  private static TweakedHash hash(Session session, int holder, long user) {
    long domain = HashDomain.of(HashDomain.WORD_KEY, session.channelNumber(), holder, user);
    return new TweakedHash(session.sid(), domain);
  }

  /** Returns the number of symbols of a word. */
  public int n() {
    return n;
  }

  /** Writes this party's alpha as a word in the format of {@link Codeword}. */
  public void alpha(long[] word, int off) {
    requireOpen();
    Arrays.fill(word, off, off + Codeword.LONGS, 0);
    for (int j = 0; j < n; j++) {
      for (int plane = 0; plane < SYMBOL_BITS; plane++) {
        int bit = SYMBOL_BITS * j + plane;
        word[off + Codeword.PLANE_LONGS * plane + j / Long.SIZE] |=
            (alpha[bit >>> 6] >>> bit & 1) << j;
      }
    }
  }

  /** Returns a copy of alpha, bit b of symbol j at 8j + b. */
  long[] alphaBits() {
    requireOpen();
    return alpha.clone();
  }

  /** Returns the keys chosen by the complement of alpha, not a copy. */
  byte[] chosen() {
    requireOpen();
    return chosen;
  }

  /** Returns both keys of each OT of the other direction, not a copy. */
  byte[] pairs() {
    requireOpen();
    return pairs;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the keys of words are closed");
    }
  }

  /** Wipes the keys if a check of a session fails. */
  void discardOnFailureOf(Session session) {
    // Not closed: another thread that uses the keys now ends at its next message.
    discarding = session.onFailedCheck(this::wipe);
  }

  private void wipe() {
    Secrets.wipe(alpha);
    Secrets.wipe(chosen);
    Secrets.wipe(pairs);
  }

  /** Wipes the keys. Voles that have begun remain usable. */
  @Override
  public void close() {
    closed = true;
    discarding.close();
    wipe();
  }
}
