package org.schurmpc.vm.lang;

import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.vm.code.PublicTable;

/**
 * Lookups in a public table of bytes at secret bytes, which are images in the second field "gf2_40"
 * (KORSVV17, section 4.2). {@link SecondField#byteLookup} makes it. A lookup costs and checks what
 * one of {@link Lookup} does.
 */
public final class ByteLookup {
  private final Draft draft;
  private final int number;

  ByteLookup(Draft draft, LookupTable table) {
    this.draft = draft;
    this.number = draft.table(new PublicTable(PublicTable.Form.BYTES, table));
  }

  /**
   * Looks up one byte for each element.
   *
   * @param index the images of bytes; if an element is none, or of a byte beyond the table, the
   *     next check fails as if a party had cheated
   * @return the images of the table's entries
   */
  public SecretGf2ns of(SecretGf2ns index) {
    return new SecretGf2ns(draft, draft.lookup(number, index.operand(), 1));
  }
}
