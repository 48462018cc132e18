package org.schurmpc.minimac;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
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
 * <p>Malicious security: a changed share differs in at least d* positions. Costs k or 2k - 1 bytes
 * a word and direction, and the comparison.
 */
final class BatchedOpening implements Opening {
  /** So many logged words are compared without being asked, to bound the memory of the logs. */
  private static final int MAX_PENDING_WORDS = 1 << 21;

  private static final int INITIAL_LOG_WORDS = 1 << 14;

  private final Session session;
  private final long[] alpha;
  private final Kernels kernels;
  private final MacCheck macs;
  private byte[] out = new byte[0];
  private byte[] in = new byte[0];

  /**
   * @param alpha this party's MAC key
   */
  BatchedOpening(Session session, long[] alpha, Kernels kernels) {
    this.session = session;
    this.alpha = alpha;
    this.kernels = kernels;
    this.macs = new MacCheck(session, new CoinToss(session), INITIAL_LOG_WORDS);
  }

  @Override
  public void openTo(Encoder code, OutputTarget[] targets, long[] auth, int count, long[] opened)
      throws MpcException {
    int symbols = code.code().k();
    int most = Math.multiplyExact(count, symbols);
    if (out.length < most) {
      Arrays.fill(out, (byte) 0);
      Arrays.fill(in, (byte) 0);
      out = new byte[most];
      in = new byte[most];
    }
    int sent = sendShares(symbols, targets, auth, count);
    int received = 0;
    for (int i = 0; i < count; i++) {
      received += learns(targets, i, session.party()) ? symbols : 0;
    }
    session.exchange(out, 0, sent, in, 0, received);
    receiveShares(code, targets, auth, count, opened);
    if (macs.pending() > MAX_PENDING_WORDS) {
      check();
    }
  }

  private int sendShares(int symbols, OutputTarget[] targets, long[] auth, int count) {
    MacLog held = macs.held();
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (learns(targets, i, session.peer())) {
        int word = i * AuthWord.LONGS;
        SymbolCodec.pack(auth, word + AuthWord.SHARE, symbols, out, at);
        at += symbols;
        int mac = held.extend(Codeword.LONGS);
        System.arraycopy(auth, word + AuthWord.MAC, held.words(), mac, Codeword.LONGS);
      }
    }
    return at;
  }

  private void receiveShares(
      Encoder code, OutputTarget[] targets, long[] auth, int count, long[] opened) {
    int symbols = code.code().k();
    MacLog expected = macs.expected();
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (learns(targets, i, session.party())) {
        int word = i * AuthWord.LONGS;
        int dst = i * Codeword.LONGS;
        SymbolCodec.unpack(in, at, symbols, opened, dst);
        at += symbols;
        code.encode(opened, dst, opened, dst);
        // The tag that the peer must hold: alpha * share + key.
        int mac = expected.extend(Codeword.LONGS);
        System.arraycopy(auth, word + AuthWord.KEY, expected.words(), mac, Codeword.LONGS);
        kernels.schurMulAdd(expected.words(), mac, opened, dst, alpha, 0, 1, 1);
        kernels.xorInto(opened, dst, auth, word + AuthWord.SHARE, Codeword.LONGS);
      }
    }
  }

  private static boolean learns(OutputTarget[] targets, int i, int party) {
    return targets == null || targets[i].includes(party);
  }

  @Override
  public void check() throws MpcException {
    macs.check();
  }

  @Override
  public void wipe() {
    macs.wipe();
    Arrays.fill(out, (byte) 0);
    Arrays.fill(in, (byte) 0);
  }
}
