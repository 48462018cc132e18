package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.kernel.CodewordKernels;
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
  private final CodewordKernels kernels;
  private final int maxPendingWords;
  private final MacChecks macs;
  private long[] shares = new long[0]; // of the second and further peers

  /**
   * Creates the opening.
   *
   * @param alpha this party's MAC key
   */
  BatchedOpening(Session session, AuthWord layout, long[] alpha, CodewordKernels kernels) {
    this(session, layout, alpha, kernels, MAX_PENDING_WORDS);
  }

  /** Creates the opening with another bound of the logs, for tests. */
  BatchedOpening(
      Session session,
      AuthWord layout,
      long[] alpha,
      CodewordKernels kernels,
      int maxPendingWords) {
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
  void put(int peer, AuthWords words, Recipients recipients, byte[] message) {
    int symbols = words.code().code().k();
    int at = 0;
    long start = System.nanoTime();
    for (int i = 0; i < words.count(); i++) {
      if (recipients.learns(i, peer)) {
        SymbolCodec.pack(words.array(), words.at(i) + AuthWord.SHARE, symbols, message, at);
        at += symbols;
      }
    }
    session.metrics().countMessaging(start);
    MacLog held = macs.held(peer);
    int tag = layout.mac(session.party(), peer);
    for (int i = 0; i < words.count(); i++) {
      if (recipients.learns(i, peer)) {
        int mac = held.extend(Codeword.LONGS);
        System.arraycopy(words.array(), words.at(i) + tag, held.words(), mac, Codeword.LONGS);
      }
    }
  }

  @Override
  void take(AuthWords words, Recipients recipients, long[] opened) {
    makeRoom(words.count());
    unpack(peers[0], words, recipients, opened);
    encode(peers[0], words, recipients, opened);
    for (int j = 1; j < peers.length; j++) {
      unpack(peers[j], words, recipients, shares);
      encode(peers[j], words, recipients, shares);
      addShares(words, recipients, opened);
    }
    addOwnShares(words, recipients, opened);
  }

  private void makeRoom(int count) {
    int longs = peers.length == 1 ? 0 : Math.multiplyExact(count, Codeword.LONGS);
    if (shares.length < longs) {
      Arrays.fill(shares, 0);
      shares = new long[longs];
    }
  }

  /** Unpacks the data of a peer's shares, each into the codeword of its word. */
  private void unpack(int peer, AuthWords words, Recipients recipients, long[] codewords) {
    byte[] message = messageOf(peer);
    int symbols = words.code().code().k();
    int at = 0;
    long start = System.nanoTime();
    for (int i = 0; i < words.count(); i++) {
      if (recipients.learns(i, session.party())) {
        SymbolCodec.unpack(message, at, symbols, codewords, i * Codeword.LONGS);
        at += symbols;
      }
    }
    session.metrics().countMessaging(start);
  }

  /** Re-encodes a peer's shares and logs the tags that the peer must hold: alpha * share + key. */
  private void encode(int peer, AuthWords words, Recipients recipients, long[] codewords) {
    Encoder code = words.code();
    MacLog expected = macs.expected(peer);
    int key = layout.key(session.party(), peer);
    for (int i = 0; i < words.count(); i++) {
      if (recipients.learns(i, session.party())) {
        int share = i * Codeword.LONGS;
        code.encode(codewords, share, codewords, share);
        int mac = expected.extend(Codeword.LONGS);
        System.arraycopy(words.array(), words.at(i) + key, expected.words(), mac, Codeword.LONGS);
        kernels.schurMulAdd(expected.words(), mac, codewords, share, alpha, 0, 1, 1);
      }
    }
  }

  /** Adds a peer's {@link #shares}. */
  private void addShares(AuthWords words, Recipients recipients, long[] opened) {
    for (int i = 0; i < words.count(); i++) {
      if (recipients.learns(i, session.party())) {
        int word = i * Codeword.LONGS;
        kernels.xorInto(opened, word, shares, word, Codeword.LONGS);
      }
    }
  }

  private void addOwnShares(AuthWords words, Recipients recipients, long[] opened) {
    for (int i = 0; i < words.count(); i++) {
      if (recipients.learns(i, session.party())) {
        int share = words.at(i) + AuthWord.SHARE;
        kernels.xorInto(opened, i * Codeword.LONGS, words.array(), share, Codeword.LONGS);
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
