package org.schurmpc.spdz.cipher;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Gf2To42Embedding;
import org.schurmpc.spdz.share.Shares;

/**
 * The S-boxes of DES as polynomials of degree 62 over GF(2^6) (KORSVV17, section 3.2, 3DES-Raw), by
 * Horner's rule: 62 products, one after the other, and a decomposition. Takes 63 rounds, 62
 * triples, 6 bits and 125 openings.
 *
 * <p>The first product, of the leading coefficient, would be linear; it is one of the paper's 62.
 */
final class PolynomialSbox implements Substitution {
  /** Number of products. */
  static final int TRIPLES = DesPolynomials.DEGREE;

  /** Number of random bits. */
  static final int RANDOM_BITS = DesTables.IN;

  private final Subfield sextets;
  private final int lanes;
  private final BitSum compose;

  /** The images of the coefficients, by S-box and exponent. */
  private final long[][] coefficients;

  private final Shares x;
  private final Shares sum;
  private final Shares bits;
  private final long[] constants;

  /**
   * Creates S-boxes.
   *
   * @param most maximum number of items
   */
  PolynomialSbox(Subfield sextets, int lanes, int most) {
    this.sextets = sextets;
    this.lanes = lanes;
    this.compose = BitSum.of(sextets.span(), DesTables.IN, b -> b);
    this.coefficients =
        Arrays.stream(DesPolynomials.all())
            .map(each -> Arrays.stream(each).mapToLong(Gf2To42Embedding::embed).toArray())
            .toArray(long[][]::new);
    this.x = new Shares(sextets.span().field(), most);
    this.sum = new Shares(sextets.span().field(), most);
    this.bits = new Shares(sextets.span().field(), DesTables.IN * most);
    this.constants = new long[most];
  }

  @Override
  public void substitute(Shares from, Shares to, int n) throws MpcException {
    compose.set(from, 0, n, x, 0, n);
    readCoefficients(DesPolynomials.DEGREE, n);
    sextets.local().set(constants, 0, sum, 0, n);
    for (int exponent = DesPolynomials.DEGREE - 1; exponent >= 0; exponent--) {
      sextets.product(sum, 0, x, 0, sum, 0, n);
      sextets.multiply();
      readCoefficients(exponent, n);
      sextets.local().addPublic(constants, 0, sum, 0, sum, 0, n);
    }
    sextets.decompose(sum, 0, bits, n);
    to.copy(0, bits, 0, DesTables.OUT * n);
  }

  /** Reads a coefficient of the polynomial of each item. */
  private void readCoefficients(int exponent, int n) {
    for (int at = 0; at < n; at += lanes) {
      int box = at / lanes % DesTables.BOXES;
      Arrays.fill(constants, at, at + lanes, coefficients[box][exponent]);
    }
  }

  @Override
  public void wipe() {
    sextets.wipe();
    x.wipe();
    sum.wipe();
    bits.wipe();
  }
}
