package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.kernel.CodewordKernels;
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
  private final CodewordKernels kernels;
  private final long[] mac = new long[Codeword.LONGS];
  private final long[] expected = new long[Codeword.LONGS];
  private final long[] share = new long[Codeword.LONGS];

  /**
   * Creates the opening.
   *
   * @param alpha this party's MAC key
   */
  PaperOpening(Session session, AuthWord layout, long[] alpha, CodewordKernels kernels) {
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
  void put(int peer, AuthWords words, Recipients recipients, byte[] message) {
    long start = System.nanoTime();
    int n = words.code().code().n();
    int tag = layout.mac(session.party(), peer);
    int at = 0;
    for (int i = 0; i < words.count(); i++) {
      if (recipients.learns(i, peer)) {
        SymbolCodec.pack(words.array(), words.at(i) + AuthWord.SHARE, n, message, at);
        SymbolCodec.pack(words.array(), words.at(i) + tag, n, message, at + n);
        at += 2 * n;
      }
    }
    session.metrics().countMessaging(start);
  }

  @Override
  void take(AuthWords words, Recipients recipients, long[] opened) throws MpcException {
    int at = 0;
    for (int i = 0; i < words.count(); i++) {
      if (recipients.learns(i, session.party())) {
        int dst = i * Codeword.LONGS;
        int own = words.at(i) + AuthWord.SHARE;
        System.arraycopy(words.array(), own, opened, dst, Codeword.LONGS);
        for (int peer : peers) {
          takeChecked(peer, words, i, at);
          kernels.xorInto(opened, dst, share, 0, Codeword.LONGS);
        }
        at += bytesOfWord(words.code());
      }
    }
  }

  /**
   * Reads a peer's {@link #share} of word {@code i}, and checks it.
   *
   * @param at place of the share in the peer's message
   */
  private void takeChecked(int peer, AuthWords words, int i, int at) throws MpcException {
    byte[] message = messageOf(peer);
    int n = words.code().code().n();
    SymbolCodec.unpack(message, at, n, share, 0);
    boolean member = words.code().isCodeword(share, 0);
    session.require(member, Check.MEMBERSHIP, "an opened word is not in the code");
    SymbolCodec.unpack(message, at + n, n, mac, 0);
    int key = words.at(i) + layout.key(session.party(), peer);
    System.arraycopy(words.array(), key, expected, 0, Codeword.LONGS);
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
