package org.schurmpc.spdz.cipher;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.spdz.share.Shares;

/**
 * AES's S-box by the products of Rivain and Prouff in the form of Gentry and others (KORSVV17,
 * section 3.1, AES-RP):
 *
 * <pre>
 * x, x^2 -> x^3, x^12 -> x^14, x^15, x^240 -> x^254
 * </pre>
 *
 * <p>x, x^3, x^15 and x^254 are decomposed, so that squares are linear. Takes 7 rounds, 4 triples,
 * 32 bits and 12 openings. The first decomposition is the paper's, as in {@link
 * BitDecompositionSbox}.
 */
final class RivainProuffSbox implements Substitution {
  /** Number of products. */
  static final int TRIPLES = 4;

  /** Number of random bits. */
  static final int RANDOM_BITS = 4 * AesTables.BITS;

  private final Subfield bytes;
  private final BitSum compose;
  private final BitSum square;
  private final BitSum fourth;
  private final BitSum sixteenth;
  private final AesAffine affine;
  private final Shares bits;

  /** x, then x^15. */
  private final Shares x;

  /** x^2, then x^240. */
  private final Shares left;

  /** x^3. */
  private final Shares third;

  /** x^12. */
  private final Shares twelfth;

  /** x^14, then x^254. */
  private final Shares product;

  /**
   * Creates S-boxes.
   *
   * @param most maximum number of items
   */
  RivainProuffSbox(Subfield bytes, int most) {
    this.bytes = bytes;
    this.compose = power(1);
    this.square = power(2);
    this.fourth = power(4);
    this.sixteenth = power(16);
    this.affine = new AesAffine(bytes.local(), most);
    this.bits = new Shares(bytes.span().field(), AesTables.BITS * most);
    this.x = new Shares(bytes.span().field(), most);
    this.left = new Shares(bytes.span().field(), most);
    this.third = new Shares(bytes.span().field(), most);
    this.twelfth = new Shares(bytes.span().field(), most);
    this.product = new Shares(bytes.span().field(), most);
  }

  private BitSum power(int exponent) {
    return BitSum.of(bytes.span(), AesTables.BITS, b -> Gf256.pow(b, exponent));
  }

  @Override
  public void substitute(Shares from, Shares to, int n) throws MpcException {
    compose.set(from, 0, n, x, 0, n);
    bytes.decompose(x, 0, bits, n);
    square.set(bits, 0, n, left, 0, n);
    bytes.product(x, 0, left, 0, third, 0, n);
    bytes.multiply();
    bytes.decompose(third, 0, bits, n);
    fourth.set(bits, 0, n, twelfth, 0, n);
    bytes.product(left, 0, twelfth, 0, product, 0, n);
    bytes.product(third, 0, twelfth, 0, x, 0, n);
    bytes.multiply();
    bytes.decompose(x, 0, bits, n);
    sixteenth.set(bits, 0, n, left, 0, n);
    bytes.product(product, 0, left, 0, product, 0, n);
    bytes.multiply();
    bytes.decompose(product, 0, bits, n);
    affine.apply(bits, to, n);
  }

  @Override
  public void wipe() {
    bytes.wipe();
    for (Shares each : new Shares[] {bits, x, left, third, twelfth, product}) {
      each.wipe();
    }
  }
}
