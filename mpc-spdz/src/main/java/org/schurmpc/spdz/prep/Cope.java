package org.schurmpc.spdz.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.ot.DigitTrees;
import org.schurmpc.core.session.Session;

/**
 * Correlated oblivious products with errors, with one peer and in both directions (KOS16, Figure
 * 3). One party, the holder, has a fixed α; the other, the giver, gives any number of values x;
 * they obtain q and t with q = t + α x.
 *
 * <p>α is taken k bits at a time, its digits. For each digit A = Σ_b g_b α_b, with the gadget g and
 * the digit's bits b, the giver has a stream r_y for each leaf y of a tree, and the holder all but
 * the one of the leaf that the digit selects (SoftSpokenOT, eprint 2022/192, figure 7, over any
 * field). With u = Σ_y r_y and B_b = Σ_{y: y_b = 1} r_y, the holder computes A u - Σ_b g_b B_b,
 * which is Σ_y Σ_b g_b (α_b - y_b) r_y, where the stream that it lacks has the factor 0. For each x
 * the giver sends x - u of each digit: an element for k bits of α, where KOS16 sends one for each
 * bit.
 *
 * <p>A giver that sends other messages gives other values x for some digits of α. This class checks
 * nothing but the trees.
 */
final class Cope implements KeyProducts {
  private static final String LABEL = "COPE";

  /** Most bits of a digit: beyond it the streams take longer than the line. */
  private static final int MAX_BITS = 4;

  private final Session pair;
  private final Field field;
  private final int block;
  private final int k;
  private final int digits;
  private final long[] alphaBits;
  private final Prg[] full; // by digit and leaf
  private final Prg[] punctured; // by digit and leaf relative to the digit, null for leaf 0
  private final DigitSums sums;
  private final long[] row;

  private Cope(
      Session pair, Field field, int k, long[] alphaBits, Prg[] full, Prg[] punctured, int block) {
    this.pair = pair;
    this.field = field;
    this.block = block;
    this.k = k;
    this.digits = digits(field, k);
    this.alphaBits = alphaBits;
    this.full = full;
    this.punctured = punctured;
    this.sums = DigitSums.of(field, k, block);
    this.row = new long[block * field.limbs()];
  }

  /**
   * Begins products on a connection; one round with the peer.
   *
   * @param alpha this party's share, one element
   * @param otK k of the OT extension, which digits have, too, up to {@value #MAX_BITS} bits
   * @param seeds one seed of each OT received, two longs each
   * @param pairs both seeds of each OT sent: first seeds of all OTs, then second seeds
   * @param block maximum number of elements that are extended at a time
   * @throws org.schurmpc.core.abort.PeerCheated with PPRF if the peer's trees are inconsistent
   */
  static Cope begin(
      Session pair, Field field, long[] alpha, int otK, long[] seeds, long[][] pairs, int block)
      throws MpcException {
    int k = bits(otK);
    int digits = digits(field, k);
    long[] alphaBits = new long[(digits * k + Long.SIZE - 1) / Long.SIZE];
    field.toBits(alpha, 0, alphaBits, 0, 1);
    long number = pair.nextNumber(LABEL);
    DigitTrees trees = DigitTrees.begin(pair, k, digits, alphaBits, seeds, pairs);
    Prg[] full = generators(LABEL, pair, trees.full(), digits << k, number);
    Prg[] punctured = generators(LABEL, pair, trees.punctured(), digits << k, number);
    trees.wipe();
    for (int digit = 0; digit < digits; digit++) {
      punctured[digit << k].wipe();
      punctured[digit << k] = null;
    }
    return new Cope(pair, field, k, alphaBits, full, punctured, block);
  }

  private static int bits(int otK) {
    return Math.min(otK, MAX_BITS);
  }

  private static int digits(Field field, int k) {
    return (field.bits() + k - 1) / k;
  }

  /** Returns the number of bytes that a giver sends for {@code n} values. */
  static long bytes(Field field, int otK, long n) {
    return Math.multiplyExact(n, (long) digits(field, bits(otK)) * field.bytes());
  }

  /**
   * Returns the generators of products, which derive their own from seeds that serve several
   * connections, and several products on each.
   *
   * @param label kind of the products
   * @param seeds two longs each
   * @param number of these products among those of the kind, on this connection
   */
  static Prg[] generators(String label, Session pair, long[] seeds, int count, long number) {
    Prg[] all = new Prg[count];
    for (int h = 0; h < all.length; h++) {
      FieldHash hash =
          new FieldHash(label)
              .add(pair.sid())
              .add(pair.channelNumber())
              .add(seeds[2 * h])
              .add(seeds[2 * h + 1]);
      if (number > 0) { // the first products keep the wire format
        hash.add(number);
      }
      byte[] digest = hash.digest();
      byte[] seed = Arrays.copyOf(digest, Prg.SEED_BYTES);
      all[h] = new Prg(seed);
      Secrets.wipe(seed);
      Secrets.wipe(digest);
    }
    return all;
  }

  /** Does nothing: products need no preparation. */
  @Override
  public void require(int give, int hold) {}

  @Override
  public int messageBytes(int n) {
    return digits * n * field.bytes();
  }

  @Override
  public int block() {
    return block;
  }

  /** Performs the giver's part, and adds -t to {@code macs}. */
  @Override
  public void give(long[] x, int at, int n, byte[] message, long[] macs, int macsAt) {
    sums.begin(n);
    for (int digit = digits - 1; digit >= 0; digit--) {
      sums.give(digit, full, digit << k, row, n);
      field.subtract(x, at, row, 0, row, 0, n);
      field.toBytes(row, 0, message, digit * n * field.bytes(), n);
    }
    sums.addTo(macs, macsAt, n);
  }

  /** Performs the holder's part, and adds q to {@code macs}. */
  @Override
  public void hold(byte[] message, int n, long[] macs, int macsAt) throws MpcException {
    boolean elements = true;
    sums.begin(n);
    for (int digit = digits - 1; digit >= 0; digit--) {
      elements &= field.fromBytes(message, digit * n * field.bytes(), row, 0, n);
      sums.hold(digit, bitsOf(digit), punctured, digit << k, row, n);
    }
    pair.require(elements, Check.MALFORMED, "a correction of a COPE is no element of the field");
    sums.addTo(macs, macsAt, n);
  }

  private long bitsOf(int digit) {
    int h = digit * k; // k divides the bits of a word
    return alphaBits[h >>> 6] >>> h & (1L << k) - 1;
  }

  @Override
  public void wipe() {
    for (Prg[] each : new Prg[][] {full, punctured}) {
      for (Prg generator : each) {
        if (generator != null) {
          generator.wipe();
        }
      }
    }
    Secrets.wipe(alphaBits);
    Secrets.wipe(row);
    sums.wipe();
  }
}
