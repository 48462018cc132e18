package org.schurmpc.minimac;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.mac.MacCheck;
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
  /** So many logged words are compared without being asked, to bound the memory of the logs. */
  private static final int MAX_PENDING_WORDS = 1 << 21;

  private static final int INITIAL_LOG_WORDS = 1 << 14;

  private final Session session;
  private final AuthWord layout;
  private final int[] peers;
  private final long[] alpha;
  private final Kernels kernels;
  private final MacCheck[] macs; // by peer
  private final BroadcastCheck broadcast;
  private final byte[][] out; // by peer
  private final byte[][] in;
  private final int[] sent;
  private final int[] received;
  private final long[] share = new long[Codeword.LONGS];

  /**
   * @param alpha this party's MAC key
   */
  BatchedOpening(Session session, AuthWord layout, long[] alpha, Kernels kernels) {
    this.session = session;
    this.layout = layout;
    this.peers = session.peers();
    this.alpha = alpha;
    this.kernels = kernels;
    int parties = session.parties();
    this.macs = new MacCheck[parties];
    this.out = new byte[parties][0];
    this.in = new byte[parties][0];
    this.sent = new int[parties];
    this.received = new int[parties];
    this.broadcast = new BroadcastCheck(session);
    for (int peer : peers) {
      Session pair = session.pair(peer);
      macs[peer] = new MacCheck(pair, new CoinToss(pair), INITIAL_LOG_WORDS);
    }
  }

  @Override
  public void openTo(Encoder code, OutputTarget[] targets, long[] auth, int count, long[] opened)
      throws MpcException {
    int symbols = code.code().k();
    int toUs = 0;
    for (int i = 0; i < count; i++) {
      toUs += learns(targets, i, session.party()) ? symbols : 0;
    }
    for (int peer : peers) {
      makeRoom(peer, Math.multiplyExact(count, symbols));
      sent[peer] = putShares(peer, symbols, targets, auth, count);
      received[peer] = toUs;
    }
    session.exchangeAll(out, sent, in, received);
    if (targets == null) {
      broadcast.log(session.party(), out[peers[0]], sent[peers[0]]);
      for (int peer : peers) {
        broadcast.log(peer, in[peer], received[peer]);
      }
    }
    takeShares(code, targets, auth, count, opened);
    if (pending() > MAX_PENDING_WORDS) {
      check();
    }
  }

  private void makeRoom(int peer, int bytes) {
    if (out[peer].length < bytes) {
      Arrays.fill(out[peer], (byte) 0);
      Arrays.fill(in[peer], (byte) 0);
      out[peer] = new byte[bytes];
      in[peer] = new byte[bytes];
    }
  }

  private int putShares(int peer, int symbols, OutputTarget[] targets, long[] auth, int count) {
    MacLog held = macs[peer].held();
    int tag = layout.mac(session.party(), peer);
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (learns(targets, i, peer)) {
        int word = i * layout.longs();
        SymbolCodec.pack(auth, word + AuthWord.SHARE, symbols, out[peer], at);
        at += symbols;
        int mac = held.extend(Codeword.LONGS);
        System.arraycopy(auth, word + tag, held.words(), mac, Codeword.LONGS);
      }
    }
    return at;
  }

  private void takeShares(
      Encoder code, OutputTarget[] targets, long[] auth, int count, long[] opened) {
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (learns(targets, i, session.party())) {
        int word = i * layout.longs();
        int dst = i * Codeword.LONGS;
        takeShare(peers[0], code, at, auth, word, opened, dst);
        for (int j = 1; j < peers.length; j++) {
          takeShare(peers[j], code, at, auth, word, share, 0);
          kernels.xorInto(opened, dst, share, 0, Codeword.LONGS);
        }
        kernels.xorInto(opened, dst, auth, word + AuthWord.SHARE, Codeword.LONGS);
        at += code.code().k();
      }
    }
  }

  /** Re-encodes a peer's share and logs the tag that it must hold: alpha * share + key. */
  private void takeShare(
      int peer, Encoder code, int at, long[] auth, int word, long[] shares, int dst) {
    SymbolCodec.unpack(in[peer], at, code.code().k(), shares, dst);
    code.encode(shares, dst, shares, dst);
    MacLog expected = macs[peer].expected();
    int mac = expected.extend(Codeword.LONGS);
    int key = word + layout.key(session.party(), peer);
    System.arraycopy(auth, key, expected.words(), mac, Codeword.LONGS);
    kernels.schurMulAdd(expected.words(), mac, shares, dst, alpha, 0, 1, 1);
  }

  private static boolean learns(OutputTarget[] targets, int i, int party) {
    return targets == null || targets[i].includes(party);
  }

  private int pending() {
    int words = 0;
    for (int peer : peers) {
      words = Math.max(words, macs[peer].pending());
    }
    return words;
  }

  @Override
  public void check() throws MpcException {
    broadcast.check();
    for (int peer : peers) {
      macs[peer].check();
    }
  }

  @Override
  public void wipe() {
    for (int peer : peers) {
      macs[peer].wipe();
      Arrays.fill(out[peer], (byte) 0);
      Arrays.fill(in[peer], (byte) 0);
    }
    Arrays.fill(share, 0);
  }
}
