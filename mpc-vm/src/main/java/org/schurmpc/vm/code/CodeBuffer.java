package org.schurmpc.vm.code;

import java.util.Arrays;
import java.util.Objects;

/** Collects the words of a tape. Not thread-safe. */
public final class CodeBuffer {
  private static final int FIRST_SIZE = 64;

  private int[] words = new int[FIRST_SIZE];
  private int size;
  private int instructions;

  /**
   * Appends an instruction that is not a list.
   *
   * @param field number of the field, 0 if the instruction has none
   * @param flags {@link Code#X_ONE} and {@link Code#Y_ONE}, or 0
   * @param n number of elements; of a scalar instruction 0
   * @param operands the words of the operands, two for a number of 64 bits
   * @throws IllegalArgumentException if the number of words is not the instruction's
   */
  public void op(Op op, int field, int flags, int n, int... operands) {
    boolean vector = op.shape() == Op.Shape.VECTOR;
    if (op.words() != operands.length + (vector ? 2 : 1) || vector == (n == 0)) {
      throw new IllegalArgumentException(
          "%s with n = %d and %d words".formatted(op.mnemonic(), n, operands.length));
    }
    append(Code.head(op, field, flags));
    if (vector) {
      append(n);
    }
    append(operands, 0, operands.length);
    instructions++;
  }

  /** Appends the instruction that sets n integer registers to a number. */
  public void integer(int register, int n, long value) {
    op(Op.INT, 0, 0, n, register, (int) (value >>> Integer.SIZE), (int) value);
  }

  /** Appends a list whose entries are {@code count} words of an array. */
  public void list(Op op, int field, int[] entries, int from, int count) {
    if (op.shape() != Op.Shape.LIST) {
      throw new IllegalArgumentException(op.mnemonic() + " is no list");
    }
    append(Code.head(op, field, 0));
    append(count + 2);
    append(entries, from, count);
    instructions++;
  }

  private void append(int word) {
    reserve(1);
    words[size++] = word;
  }

  private void append(int[] from, int at, int count) {
    reserve(count);
    System.arraycopy(from, at, words, size, count);
    size += count;
  }

  private void reserve(int more) {
    int needed = Math.addExact(size, more);
    if (needed > words.length) {
      words = Arrays.copyOf(words, Math.max(needed, Math.addExact(size, size >> 1)));
    }
  }

  /** Returns the number of words so far: the position of the next instruction. */
  public int at() {
    return size;
  }

  /** Returns the number of instructions so far: the number of the next one. */
  public int instructions() {
    return instructions;
  }

  /** Replaces a word, for example the distance of a jump. */
  public void patch(int at, int word) {
    words[Objects.checkIndex(at, size)] = word;
  }

  /** Returns a copy of the words. */
  public int[] words() {
    return Arrays.copyOf(words, size);
  }
}
