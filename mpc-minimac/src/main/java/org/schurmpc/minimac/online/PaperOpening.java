package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.session.Session;
import org.schurmpc.minimac.material.AuthWord;

/**
 * The opening as printed in DLT14, section 2: the share and its MAC are sent in full. The receiver
 * checks at once that the share is in the code and that the MAC is correct. Costs 2n bytes for each
 * word and direction. Only the comparison of the messages that several parties received is
 * deferred.
 */
final class PaperOpening extends ShareOpening {
  private final long[] alpha;
  private final Kernels kernels;
  private final long[] mac = new long[Codeword.LONGS];
  private final long[] expected = new long[Codeword.LONGS];
  private final long[] share = new long[Codeword.LONGS];

  /**
   * Creates the opening.
   *
   * @param alpha this party's MAC key
   */
  PaperOpening(Session session, AuthWord layout, long[] alpha, Kernels kernels) {
    super(session, layout);
    this.alpha = alpha;
    this.kernels = kernels;
  }

  @Override
  int bytesOfWord(Encoder code) {
    return 2 * code.code().n();
  }

  /** Returns the size of the share, without its MAC. */
  @Override
  int bytesToAll(Encoder code) {
    return code.code().n();
  }

  @Override
  void put(
      int peer,
      Encoder code,
      OutputTarget[] targets,
      long[] auth,
      int offset,
      int count,
      byte[] message) {
    long start = System.nanoTime();
    int n = code.code().n();
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (learns(targets, i, peer)) {
        int word = offset + i * layout.longs();
        SymbolCodec.pack(auth, word + AuthWord.SHARE, n, message, at);
        SymbolCodec.pack(auth, word + layout.mac(session.party(), peer), n, message, at + n);
        at += 2 * n;
      }
    }
    session.metrics().countMessaging(start);
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
      int openedOffset)
      throws MpcException {
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (learns(targets, i, session.party())) {
        int word = offset + i * layout.longs();
        int dst = openedOffset + i * Codeword.LONGS;
        System.arraycopy(auth, word + AuthWord.SHARE, opened, dst, Codeword.LONGS);
        for (int peer : peers) {
          checked(peer, messages[peer], code, at, auth, word);
          kernels.xorInto(opened, dst, share, 0, Codeword.LONGS);
        }
        at += 2 * code.code().n();
      }
    }
  }

  /** Checks a peer's {@link #share} of a word. */
  private void checked(int peer, byte[] message, Encoder code, int at, long[] auth, int word)
      throws MpcException {
    int n = code.code().n();
    SymbolCodec.unpack(message, at, n, share, 0);
    boolean member = code.isCodeword(share, 0);
    session.require(member, Check.MEMBERSHIP, "an opened word is not in the code");
    SymbolCodec.unpack(message, at + n, n, mac, 0);
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

  @Override
  public void wipe() {
    super.wipe();
    Arrays.fill(mac, 0);
    Arrays.fill(expected, 0);
    Arrays.fill(share, 0);
  }
}
