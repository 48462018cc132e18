package org.schurmpc.spdz.prep;

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
   * @param words the owner's bits, 64 to a word; not read elsewhere
   * @throws org.schurmpc.core.abort.PeerCheated with MAC if a value is no bit, or if the owner
   *     leaves instead of proving
   */
  public Shares give(int owner, long[] words, int n) throws MpcException {
    long[] items = bits.make(owner, words, n, new Sequencer().of(0));
    Shares shares = new Shares(field, n);
    int limbs = field.limbs();
    for (int i = 0; i < n; i++) {
      int from = 3 * limbs * i;
      System.arraycopy(items, from, shares.values(), shares.at(i), limbs);
      System.arraycopy(items, from + limbs, shares.macs(), shares.at(i), limbs);
    }
    Secrets.wipe(items);
    return shares;
  }
}
