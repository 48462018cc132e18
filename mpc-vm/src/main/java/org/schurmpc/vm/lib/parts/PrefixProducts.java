package org.schurmpc.vm.lib.parts;

import java.math.BigInteger;
import java.util.List;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.Inverses;
import org.schurmpc.vm.lang.Masks;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretElements;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Compares public numbers c with secret numbers r whose bits are known, in constant rounds
 * (Catrina, de Hoogh: Improved primitives for secure multiparty integer computation, SCN 2010;
 * prefix products by Damgård, Fitzi, Kiltz, Nielsen, Toft, TCC 2006).
 *
 * <p>For the differences d_i = c_i xor r_i, let p_i be the product of the 1 + d_j from the highest
 * bit down to i. The sum s of the (1 - c_i) (p_i - p_(i+1)) has the summand 1 - c_i at the highest
 * place where the numbers differ, and even ones below: its parity is whether c is below r. The
 * parity is taken from s plus random bits, of which the lowest is known.
 *
 * <p>Places go in pairs h, l. Over random elements a, b before and behind a pair, the parties open
 * a (1 + d_h) (1 + d_l) / b. The product of these from the highest pair on is the p_l over b, so
 * that p_l is b times a public number, and so p_h is a (1 + d_h) times one. As c is public, a (1 +
 * d_h) and (1 + d_l) / b are linear in the products a r_h and r_l / b, which do not wait for c;
 * their own product is the one that is opened. Pairs share no b, so that all that is opened is
 * uniform among the elements that are not 0.
 *
 * <p>No factor 1 + d_i is 0, whatever was forged, since r_i is a dealt bit and c_i a bit of what
 * was opened. But products could be forged, so that the openings are checked reveals, as {@link
 * Inverses} says; and so is that of s, which depends on them.
 *
 * <p>For m bits, the answer is there three rounds after c. It takes 3 ⌈m/2⌉ - 2 triples at most, m
 * - 1 + sigmaMask random bits, and ⌈m/2⌉ - 1 inverses.
 */
public final class PrefixProducts {
  private final ProgramBuilder b;
  private final List<SecretBitVector> r;
  private final BitComparison bits;
  private final ClearInts one;

  /** The product of what was opened so far, or null for 1. */
  private ClearInts opened;

  /** The random elements behind the pair before, or null for 1. */
  private SecretElements behind;

  /** The product up to the place before, or null for 1. */
  private SecretElements product;

  private SecretElements sum;

  /**
   * Creates a comparison.
   *
   * @param c numbers that are not negative, of which as many lowest bits count as r has
   * @param r bits, the lowest first; at least 3
   */
  public PrefixProducts(ProgramBuilder b, ClearInts c, List<SecretBitVector> r) {
    this.b = b;
    this.r = r;
    one = b.clear(1).asVector();
    bits = new BitComparison(c, r);
  }

  /** Returns 1 + d_i, times elements if there are any. */
  private SecretElements factor(int i, SecretElements times) {
    SecretElements bit = r.get(i).asInts().asElements();
    ClearInts and = bits.bit(i).plus(1);
    if (times == null) {
      return bit.times(bits.sign(i).times(-1)).plus(and);
    }
    return times.times(and).minus(bit.times(times).times(bits.sign(i)));
  }

  /** Adds the summand of a place, whose product is known. */
  private void add(int i, SecretElements next) {
    SecretElements step = product == null ? next.plus(one.times(-1)) : next.minus(product);
    SecretElements summand = step.times(bits.not(i));
    sum = sum == null ? summand : sum.plus(summand);
    product = next;
  }

  /** Returns elements times what was opened so far. */
  private SecretElements timesOpened(SecretElements x) {
    return opened == null ? x : x.times(opened);
  }

  /** Opens a product that ends at a place, and returns the product up to there. */
  private SecretElements open(SecretElements before, int i) {
    Inverses pair = b.inverses(r.get(i).size());
    SecretElements end = factor(i, pair.inverses());
    ClearInts now = pair.reveal(before == null ? end : before.times(end));
    opened = opened == null ? now : now.times(opened);
    behind = pair.values();
    return timesOpened(behind);
  }

  private SecretInts sum() {
    int next = r.size() - 1;
    if (r.size() % 2 == 1) {
      add(next, open(null, next));
      next--;
    }
    for (; next > 0; next -= 2) {
      SecretElements high = factor(next, behind);
      add(next, timesOpened(high));
      int low = next - 1;
      add(low, low > 0 ? open(high, low) : timesOpened(high.times(factor(low, null))));
    }
    return sum.plus(b.clear(BigInteger.TWO.pow(r.size() - 1).negate()).asVector())
        .assumeFits(IntType.signed(r.size()));
  }

  /** Returns whether c is below r, as 0 or 1. */
  public SecretInts below() {
    SecretInts centred = sum();
    int m = r.size();
    Masks masks = b.bitMasks(centred.size(), m);
    // Not negative.
    ClearInts masked =
        centred.openMasked(masks).plus(b.clear(BigInteger.TWO.pow(m - 1)).asVector());
    ClearInts parity = masked.lowBits(1).assumeFits(IntType.unsigned(1));
    SecretInts mask = masks.bits().get(0).asInts();
    SecretInts both = mask.times(parity).times(2);
    return mask.plus(parity).minus(both).assumeBits().asInts();
  }
}
