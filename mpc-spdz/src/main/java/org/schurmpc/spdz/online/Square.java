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
  private final Shares part;
  private final Shares sum;
  private final long[] term;

  Square(PrepStore store, Material material, Opening opening) {
    this.field = material.field();
    this.opening = opening;
    this.pairs = new LeasedValues(store, material, material.squares());
    this.part = new Shares(field, BLOCK);
    this.sum = new Shares(field, BLOCK);
    this.term = new long[BLOCK * field.limbs()];
  }

  /** Computes to = x^2, element by element. */
  void square(Shares x, int xAt, Shares to, int toAt, int n) throws MpcException {
    if (n == 0) {
      return;
    }
    opening.begin(n);
    pairs.lease(n);
    for (int first = 0; first < n; first += BLOCK) {
      int now = Math.min(BLOCK, n - first);
      int at = opening.at(first);
      int from = x.at(xAt + first);
      pairs.copy(first, now, Material.A, part, 0);
      field.subtract(x.values(), from, part.values(), 0, opening.values(), at, now);
      field.subtract(x.macs(), from, part.macs(), 0, opening.macs(), at, now);
      opening.put(first, now);
    }
    opening.exchange();
    for (int first = 0; first < n; first += BLOCK) {
      int now = Math.min(BLOCK, n - first);
      opening.take(first, now);
      pairs.copy(first, now, Material.A, part, 0);
      pairs.copy(first, now, Material.B, sum, 0);
      int from = x.at(xAt + first);
      addProduct(x.values(), from, part.values(), sum.values(), first, now);
      addProduct(x.macs(), from, part.macs(), sum.macs(), first, now);
      to.copy(toAt + first, sum, 0, now);
    }
    opening.end();
    pairs.release();
  }

  /** Computes to = to + ε (x + a). */
  private void addProduct(long[] x, int xAt, long[] a, long[] to, int first, int n) {
    field.add(x, xAt, a, 0, term, 0, n);
    field.multiply(term, 0, opening.values(), opening.at(first), term, 0, n);
    field.add(to, 0, term, 0, to, 0, n);
  }

  void wipe() {
    pairs.release();
    part.wipe();
    sum.wipe();
    Secrets.wipe(term);
  }
}
