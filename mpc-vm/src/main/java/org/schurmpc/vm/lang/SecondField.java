package org.schurmpc.vm.lang;

import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.PublicTable;
import org.schurmpc.vm.code.ValueType;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * Records vectors over a program's second field, which is binary. {@link
 * ProgramBuilder#secondField} returns it.
 */
public final class SecondField {
  private static final int FIELD = SecretGf2n.FIELD;

  private final Draft draft;

  SecondField(Draft draft) {
    this.draft = draft;
    if (draft.fields.size() <= FIELD || draft.bitField == FIELD) {
      throw draft.error("the program has no second field for elements of GF(2^n)");
    }
  }

  /** Returns the field. */
  public Field field() {
    return draft.field(FIELD);
  }

  private void requireCount(int n) {
    if (n < 1) {
      throw draft.error("a vector has at least 1 value, not %d".formatted(n));
    }
  }

  /** Returns n bits of a party, which are proven to be 0 or 1. */
  public SecretBitVector inputBits(String name, int party, int n) {
    return new SecretBitVector(draft, draft.ports.input(name, party, FIELD, ValueType.BIT, 1, n));
  }

  /**
   * Returns the bits of n numbers of a party, which are proven to be below 2^width.
   *
   * @return the bits of one number after the other, the lowest of a number first
   */
  public SecretBitVector inputBits(String name, int party, int width, int n) {
    if (width < 1 || width > field().bits()) {
      throw draft.error("the second field has no elements of %d bits".formatted(width));
    }
    return new SecretBitVector(
        draft, draft.ports.inputBits(name, party, FIELD, ValueType.UNSIGNED, width, n));
  }

  /** Returns n secret uniform bits that no party knows. */
  public SecretBitVector randomBits(int n) {
    requireCount(n);
    return new SecretBitVector(
        draft, draft.emit(Operation.BIT, 's', FIELD, n, TapeIr.NO, TapeIr.NO));
  }

  /**
   * Returns lookups in a public table at secret bits.
   *
   * @param table at most 16 bits in and out
   */
  public Lookup lookup(LookupTable table) {
    return new Lookup(draft, table);
  }

  /**
   * Returns lookups in a public table at secret bytes, which are images in the field.
   *
   * @param table at most 8 bits in and out
   */
  public ByteLookup byteLookup(LookupTable table) {
    if (!field().name().equals(PublicTable.BYTE_FIELD)) {
      throw draft.error(
          "bytes are images in %s, and the second field is %s"
              .formatted(PublicTable.BYTE_FIELD, field().name()));
    }
    return new ByteLookup(draft, table);
  }

  /** Returns an array without a name. */
  public SecretGf2nArray secretArray(int n) {
    return new SecretGf2nArray(Memory.Cells.all(draft, draft.memory.hidden('s', FIELD, n)));
  }

  /** Gives elements to all parties when the program ends. */
  public void output(String name, SecretGf2ns values) {
    draft.ports.output(values, name, ValueType.ELEMENT, 0);
  }

  /** Gives elements to all parties when the program ends. */
  public void output(String name, ClearGf2ns values) {
    draft.ports.output(values, name, ValueType.ELEMENT, 0);
  }

  /** Gives elements to one party when the program ends. */
  public void outputTo(int party, String name, SecretGf2ns values) {
    draft.ports.outputTo(party, values, name, ValueType.ELEMENT, 0);
  }
}
