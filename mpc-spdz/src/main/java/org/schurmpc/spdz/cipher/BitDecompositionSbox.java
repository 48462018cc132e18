package org.schurmpc.spdz.cipher;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.spdz.share.Shares;

/**
 * AES's S-box by bit decomposition (DKLMS12; KORSVV17, section 3.3, AES-BD): x is decomposed, so
 * that its squares are linear, and
 *
 * <pre>
 * x^254 = ((x^2 x^4) (x^8 x^16)) ((x^32 x^64) x^128)
 * </pre>
 *
 * <p>is decomposed for the affine map. Takes 5 rounds, 6 triples, 16 bits and 14 openings.
 *
 * <p>The bits of x are known already, since only linear maps of bits lie between two S-boxes. The
 * first decomposition is the paper's, whose S-box begins with an element.
 */
final class BitDecompositionSbox implements Substitution {
  /** Number of products. */
  static final int TRIPLES = 6;

  /** Number of random bits. */
  static final int RANDOM_BITS = 2 * AesTables.BITS;

  /** Number of squarings of x: x^2 to x^128. */
  private static final int SQUARES = AesTables.BITS - 1;

  private final Subfield bytes;
  private final BitSum compose;
  private final BitSum[] squares = new BitSum[SQUARES];
  private final AesAffine affine;
  private final Shares x;
  private final Shares bits;

  /** x^2, x^4, ..., x^128, and then their products. */
  private final Shares powers;

  /**
   * Creates S-boxes.
   *
   * @param most maximum number of items
   */
  BitDecompositionSbox(Subfield bytes, int most) {
    this.bytes = bytes;
    this.compose = BitSum.of(bytes.span(), AesTables.BITS, b -> b);
    for (int i = 0; i < SQUARES; i++) {
      int exponent = 2 << i;
      squares[i] = BitSum.of(bytes.span(), AesTables.BITS, b -> Gf256.pow(b, exponent));
    }
    this.affine = new AesAffine(bytes.local(), most);
    this.x = new Shares(bytes.span().field(), most);
    this.bits = new Shares(bytes.span().field(), AesTables.BITS * most);
    this.powers = new Shares(bytes.span().field(), SQUARES * most);
  }

  @Override
  public void substitute(Shares from, Shares to, int n) throws MpcException {
    compose.set(from, 0, n, x, 0, n);
    bytes.decompose(x, 0, bits, n);
    for (int i = 0; i < SQUARES; i++) {
      squares[i].set(bits, 0, n, powers, i * n, n);
    }
    multiplyPowers(0, 1, n);
    multiplyPowers(2, 3, n);
    multiplyPowers(4, 5, n);
    bytes.multiply();
    multiplyPowers(0, 2, n);
    multiplyPowers(4, 6, n);
    bytes.multiply();
    multiplyPowers(0, 4, n);
    bytes.multiply();
    bytes.decompose(powers, 0, bits, n);
    affine.apply(bits, to, n);
  }

  /** Adds a product, which replaces its left factor. */
  private void multiplyPowers(int left, int right, int n) {
    bytes.product(powers, left * n, powers, right * n, powers, left * n, n);
  }

  @Override
  public void wipe() {
    bytes.wipe();
    x.wipe();
    bits.wipe();
    powers.wipe();
  }
}
