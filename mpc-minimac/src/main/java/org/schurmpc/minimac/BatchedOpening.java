package org.schurmpc.minimac;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.session.Session;

/**
 * The opening of DLT14, section 2, with less traffic: only the 2k - 1 symbols that determine a word
 * of C* are sent, and the receiver re-encodes them, which replaces the membership test. MACs are
 * not sent but logged over all n symbols and compared once for a whole interval.
 *
 * <p>Malicious security: a changed share differs in at least d* positions. Costs 2k - 1 bytes a
 * word and direction, and the comparison.
 */
final class BatchedOpening implements Opening {
  /** So many logged words are compared without being asked, to bound the memory of the logs. */
  private static final int MAX_PENDING_WORDS = 1 << 21;

  private static final int INITIAL_LOG_WORDS = 1 << 14;

  private final Session session;
  private final PublicEncoder starEncoder;
  private final int symbols;
  private final long[] alpha;
  private final Kernels kernels;
  private final MacCheck macs;
  private byte[] out = new byte[0];
  private byte[] in = new byte[0];

  /**
   * @param starEncoder of C*; what it encodes was on the wire, so it is public
   * @param alpha this party's MAC key
   */
  BatchedOpening(
      Session session, MiniMacCode code, PublicEncoder starEncoder, long[] alpha, Kernels kernels) {
    this.session = session;
    this.starEncoder = starEncoder;
    this.symbols = code.star().k();
    this.alpha = alpha;
    this.kernels = kernels;
    this.macs = new MacCheck(session, new CoinToss(session), INITIAL_LOG_WORDS);
  }

  @Override
  public void openTo(OutputTarget[] targets, long[] auth, int count, long[] opened)
      throws MpcException {
    int most = Math.multiplyExact(count, symbols);
    if (out.length < most) {
      Arrays.fill(out, (byte) 0);
      Arrays.fill(in, (byte) 0);
      out = new byte[most];
      in = new byte[most];
    }
    int sent = sendShares(targets, auth, count);
    int received = 0;
    for (int i = 0; i < count; i++) {
      received += learns(targets, i, session.party()) ? symbols : 0;
    }
    session.exchange(out, 0, sent, in, 0, received);
    receiveShares(targets, auth, count, opened);
    if (macs.pending() > MAX_PENDING_WORDS) {
      check();
    }
  }

  private int sendShares(OutputTarget[] targets, long[] auth, int count) {
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

  private void receiveShares(OutputTarget[] targets, long[] auth, int count, long[] opened) {
    MacLog expected = macs.expected();
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (learns(targets, i, session.party())) {
        int word = i * AuthWord.LONGS;
        int dst = i * Codeword.LONGS;
        SymbolCodec.unpack(in, at, symbols, opened, dst);
        at += symbols;
        starEncoder.encode(opened, dst, opened, dst);
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
