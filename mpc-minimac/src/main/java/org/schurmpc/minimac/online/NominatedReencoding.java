package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.session.Session;

/**
 * Re-encoding by one player, which sends sigma to the others. They check that sigma is the codeword
 * of the opened data (DLT14, section 4.3, steps 3 and 4): the original MiniMac.
 *
 * <p>The check detects every wrong message of the nominated player at once. Costs the nominated
 * player the symbols sent of each word, and all players a round.
 */
final class NominatedReencoding implements Reencoding {
  /** Index of the player that re-encodes. */
  static final int PLAYER = 0;

  private final Session session;
  private final Encoder encoder;
  private final int symbols;
  private byte[] sigmas = new byte[0];
  private final byte[] own;

  /**
   * Creates the re-encoding.
   *
   * @param encoder encoder of C
   * @param symbols number of symbols of sigma that are sent, from k, which determine sigma, to n
   */
  NominatedReencoding(Session session, Encoder encoder, int symbols) {
    this.session = session;
    this.encoder = encoder;
    this.symbols = symbols;
    this.own = new byte[symbols];
  }

  @Override
  public void reencode(long[] words, int count) throws MpcException {
    int bytes = Math.multiplyExact(count, symbols);
    if (sigmas.length < bytes) {
      sigmas = new byte[bytes];
    }
    if (session.party() == PLAYER) {
      for (int i = 0; i < count; i++) {
        encode(words, i);
        SymbolCodec.pack(words, i * Codeword.LONGS, symbols, sigmas, i * symbols);
      }
      exchange(bytes, 0);
    } else {
      exchange(0, bytes);
      for (int i = 0; i < count; i++) {
        encode(words, i);
        check(words, i);
      }
    }
  }

  /** Sends from the nominated player to all others. */
  private void exchange(int sent, int received) throws MpcException {
    byte[][] all = new byte[session.parties()][];
    int[] out = new int[session.parties()];
    int[] in = new int[session.parties()];
    Arrays.fill(all, sigmas);
    Arrays.fill(out, sent);
    in[PLAYER] = received;
    session.exchangeAll(all, out, all, in);
  }

  private void encode(long[] words, int i) {
    encoder.encode(words, i * Codeword.LONGS, words, i * Codeword.LONGS);
  }

  /** Compares the received symbols with the codeword of the opened data; all of this is public. */
  private void check(long[] words, int i) throws MpcException {
    SymbolCodec.pack(words, i * Codeword.LONGS, symbols, own, 0);
    int at = i * symbols;
    boolean same = Arrays.equals(own, 0, symbols, sigmas, at, at + symbols);
    session.require(
        same, Check.MEMBERSHIP, "a re-encoded word is not the codeword of the opened value");
  }

  @Override
  public void wipe() {
    Arrays.fill(sigmas, (byte) 0);
    Arrays.fill(own, (byte) 0);
  }
}
