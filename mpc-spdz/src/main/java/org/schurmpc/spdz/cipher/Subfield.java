package org.schurmpc.spdz.cipher;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.material.Span;
import org.schurmpc.spdz.online.Factors;
import org.schurmpc.spdz.online.LeasedValues;
import org.schurmpc.spdz.online.Product;
import org.schurmpc.spdz.share.PackedOpening;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;

/**
 * One party's computation on elements of a subfield that is embedded in a field of one limb:
 * products, and the decomposition into bits (KORSVV17, section 2.1: BitDec).
 *
 * <p>Decomposition opens x + Σ B_i r_i for random shared bits r_i and the basis B_i of the
 * subfield, by its coordinates. If a party altered earlier openings, x is a product with an error e
 * y, which need not be in the subfield. What is opened is then the projection of x + e y to the
 * subfield plus Σ B_i r_i, which is uniform in the subfield: nothing of y is seen. Therefore no
 * check of MACs is needed before a decomposition, as it would be if the whole element were opened.
 */
final class Subfield {
  private final Span span;
  private final Field field;
  private final int dimension;
  private final boolean first;
  private final long[] key;
  private final ShareArithmetic local;
  private final Product product;
  private final Factors factors = new Factors();
  private final LeasedValues randoms;
  private final PackedOpening opening;
  private final BitSum compose;

  /** Values and MACs to open. */
  private Shares masked;

  private long[] coordinates = {};

  /** Creates computations on elements of a span that is a field. */
  Subfield(CipherParty party, Span span) {
    this.span = span;
    this.field = span.field();
    this.dimension = span.dimension();
    this.first = party.session().party() == 0;
    this.key = party.store().keys(party.material().storeName()).clone();
    this.local = party.wires().local();
    this.product = new Product(party.store(), party.material(), party.wires().opening());
    this.randoms = new LeasedValues(party.store(), party.material(), party.material().bits());
    this.opening =
        new PackedOpening(party.session(), span, party.wires().macs(), key, party.mode());
    this.compose = BitSum.of(span, dimension, bits -> bits);
    this.masked = new Shares(field, 0);
  }

  /** Returns the subfield. */
  Span span() {
    return span;
  }

  /** Returns the operations that need no other party. */
  ShareArithmetic local() {
    return local;
  }

  /** Adds products to = x y to those that {@link #multiply} computes. */
  void product(Shares x, int xAt, Shares y, int yAt, Shares to, int toAt, int n) {
    factors.add(x, xAt, 1, y, yAt, 1, to, toAt, n);
  }

  /** Computes all products that were added, in one opening. */
  void multiply() throws MpcException {
    product.multiply(factors, factors.count());
    factors.clear();
  }

  /**
   * Decomposes elements, in one opening.
   *
   * @param bits receives bit i of element j at {@code i * n + j}; the shares of its value are 0 or
   *     1
   */
  void decompose(Shares x, int at, Shares bits, int n) throws MpcException {
    takeBits(bits, dimension * n);
    if (masked.count() < n) {
      masked.wipe();
      masked = new Shares(field, n);
      Secrets.wipe(coordinates);
      coordinates = new long[n];
    }
    masked.copy(0, x, at, n);
    compose.add(bits, 0, n, masked, 0, n);
    span.coordinates(masked.values(), 0, coordinates, 0, n);
    opening.begin(n);
    opening.put(0, coordinates, 0, n);
    opening.exchange();
    opening.note(0, masked.macs(), 0, n);
    for (int i = 0; i < dimension; i++) {
      addOpened(i, bits, i * n, n);
    }
  }

  /** Takes random bits, whose shares are reduced to their coordinates, 0 or 1. */
  private void takeBits(Shares bits, int n) throws MpcException {
    randoms.lease(n);
    randoms.copy(0, n, 0, bits, 0);
    randoms.release();
    keepBits(bits, 0, n);
  }

  /** Reduces shares of the values of bits to their coordinates, 0 or 1, as the sum is 0 or 1. */
  static void keepBits(Shares bits, int at, int n) {
    for (int i = at; i < at + n; i++) {
      bits.values()[i] &= 1;
    }
  }

  /** Adds coordinate i of the opened values. */
  private void addOpened(int i, Shares bits, int at, int n) {
    for (int j = 0; j < n; j++) {
      long bit = opening.opened(j) >>> i & 1;
      bits.values()[at + j] ^= first ? bit : 0;
      bits.macs()[at + j] ^= -bit & key[0];
    }
  }

  /** Wipes what was computed. */
  void wipe() {
    product.wipe();
    factors.clear();
    randoms.release();
    opening.wipe();
    masked.wipe();
    Secrets.wipe(coordinates);
    Secrets.wipe(key);
  }
}
