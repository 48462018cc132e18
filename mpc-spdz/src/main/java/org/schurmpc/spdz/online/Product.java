package org.schurmpc.spdz.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.Opening;

/**
 * Many products in one opening, by Beaver's method (DKLPSS12, Figure 1): with ε = x - a and δ = y -
 * b opened,
 *
 * <pre>
 * ⟨xy⟩ = ⟨c⟩ + ε ⟨y⟩ + δ ⟨a⟩
 * </pre>
 *
 * <p>for shares and MACs alike. Opened values are masked by fresh uniform elements, so they may be
 * used before their MACs are checked. Costs a triple and two openings for each product, and
 * processes blocks that stay in the cache.
 */
public final class Product {
  /** Number of products at once; each opens two values. */
  private static final int BLOCK = Opening.BLOCK;

  private final Field field;
  private final Opening opening;
  private final LeasedValues triples;

  /** A factor, a part of the triple and the product, shares and MACs of each. */
  private final long[] factor;

  private final long[] factorMacs;
  private final long[] part;
  private final long[] partMacs;
  private final long[] sum;
  private final long[] sumMacs;
  private final long[] term;

  /** Access to factors and products. Arrays are for one block and start at 0. */
  public interface Operands {
    /** Copies left factors, from number {@code first} on. */
    void left(int first, int n, long[] values, long[] macs);

    /** Copies right factors; called twice. */
    void right(int first, int n, long[] values, long[] macs);

    /**
     * Stores products. Those of one block are stored after all factors of this block were copied.
     */
    void product(int first, int n, long[] values, long[] macs);
  }

  /**
   * Creates the multiplication.
   *
   * @param store holds the triples
   */
  public Product(PrepStore store, Material material, Opening opening) {
    this.field = material.field();
    this.opening = opening;
    this.triples = new LeasedValues(store, material, material.triples());
    int longs = BLOCK * field.limbs();
    this.factor = new long[longs];
    this.factorMacs = new long[longs];
    this.part = new long[longs];
    this.partMacs = new long[longs];
    this.sum = new long[longs];
    this.sumMacs = new long[longs];
    this.term = new long[longs];
  }

  /** Multiplies {@code n} pairs of factors. */
  public void multiply(Operands operands, int n) throws MpcException {
    if (n == 0) {
      return;
    }
    opening.begin(Math.multiplyExact(2, n));
    mask(operands, n);
    opening.start();
    opening.stop();
    combine(operands, n);
    opening.end();
  }

  /**
   * Takes triples for {@code n} products, and writes this party's shares of ε and δ as the first 2
   * n values of the opening.
   */
  void mask(Operands operands, int n) throws MpcException {
    triples.lease(n);
    for (int first = 0; first < n; first += BLOCK) {
      mask(operands, first, Math.min(BLOCK, n - first));
    }
  }

  /** Computes the products of the factors that were masked, when ε and δ have arrived. */
  void combine(Operands operands, int n) throws MpcException {
    for (int first = 0; first < n; first += BLOCK) {
      combine(operands, first, Math.min(BLOCK, n - first));
    }
    triples.release();
  }

  /** Computes this party's shares of ε of a block and then of δ. */
  private void mask(Operands operands, int first, int n) {
    operands.left(first, n, factor, factorMacs);
    mask(Material.A, first, n, 2 * first);
    operands.right(first, n, factor, factorMacs);
    mask(Material.B, first, n, 2 * first + n);
  }

  private void mask(int value, int first, int n, int number) {
    int at = opening.at(number);
    triples.copy(first, n, value, part, 0, partMacs, 0);
    field.subtract(factor, 0, part, 0, opening.values(), at, n);
    field.subtract(factorMacs, 0, partMacs, 0, opening.macs(), at, n);
    opening.put(number, n);
  }

  private void combine(Operands operands, int first, int n) throws MpcException {
    opening.take(2 * first, n);
    opening.take(2 * first + n, n);
    long[] opened = opening.values();
    int epsilon = opening.at(2 * first);
    int delta = opening.at(2 * first + n);
    operands.right(first, n, factor, factorMacs);
    triples.copy(first, n, Material.A, part, 0, partMacs, 0);
    triples.copy(first, n, Material.C, sum, 0, sumMacs, 0);
    addProduct(sum, factor, opened, epsilon, n);
    addProduct(sum, part, opened, delta, n);
    addProduct(sumMacs, factorMacs, opened, epsilon, n);
    addProduct(sumMacs, partMacs, opened, delta, n);
    operands.product(first, n, sum, sumMacs);
  }

  private void addProduct(long[] to, long[] shares, long[] opened, int at, int n) {
    field.multiply(shares, 0, opened, at, term, 0, n);
    field.add(to, 0, term, 0, to, 0, n);
  }

  /** Wipes parts of factors and products. */
  public void wipe() {
    triples.release();
    for (long[] each : new long[][] {factor, factorMacs, part, partMacs, sum, sumMacs, term}) {
      Secrets.wipe(each);
    }
  }
}
