package org.schurmpc.vm.lang;

import org.schurmpc.vm.code.ValueType;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * Records bits in TinyOT, for Boolean code in a program of two parties: XOR takes nothing, and a
 * product little. Vectors of them are {@link SecretBitVector}s, on which circuits run, too. {@link
 * ProgramBuilder#booleans} returns it.
 */
public final class BooleanPart {
  private final Draft draft;
  private final int field;

  BooleanPart(Draft draft) {
    this.draft = draft;
    this.field = draft.bitField;
    if (field < 0) {
      throw draft.error(
          "the program has no bits in TinyOT, which two parties have unless it is compiled without");
    }
  }

  private void requireCount(int n) {
    if (n < 1) {
      throw draft.error("a vector has at least 1 value, not %d".formatted(n));
    }
  }

  /** Returns n bits of a party. */
  public SecretBitVector inputs(String name, int party, int n) {
    return new SecretBitVector(draft, draft.ports.input(name, party, field, ValueType.BIT, 1, n));
  }

  /**
   * Returns the bits of n numbers of a party; whatever it gives is in the type's range. Bits of a
   * signed number are those of its distance from the least one.
   *
   * @return the bits of one number after the other, the lowest of a number first
   */
  public SecretBitVector inputs(String name, int party, IntType type, int n) {
    draft.requireFits(type.bounds(), "an input of " + type + " bits");
    if (type.signed() && type.bits() == 1) {
      throw draft.error("numbers that are given as bits have more than a sign");
    }
    int bits = draft.ports.inputBits(name, party, field, type.valueType(), type.bits(), n);
    return new SecretBitVector(draft, bits);
  }

  /** Returns n secret uniform bits that no party knows. */
  public SecretBitVector random(int n) {
    requireCount(n);
    return new SecretBitVector(
        draft, draft.emit(Operation.BIT, 's', field, n, TapeIr.NO, TapeIr.NO));
  }

  /** Returns public bits as secret ones, which they are not. */
  public SecretBitVector constant(boolean... bits) {
    SecretBitVector[] parts = new SecretBitVector[bits.length];
    for (int i = 0; i < bits.length; i++) {
      int value = draft.constant(field, bits[i] ? 1 : 0);
      parts[i] =
          new SecretBitVector(draft, draft.emit(Operation.SHARE, 's', field, 1, value, TapeIr.NO));
    }
    return SecretBitVector.join(parts);
  }

  private void requireHere(SecretBitVector bits) {
    if (bits.draft != draft || !bits.isBoolean()) {
      throw draft.error("the bits are not in TinyOT");
    }
  }

  /** Gives bits to both parties when the program ends. */
  public void output(String name, SecretBitVector bits) {
    requireHere(bits);
    draft.ports.output(bits, name, ValueType.BIT, 1);
  }

  /** Gives bits to one party when the program ends. */
  public void outputTo(int party, String name, SecretBitVector bits) {
    requireHere(bits);
    draft.ports.outputTo(party, bits, name, ValueType.BIT, 1);
  }

  /** Returns memory of n bits, which all tapes of the program share; zero at first. */
  public BitArray array(int n) {
    requireCount(n);
    return new BitArray(Memory.Cells.all(draft, draft.memory.hidden('s', field, n)));
  }

  /** An array of bits in TinyOT in the program's memory. */
  public final class BitArray {
    private final Memory.Cells cells;

    private BitArray(Memory.Cells cells) {
      this.cells = cells;
    }

    /** Returns the number of bits. */
    public int size() {
      return cells.size();
    }

    /** Loads n bits in a row. */
    public SecretBitVector vector(long from, int n) {
      return new SecretBitVector(draft, cells.load(from, n));
    }

    /** Loads n bits in a row. The run ends if they are not all in the array. */
    public SecretBitVector vector(Index from, int n) {
      return new SecretBitVector(draft, cells.load(from, n));
    }

    /** Stores bits into cells in a row. */
    public void store(long from, SecretBitVector bits) {
      requireHere(bits);
      cells.store(from, bits.id(), bits.size());
    }

    /** Stores bits into cells in a row. The run ends if they are not all in the array. */
    public void store(Index from, SecretBitVector bits) {
      requireHere(bits);
      cells.store(from, bits.id(), bits.size());
    }
  }
}
