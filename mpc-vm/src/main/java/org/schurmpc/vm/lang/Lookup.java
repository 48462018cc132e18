package org.schurmpc.vm.lang;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.vm.code.PublicTable;
import org.schurmpc.vm.ir.Operation;

/**
 * Lookups in a public table at secret indices, over the second field (KORSVV17, section 4). {@link
 * SecondField#lookup} makes it.
 *
 * <p>A lookup takes a round, in which the masked index is opened, and a masked copy of the table,
 * which is preprocessed, whatever the table's content. Nothing is checked before if the verifier
 * proves that the index is one for every input: its bits are inputs that are proven to be bits,
 * random bits, bits of entries, sums, products and choices of these, also through arrays. Before
 * any other lookup, the machine checks everything that was opened; so it does for all values that
 * come out of a branch, a call or a loop of unknown length. Programs of compilers that are not
 * trusted are refused with such a lookup.
 *
 * <p>If a value is no index although no party cheated, since {@code assumeBits} was wrong, the next
 * check fails as if one had, and the material is destroyed. A party that can bring this about by
 * its input learns something of what the index depends on: indices must be ones for all inputs.
 */
public final class Lookup {
  private static final int FIELD = SecretGf2n.FIELD;

  private final Draft draft;
  private final LookupTable table;
  private final int number;

  Lookup(Draft draft, LookupTable table) {
    this.draft = draft;
    this.table = table;
    this.number = draft.table(new PublicTable(PublicTable.Form.BITS, table));
  }

  /**
   * Looks up one value for each element of some vectors.
   *
   * @param index vectors of the bits of the indices, over the second field: of all indices the
   *     lowest bit, then of all the next one, and so on
   * @return vectors of the bits of the table's entries, in the same way
   */
  public List<SecretBitVector> of(SecretBitVector... index) {
    int n = index.length == 0 ? 0 : index[0].size();
    int results = look(index);
    List<SecretBitVector> bits = new ArrayList<>();
    for (int i = 0; i < table.outputBits(); i++) {
      bits.add(new SecretBitVector(draft, draft.tape.ir.part(results, i * n, n)));
    }
    return bits;
  }

  /**
   * Looks up one value.
   *
   * @param index the bits of the index, over the second field, the lowest first
   * @return the bits of the table's entry, the lowest first
   */
  public List<SecretBit> of(SecretBit... index) {
    return draft.bits(look(index), table.outputBits());
  }

  /** Returns the number of the vector of all results. */
  private int look(BitValue<?>... index) {
    if (index.length != table.inputBits()) {
      throw draft.error(
          "a table of %d input bits is looked up at %d bits"
              .formatted(table.inputBits(), index.length));
    }
    for (BitValue<?> bit : index) {
      index[0].requireSameDraft(bit);
      if (!bit.isBinary()) {
        throw draft.error("a table is looked up at bits over the second field");
      }
      if (bit.n() != index[0].n()) {
        throw draft.error(
            "a vector of %d is combined with one of %d".formatted(index[0].n(), bit.n()));
      }
    }
    return draft.lookup(number, compose(index), table.outputBits());
  }

  /** Returns the number of the vector of the elements whose coefficients the bits are. */
  private Draft.Operand compose(BitValue<?>... bits) {
    int n = bits[0].n();
    Draft.Operand x = new Draft.Operand(draft.constant(FIELD, 2), 1);
    int sum = bits[bits.length - 1].id();
    for (int i = bits.length - 2; i >= 0; i--) {
      int shifted = draft.emit(Operation.MULM, 's', FIELD, new Draft.Operand(sum, n), x);
      sum = draft.emit(Operation.ADDS, 's', FIELD, n, shifted, bits[i].id());
    }
    return new Draft.Operand(sum, n);
  }
}
