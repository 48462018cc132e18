package org.schurmpc.minimac;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.session.Session;

/**
 * The opening as DLT14 prints it, section 2: the share and its MAC are sent in full, and the
 * receiver checks at once that the share is in the code and that the MAC is right. Costs 2n bytes a
 * word and direction.
 */
final class PaperOpening implements Opening {
  private final Session session;
  private final AuthWord layout;
  private final int[] peers;
  private final long[] alpha;
  private final Kernels kernels;
  private final long[] mac = new long[Codeword.LONGS];
  private final long[] expected = new long[Codeword.LONGS];
  private final long[] share = new long[Codeword.LONGS];
  private final BroadcastCheck broadcast;
  private final byte[][] out; // by peer
  private final byte[][] in;
  private final int[] sent;
  private final int[] received;

  /**
   * @param alpha this party's MAC key
   */
  PaperOpening(Session session, AuthWord layout, long[] alpha, Kernels kernels) {
    this.session = session;
    this.layout = layout;
    this.peers = session.peers();
    this.alpha = alpha;
    this.kernels = kernels;
    this.out = new byte[session.parties()][0];
    this.in = new byte[session.parties()][0];
    this.sent = new int[session.parties()];
    this.received = new int[session.parties()];
    this.broadcast = new BroadcastCheck(session);
  }

  @Override
  public void openTo(Encoder code, OutputTarget[] targets, long[] auth, int count, long[] opened)
      throws MpcException {
    putShares(code, targets, auth, 0, count);
    expectShares(code, targets, count);
    session.exchangeAll(out, sent, in, received);
    if (targets == null) {
      logSent(code, count);
      logReceived(code, count);
    }
    takeShares(code, targets, auth, 0, count, opened, 0);
  }

  @Override
  public void begin() throws MpcException {
    session.beginRound();
  }

  @Override
  public void send(Encoder code, long[] auth, int offset, int count) throws MpcException {
    putShares(code, null, auth, offset, count);
    session.sendAll(out, sent);
    logSent(code, count);
  }

  @Override
  public void receive(
      Encoder code, long[] auth, int offset, int count, long[] opened, int openedOffset)
      throws MpcException {
    expectShares(code, null, count);
    session.receiveAll(in, received);
    logReceived(code, count);
    takeShares(code, null, auth, offset, count, opened, openedOffset);
  }

  private boolean learns(OutputTarget[] targets, int i, int party) {
    return targets == null || targets[i].includes(party);
  }

  /** Packs this party's shares, each with its tag. */
  private void putShares(Encoder code, OutputTarget[] targets, long[] auth, int offset, int count) {
    long start = System.nanoTime();
    int n = code.code().n();
    for (int peer : peers) {
      out[peer] = room(out[peer], Math.multiplyExact(count, 2 * n));
      sent[peer] = 0;
      int tag = layout.mac(session.party(), peer);
      for (int i = 0; i < count; i++) {
        if (learns(targets, i, peer)) {
          int word = offset + i * layout.longs();
          SymbolCodec.pack(auth, word + AuthWord.SHARE, n, out[peer], sent[peer]);
          SymbolCodec.pack(auth, word + tag, n, out[peer], sent[peer] + n);
          sent[peer] += 2 * n;
        }
      }
    }
    session.metrics().countMessaging(start);
  }

  private void expectShares(Encoder code, OutputTarget[] targets, int count) {
    int words = 0;
    for (int i = 0; i < count; i++) {
      words += learns(targets, i, session.party()) ? 1 : 0;
    }
    for (int peer : peers) {
      received[peer] = Math.multiplyExact(words, 2 * code.code().n());
      in[peer] = room(in[peer], received[peer]);
    }
  }

  /** Everybody gets the same shares, and a MAC of its own. */
  private void logSent(Encoder code, int count) {
    logShares(session.party(), out[peers[0]], count, code.code().n());
  }

  private void logReceived(Encoder code, int count) {
    for (int peer : peers) {
      logShares(peer, in[peer], count, code.code().n());
    }
  }

  private void logShares(int sender, byte[] sharesAndMacs, int count, int n) {
    if (peers.length > 1) {
      for (int i = 0; i < count; i++) {
        broadcast.log(sender, sharesAndMacs, 2 * n * i, n);
      }
    }
  }

  private static byte[] room(byte[] buffer, int bytes) {
    if (buffer.length >= bytes) {
      return buffer;
    }
    Arrays.fill(buffer, (byte) 0);
    return new byte[bytes];
  }

  private void takeShares(
      Encoder code,
      OutputTarget[] targets,
      long[] auth,
      int offset,
      int count,
      long[] opened,
      int openedOffset)
      throws MpcException {
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (learns(targets, i, session.party())) {
        int word = offset + i * layout.longs();
        int dst = openedOffset + i * Codeword.LONGS;
        System.arraycopy(auth, word + AuthWord.SHARE, opened, dst, Codeword.LONGS);
        for (int peer : peers) {
          receive(peer, code, at, auth, word);
          kernels.xorInto(opened, dst, share, 0, Codeword.LONGS);
        }
        at += 2 * code.code().n();
      }
    }
  }

  /** Checks a peer's {@link #share} of a word. */
  private void receive(int peer, Encoder code, int at, long[] auth, int word) throws MpcException {
    int n = code.code().n();
    SymbolCodec.unpack(in[peer], at, n, share, 0);
    boolean member = code.isCodeword(share, 0);
    session.require(member, Check.MEMBERSHIP, "an opened word is not in the code");
    SymbolCodec.unpack(in[peer], at + n, n, mac, 0);
    int key = word + layout.key(session.party(), peer);
    System.arraycopy(auth, key, expected, 0, Codeword.LONGS);
    kernels.schurMulAdd(expected, 0, share, 0, alpha, 0, 1, 1);
    long difference = 0;
    for (int j = 0; j < Codeword.LONGS; j++) {
      difference |= mac[j] ^ expected[j];
    }
    session.require(
        difference == 0, Check.MAC, "an opened value is not the one that was authenticated");
  }

  /** Nothing is put off but the comparison of what several parties got. */
  @Override
  public void check() throws MpcException {
    broadcast.check();
  }

  @Override
  public void wipe() {
    Arrays.fill(mac, 0);
    Arrays.fill(expected, 0);
    Arrays.fill(share, 0);
    for (int peer : peers) {
      Arrays.fill(out[peer], (byte) 0);
      Arrays.fill(in[peer], (byte) 0);
    }
  }
}
