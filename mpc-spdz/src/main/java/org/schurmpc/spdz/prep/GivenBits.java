package org.schurmpc.spdz.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;

/**
 * Bits over a prime field that a party chooses and proves to be bits, and what computes with them
 * under the same key: openings, their check, and local operations. For protocols that hold the same
 * bits in another form, too. See {@link MascotPreprocessor#givenBits}, whose closing ends the use.
 */
public final class GivenBits {
  /** Number of bits that are proven together: 10 MB over 128 bits. */
  private static final int PIECE = 1 << 16;

  private final Field field;
  private final KnownBits bits;
  private final Opening opening;
  private final GlobalMacCheck check;
  private final ShareArithmetic arithmetic;

  /**
   * Takes the parts of a generator.
   *
   * @param alpha this party's share of the key; not copied
   */
  GivenBits(Generator generator, Field field, long[] alpha) {
    this.field = field;
    this.bits = generator.knownBits;
    this.opening = generator.opening;
    this.check = generator.check;
    this.arithmetic = new ShareArithmetic(field, generator.session.party(), alpha);
  }

  public Field field() {
    return field;
  }

  /** Returns the openings, whose values {@link #check} checks. */
  public Opening opening() {
    return opening;
  }

  public GlobalMacCheck check() {
    return check;
  }

  /** Returns local operations on shares. */
  public ShareArithmetic arithmetic() {
    return arithmetic;
  }

  /**
   * Gives bits of one party. When the method returns, all parties hold shares of values that are 0
   * or 1, but for a probability of 3/p.
   *
   * @param words the owner's bits, 64 to a word; not read, but of this length elsewhere
   * @throws org.schurmpc.core.abort.PeerCheated with MAC if a value is no bit, or if the owner
   *     leaves instead of proving
   */
  public Shares give(int owner, long[] words, int n) throws MpcException {
    Shares shares = new Shares(field, n);
    for (int done = 0; done < n; done += PIECE) {
      int now = Math.min(PIECE, n - done);
      long[] piece =
          Arrays.copyOfRange(words, done / Long.SIZE, (done + now + Long.SIZE - 1) / Long.SIZE);
      try {
        give(owner, piece, now, shares, done);
      } finally {
        Secrets.wipe(piece);
      }
    }
    return shares;
  }

  private void give(int owner, long[] words, int n, Shares to, int toAt) throws MpcException {
    long[] items = bits.make(owner, words, n, new Sequencer().of(0));
    int limbs = field.limbs();
    for (int i = 0; i < n; i++) {
      int from = 3 * limbs * i;
      System.arraycopy(items, from, to.values(), to.at(toAt + i), limbs);
      System.arraycopy(items, from + limbs, to.macs(), to.at(toAt + i), limbs);
    }
    Secrets.wipe(items);
  }
}
