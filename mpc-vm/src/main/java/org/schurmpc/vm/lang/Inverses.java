package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * Random secret elements a of the first field that are not 0, with their inverses 1/a. As factors,
 * they hide elements that are not 0 when these are opened: x a is uniform among the elements that
 * are not 0, whatever x is. {@link ProgramBuilder#inverses} makes them.
 *
 * <p>A product x a shows whether x is 0, so x must not be 0. A peer that forges an opening adds an
 * error of its choice to a factor of a later product: x y becomes (x + e) y, and is 0 if x is -e.
 * So the machine checks all earlier openings before it sends what {@link #reveal} opens.
 */
public final class Inverses {
  private final SecretElements values;
  private final SecretElements inverses;
  private final Masks.Once once;

  /** Makes n pairs. */
  Inverses(Draft draft, int n) {
    if (n < 1) {
      throw draft.error("there are inverses of 1 element or more, not " + n);
    }
    int at = draft.tape.ir.add(Operation.INV, n, TapeIr.NO, TapeIr.NO, draft.lines.here());
    int both = draft.tape.ir.define(at, 's', 0, Math.multiplyExact(2, n));
    values = new SecretElements(draft, draft.tape.ir.part(both, 0, n));
    inverses = new SecretElements(draft, draft.tape.ir.part(both, n, n));
    once = new Masks.Once(values, "a vector of inverses");
  }

  /** Returns the number of pairs. */
  public int size() {
    return values.size();
  }

  /** Returns the elements a. */
  public SecretElements values() {
    return values;
  }

  /** Returns the elements 1/a. */
  public SecretElements inverses() {
    return inverses;
  }

  /**
   * Opens products that these pairs hide, once. Takes a round, and a check of all openings before.
   *
   * @param products each one, on the developer's word, the a or the 1/a of its place times elements
   *     that are not 0; otherwise the opening shows which of them is 0, or more
   * @throws ProgramError if the pairs were used, or are for another number of elements
   */
  public ClearInts reveal(SecretElements products) {
    Draft draft = products.draft;
    values.requireSameDraft(products);
    if (products.size() != size()) {
      throw draft.error("%d inverses cannot hide %d elements".formatted(size(), products.size()));
    }
    once.requireUnused();
    once.use();
    return products.reveal();
  }
}
