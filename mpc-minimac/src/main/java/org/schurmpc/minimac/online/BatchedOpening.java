package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.mac.MacChecks;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.session.Session;
import org.schurmpc.minimac.material.AuthWord;

/**
 * The opening of DLT14, section 2, with less traffic: only the symbols that determine a word are
 * sent, k of C and 2k - 1 of C*, and the receiver re-encodes them, which replaces the membership
 * test. MACs are not sent but logged over all n symbols and compared once for a whole interval.
 *
 * <p>Malicious security: a changed share differs in at least d* positions. With more than two
 * parties, each has separate keys for every other's share, and hashes of all values opened to
 * everybody are also compared. Costs k or 2k - 1 bytes for each word and direction, and the
 * comparison.
 */
final class BatchedOpening extends ShareOpening {
  /** Number of logged words that triggers a comparison at the end of a layer. */
  private static final int MAX_PENDING_WORDS = 1 << 21;

  private static final int INITIAL_LOG_WORDS = 1 << 14;

  private final long[] alpha;
  private final Kernels kernels;
  private final int maxPendingWords;
  private final MacChecks macs;
  private long[] shares = new long[0]; // of the second and further peers

  /**
   * Creates the opening.
   *
   * @param alpha this party's MAC key
   */
  BatchedOpening(Session session, AuthWord layout, long[] alpha, Kernels kernels) {
    this(session, layout, alpha, kernels, MAX_PENDING_WORDS);
  }

  /** Creates the opening with another bound of the logs, for tests. */
  BatchedOpening(
      Session session, AuthWord layout, long[] alpha, Kernels kernels, int maxPendingWords) {
    super(session, layout);
    this.alpha = alpha;
    this.kernels = kernels;
    this.maxPendingWords = maxPendingWords;
    this.macs = new MacChecks(session, INITIAL_LOG_WORDS);
  }

  @Override
  int bytesOfWord(Encoder code) {
    return code.code().k();
  }

  @Override
  int bytesToAll(Encoder code) {
    return code.code().k();
  }

  /**
   * Compares MACs if the logs are long. All parties log equal numbers of words of values opened to
   * all, so they reach the bound together.
   */
  @Override
  void settle() throws MpcException {
    if (macs.pending() > maxPendingWords) {
      check();
    }
  }

  /** Packs shares, and logs the tags that this party holds for the shares. */
  @Override
  void put(
      int peer,
      Encoder code,
      OutputTarget[] targets,
      long[] auth,
      int offset,
      int count,
      byte[] message) {
    int symbols = code.code().k();
    int at = 0;
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      if (learns(targets, i, peer)) {
        int share = offset + i * layout.longs() + AuthWord.SHARE;
        SymbolCodec.pack(auth, share, symbols, message, at);
        at += symbols;
      }
    }
    session.metrics().countMessaging(start);
    MacLog held = macs.held(peer);
    int tag = offset + layout.mac(session.party(), peer);
    for (int i = 0; i < count; i++) {
      if (learns(targets, i, peer)) {
        int mac = held.extend(Codeword.LONGS);
        System.arraycopy(auth, tag + i * layout.longs(), held.words(), mac, Codeword.LONGS);
      }
    }
  }

  @Override
  void take(
      byte[][] messages,
      Encoder code,
      OutputTarget[] targets,
      long[] auth,
      int offset,
      int count,
      long[] opened,
      int openedOffset) {
    makeRoom(count);
    unpack(messages[peers[0]], code, targets, count, opened, openedOffset);
    encode(peers[0], code, targets, auth, offset, count, opened, openedOffset);
    for (int j = 1; j < peers.length; j++) {
      unpack(messages[peers[j]], code, targets, count, shares, 0);
      encode(peers[j], code, targets, auth, offset, count, shares, 0);
      add(targets, shares, 0, Codeword.LONGS, count, opened, openedOffset);
    }
    int own = offset + AuthWord.SHARE;
    add(targets, auth, own, layout.longs(), count, opened, openedOffset);
  }

  /** Adds shares that are {@code stride} longs apart. */
  private void add(
      OutputTarget[] targets,
      long[] from,
      int offset,
      int stride,
      int count,
      long[] opened,
      int openedOffset) {
    for (int i = 0; i < count; i++) {
      if (learns(targets, i, session.party())) {
        int word = openedOffset + i * Codeword.LONGS;
        kernels.xorInto(opened, word, from, offset + i * stride, Codeword.LONGS);
      }
    }
  }

  private void makeRoom(int count) {
    int longs = peers.length == 1 ? 0 : Math.multiplyExact(count, Codeword.LONGS);
    if (shares.length < longs) {
      Arrays.fill(shares, 0);
      shares = new long[longs];
    }
  }

  private void unpack(
      byte[] message,
      Encoder code,
      OutputTarget[] targets,
      int count,
      long[] words,
      int wordsOffset) {
    int symbols = code.code().k();
    int at = 0;
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      if (learns(targets, i, session.party())) {
        SymbolCodec.unpack(message, at, symbols, words, wordsOffset + i * Codeword.LONGS);
        at += symbols;
      }
    }
    session.metrics().countMessaging(start);
  }

  /** Re-encodes a peer's shares and logs the tags that the peer must hold: alpha * share + key. */
  private void encode(
      int peer,
      Encoder code,
      OutputTarget[] targets,
      long[] auth,
      int offset,
      int count,
      long[] words,
      int wordsOffset) {
    MacLog expected = macs.expected(peer);
    int key = offset + layout.key(session.party(), peer);
    for (int i = 0; i < count; i++) {
      if (learns(targets, i, session.party())) {
        int word = wordsOffset + i * Codeword.LONGS;
        code.encode(words, word, words, word);
        int mac = expected.extend(Codeword.LONGS);
        System.arraycopy(auth, key + i * layout.longs(), expected.words(), mac, Codeword.LONGS);
        kernels.schurMulAdd(expected.words(), mac, words, word, alpha, 0, 1, 1);
      }
    }
  }

  @Override
  public void check() throws MpcException {
    super.check();
    macs.check();
  }

  @Override
  public void wipe() {
    super.wipe();
    macs.wipe();
    Arrays.fill(shares, 0);
  }
}
