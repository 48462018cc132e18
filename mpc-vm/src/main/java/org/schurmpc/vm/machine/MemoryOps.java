package org.schurmpc.vm.machine;

import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Op;

/** Loads and stores. Indices are public and right: they come from checked values only. */
final class MemoryOps {
  private final Areas registers;
  private final Areas memory;
  private final SecretBackend[] secrets;

  MemoryOps(Areas registers, Areas memory, SecretBackend[] secrets) {
    this.registers = registers;
    this.memory = memory;
    this.secrets = secrets;
  }

  /** Executes an instruction with the address in it. */
  void execute(Op op, int[] code, int at) {
    move(op, Code.field(code[at]), code[at + 2], code[at + 3], code[at + 1]);
  }

  /**
   * Executes an instruction whose address is in registers: of one run of cells, or of n cells.
   *
   * @throws BadFile if an index is outside of the array, or of the tape's footprints
   */
  void executeIndexed(Op op, TapeRunner.Frame frame, int at) throws BadFile {
    int[] code = frame.code();
    int n = code[at + 1];
    int indices = code[at + 5];
    boolean row = (code[at] & Code.X_ONE) != 0;
    if (row) {
      int cell = cell(op, frame, at, registers.ints[indices], n);
      move(plain(op), Code.field(code[at]), code[at + 2], cell, n);
      return;
    }
    for (int j = 0; j < n; j++) {
      cell(op, frame, at, registers.ints[indices + j], 1);
    }
    for (int j = 0; j < n; j++) {
      int cell = code[at + 3] + (int) registers.ints[indices + j];
      move(plain(op), Code.field(code[at]), code[at + 2] + j, cell, 1);
    }
  }

  /** Returns the first of n cells from an index on. */
  private static int cell(Op op, TapeRunner.Frame frame, int at, long index, int n) throws BadFile {
    int[] code = frame.code();
    int base = code[at + 3];
    int length = code[at + 4];
    if (index < 0 || index > length - n) {
      throw frame.bad(at, "the index is outside of the array");
    }
    int cell = base + (int) index;
    if (frame.territory() != null && !allows(op, frame, code[at], cell, n)) {
      throw frame.bad(at, "the index is outside of the tape's footprints");
    }
    return cell;
  }

  private static boolean allows(Op op, TapeRunner.Frame frame, int head, long cell, int n) {
    return frame.territory().allows(op.memory(), Code.field(head), op.isStore(), cell, cell + n);
  }

  /** Returns the instruction that has the address in it. */
  private static Op plain(Op op) {
    return switch (op) {
      case LDSX -> Op.LDS;
      case STSX -> Op.STS;
      case LDCX -> Op.LDC;
      case STCX -> Op.STC;
      case LDIX -> Op.LDI;
      default -> Op.STI;
    };
  }

  private void move(Op op, int f, int register, int cell, int n) {
    int limbs = secrets[f].field().limbs();
    switch (op) {
      case LDS -> registers.secret[f].copy(register, memory.secret[f], cell, n);
      case STS -> memory.secret[f].copy(cell, registers.secret[f], register, n);
      case LDC -> copy(memory.clear[f], cell, registers.clear[f], register, limbs, n);
      case STC -> copy(registers.clear[f], register, memory.clear[f], cell, limbs, n);
      case LDI -> copy(memory.ints, cell, registers.ints, register, 1, n);
      default -> copy(registers.ints, register, memory.ints, cell, 1, n);
    }
  }

  private static void copy(long[] from, int fromAt, long[] to, int toAt, int limbs, int n) {
    System.arraycopy(from, fromAt * limbs, to, toAt * limbs, n * limbs);
  }
}
