package org.schurmpc.minimac;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.mac.MacChecks;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.session.Session;

/**
 * The opening of DLT14, section 2, with less traffic: only the symbols that determine a word are
 * sent, k of C and 2k - 1 of C*, and the receiver re-encodes them, which replaces the membership
 * test. MACs are not sent but logged over all n symbols and compared once for a whole interval.
 *
 * <p>Malicious security: a changed share differs in at least d* positions. Of more than two parties
 * each has keys of its own for every other's share, and hashes of what was opened to all are
 * compared as well. Costs k or 2k - 1 bytes a word and direction, and the comparison.
 */
final class BatchedOpening implements Opening {
  /** So many logged words are compared without being asked, at the end of a layer. */
  private static final int MAX_PENDING_WORDS = 1 << 21;

  private static final int INITIAL_LOG_WORDS = 1 << 14;

  private final Session session;
  private final AuthWord layout;
  private final int[] peers;
  private final long[] alpha;
  private final Kernels kernels;
  private final int maxPendingWords;
  private final MacChecks macs;
  private final BroadcastCheck broadcast;
  private final byte[][] out; // by peer
  private final byte[][] in;
  private final int[] sent;
  private final int[] received;
  private long[] shares = new long[0]; // of the second and further peers

  /**
   * @param alpha this party's MAC key
   */
  BatchedOpening(Session session, AuthWord layout, long[] alpha, Kernels kernels) {
    this(session, layout, alpha, kernels, MAX_PENDING_WORDS);
  }

  /** With another bound of the logs, for tests. */
  BatchedOpening(
      Session session, AuthWord layout, long[] alpha, Kernels kernels, int maxPendingWords) {
    this.maxPendingWords = maxPendingWords;
    this.session = session;
    this.layout = layout;
    this.peers = session.peers();
    this.alpha = alpha;
    this.kernels = kernels;
    int parties = session.parties();
    this.macs = new MacChecks(session, INITIAL_LOG_WORDS);
    this.out = new byte[parties][0];
    this.in = new byte[parties][0];
    this.sent = new int[parties];
    this.received = new int[parties];
    this.broadcast = new BroadcastCheck(session);
  }

  @Override
  public void openTo(Encoder code, OutputTarget[] targets, long[] auth, int count, long[] opened)
      throws MpcException {
    putShares(code, targets, auth, 0, count);
    expectShares(code, targets, count);
    session.exchangeAll(out, sent, in, received);
    if (targets == null) {
      logSent();
      logReceived();
    }
    takeShares(code, targets, auth, 0, count, opened, 0);
    if (targets == null) {
      boundPending();
    }
  }

  @Override
  public void begin() throws MpcException {
    boundPending();
    session.beginRound();
  }

  @Override
  public void send(Encoder code, long[] auth, int offset, int count) throws MpcException {
    putShares(code, null, auth, offset, count);
    session.sendAll(out, sent);
    logSent();
  }

  @Override
  public void receive(
      Encoder code, long[] auth, int offset, int count, long[] opened, int openedOffset)
      throws MpcException {
    expectShares(code, null, count);
    session.receiveAll(in, received);
    logReceived();
    takeShares(code, null, auth, offset, count, opened, openedOffset);
  }

  /** What goes to all is the same to everybody. */
  private void logSent() {
    broadcast.log(session.party(), out[peers[0]], sent[peers[0]]);
  }

  private void logReceived() {
    for (int peer : peers) {
      broadcast.log(peer, in[peer], received[peer]);
    }
  }

  /** After openings to all, of which everybody logs the same number of words with everybody. */
  private void boundPending() throws MpcException {
    if (macs.pending() > maxPendingWords) {
      check();
    }
  }

  private static byte[] room(byte[] buffer, int bytes) {
    if (buffer.length >= bytes) {
      return buffer;
    }
    Arrays.fill(buffer, (byte) 0);
    return new byte[bytes];
  }

  /** Packs this party's shares, and logs the tags that it holds for them. */
  private void putShares(Encoder code, OutputTarget[] targets, long[] auth, int offset, int count) {
    int symbols = code.code().k();
    for (int peer : peers) {
      out[peer] = room(out[peer], Math.multiplyExact(count, symbols));
      sent[peer] = 0;
      long start = System.nanoTime();
      for (int i = 0; i < count; i++) {
        if (learns(targets, i, peer)) {
          int share = offset + i * layout.longs() + AuthWord.SHARE;
          SymbolCodec.pack(auth, share, symbols, out[peer], sent[peer]);
          sent[peer] += symbols;
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
  }

  /** Makes room for what the peers send of so many words. */
  private void expectShares(Encoder code, OutputTarget[] targets, int count) {
    int words = 0;
    for (int i = 0; i < count; i++) {
      words += learns(targets, i, session.party()) ? 1 : 0;
    }
    int bytes = Math.multiplyExact(words, code.code().k());
    for (int peer : peers) {
      in[peer] = room(in[peer], bytes);
      received[peer] = bytes;
    }
    int longs = peers.length == 1 ? 0 : Math.multiplyExact(count, Codeword.LONGS);
    if (shares.length < longs) {
      Arrays.fill(shares, 0);
      shares = new long[longs];
    }
  }

  /** Sums all shares. */
  private void takeShares(
      Encoder code,
      OutputTarget[] targets,
      long[] auth,
      int offset,
      int count,
      long[] opened,
      int openedOffset) {
    takeSharesOf(peers[0], code, targets, auth, offset, count, opened, openedOffset);
    for (int j = 1; j < peers.length; j++) {
      takeSharesOf(peers[j], code, targets, auth, offset, count, shares, 0);
      for (int i = 0; i < count; i++) {
        if (learns(targets, i, session.party())) {
          int word = i * Codeword.LONGS;
          kernels.xorInto(opened, openedOffset + word, shares, word, Codeword.LONGS);
        }
      }
    }
    for (int i = 0; i < count; i++) {
      if (learns(targets, i, session.party())) {
        int share = offset + i * layout.longs() + AuthWord.SHARE;
        kernels.xorInto(opened, openedOffset + i * Codeword.LONGS, auth, share, Codeword.LONGS);
      }
    }
  }

  /** Re-encodes a peer's shares and logs the tags that it must hold: alpha * share + key. */
  private void takeSharesOf(
      int peer,
      Encoder code,
      OutputTarget[] targets,
      long[] auth,
      int offset,
      int count,
      long[] words,
      int wordsOffset) {
    int symbols = code.code().k();
    int at = 0;
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      if (learns(targets, i, session.party())) {
        SymbolCodec.unpack(in[peer], at, symbols, words, wordsOffset + i * Codeword.LONGS);
        at += symbols;
      }
    }
    session.metrics().countMessaging(start);
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

  private static boolean learns(OutputTarget[] targets, int i, int party) {
    return targets == null || targets[i].includes(party);
  }

  @Override
  public void check() throws MpcException {
    broadcast.check();
    macs.check();
  }

  @Override
  public void wipe() {
    macs.wipe();
    for (int peer : peers) {
      Arrays.fill(out[peer], (byte) 0);
      Arrays.fill(in[peer], (byte) 0);
    }
    Arrays.fill(shares, 0);
  }
}
