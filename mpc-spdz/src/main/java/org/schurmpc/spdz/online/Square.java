package org.schurmpc.spdz.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.Shares;

/**
 * Many squares in one opening (DKLPSS12, section 5): with b = a^2 and ε = x - a opened, ⟨x^2⟩ = ⟨b⟩
 * + ε (⟨x⟩ + ⟨a⟩). Costs half as much as products.
 */
final class Square {
  private static final int BLOCK = Opening.BLOCK;

  private final Field field;
  private final Opening opening;
  private final LeasedValues pairs;
  private final Shares factor;
  private final Shares part;
  private final Shares sum;
  private final long[] term;

  Square(PrepStore store, Material material, Opening opening) {
    this.field = material.field();
    this.opening = opening;
    this.pairs = new LeasedValues(store, material, material.squares());
    this.factor = new Shares(field, BLOCK);
    this.part = new Shares(field, BLOCK);
    this.sum = new Shares(field, BLOCK);
    this.term = new long[BLOCK * field.limbs()];
  }

  /** Squares {@code n} left factors. */
  void square(Product.Operands operands, int n) throws MpcException {
    if (n == 0) {
      return;
    }
    opening.begin(n);
    mask(operands, n, 0);
    opening.start();
    opening.stop();
    combine(operands, n, 0);
    opening.end();
  }

  /**
   * Takes pairs for {@code n} squares, and writes this party's shares of ε as values of the
   * opening, from a number on.
   */
  void mask(Product.Operands operands, int n, int number) throws MpcException {
    pairs.lease(n);
    for (int first = 0; first < n; first += BLOCK) {
      int now = Math.min(BLOCK, n - first);
      int at = opening.at(number + first);
      operands.left(first, now, factor.values(), factor.macs());
      pairs.copy(first, now, Material.A, part, 0);
      field.subtract(factor.values(), 0, part.values(), 0, opening.values(), at, now);
      field.subtract(factor.macs(), 0, part.macs(), 0, opening.macs(), at, now);
      opening.put(number + first, now);
    }
  }

  /** Computes the squares of the factors that were masked, when ε has arrived. */
  void combine(Product.Operands operands, int n, int number) throws MpcException {
    for (int first = 0; first < n; first += BLOCK) {
      int now = Math.min(BLOCK, n - first);
      int at = opening.at(number + first);
      opening.take(number + first, now);
      operands.left(first, now, factor.values(), factor.macs());
      pairs.copy(first, now, Material.A, part, 0);
      pairs.copy(first, now, Material.B, sum, 0);
      addProduct(factor.values(), part.values(), sum.values(), at, now);
      addProduct(factor.macs(), part.macs(), sum.macs(), at, now);
      operands.product(first, now, sum.values(), sum.macs());
    }
    pairs.release();
  }

  /** Computes to = to + ε (x + a). */
  private void addProduct(long[] x, long[] a, long[] to, int epsilon, int n) {
    field.add(x, 0, a, 0, term, 0, n);
    field.multiply(term, 0, opening.values(), epsilon, term, 0, n);
    field.add(to, 0, term, 0, to, 0, n);
  }

  void wipe() {
    pairs.release();
    factor.wipe();
    part.wipe();
    sum.wipe();
    Secrets.wipe(term);
  }
}
