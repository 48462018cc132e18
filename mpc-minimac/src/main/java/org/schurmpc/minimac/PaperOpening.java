package org.schurmpc.minimac;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
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
  private final long[] alpha;
  private final Kernels kernels;
  private final long[] mac = new long[Codeword.LONGS];
  private final long[] expected = new long[Codeword.LONGS];
  private byte[] out = new byte[0];
  private byte[] in = new byte[0];

  /**
   * @param alpha this party's MAC key
   */
  PaperOpening(Session session, long[] alpha, Kernels kernels) {
    this.session = session;
    this.alpha = alpha;
    this.kernels = kernels;
  }

  @Override
  public void openTo(Encoder code, OutputTarget[] targets, long[] auth, int count, long[] opened)
      throws MpcException {
    int n = code.code().n();
    int most = Math.multiplyExact(count, 2 * n);
    if (out.length < most) {
      Arrays.fill(out, (byte) 0);
      Arrays.fill(in, (byte) 0);
      out = new byte[most];
      in = new byte[most];
    }
    int sent = 0;
    int received = 0;
    for (int i = 0; i < count; i++) {
      int word = i * AuthWord.LONGS;
      if (targets == null || targets[i].includes(session.peer())) {
        SymbolCodec.pack(auth, word + AuthWord.SHARE, n, out, sent);
        SymbolCodec.pack(auth, word + AuthWord.MAC, n, out, sent + n);
        sent += 2 * n;
      }
      received += targets == null || targets[i].includes(session.party()) ? 2 * n : 0;
    }
    session.exchange(out, 0, sent, in, 0, received);
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (targets == null || targets[i].includes(session.party())) {
        receive(code, at, auth, i * AuthWord.LONGS, opened, i * Codeword.LONGS);
        at += 2 * n;
      }
    }
  }

  private void receive(Encoder code, int at, long[] auth, int word, long[] opened, int dst)
      throws MpcException {
    int n = code.code().n();
    SymbolCodec.unpack(in, at, n, opened, dst);
    boolean member = code.isCodeword(opened, dst);
    session.require(member, Check.MEMBERSHIP, "an opened word is not in the code");
    SymbolCodec.unpack(in, at + n, n, mac, 0);
    System.arraycopy(auth, word + AuthWord.KEY, expected, 0, Codeword.LONGS);
    kernels.schurMulAdd(expected, 0, opened, dst, alpha, 0, 1, 1);
    long difference = 0;
    for (int j = 0; j < Codeword.LONGS; j++) {
      difference |= mac[j] ^ expected[j];
    }
    session.require(
        difference == 0, Check.MAC, "an opened value is not the one that was authenticated");
    kernels.xorInto(opened, dst, auth, word + AuthWord.SHARE, Codeword.LONGS);
  }

  /** Nothing is put off. */
  @Override
  public void check() {}

  @Override
  public void wipe() {
    Arrays.fill(mac, 0);
    Arrays.fill(expected, 0);
    Arrays.fill(out, (byte) 0);
    Arrays.fill(in, (byte) 0);
  }
}
