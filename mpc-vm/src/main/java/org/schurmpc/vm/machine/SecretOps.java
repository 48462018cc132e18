package org.schurmpc.vm.machine;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Op;

/** The instructions on secret elements of one field that send nothing. */
final class SecretOps {
  private final SecretBackend secrets;
  private final int limbs;
  private final Bank registers;
  private final long[] clear;
  private final Bank left;
  private final Bank right;
  private final long[] rightClear;

  /** A matrix that is transposed in its place; null until there is one. */
  private Bank whole;

  SecretOps(SecretBackend secrets, Bank registers, long[] clear) {
    this.secrets = secrets;
    this.limbs = secrets.field().limbs();
    this.registers = registers;
    this.clear = clear;
    this.left = secrets.bank(Rows.BLOCK);
    this.right = secrets.bank(Rows.BLOCK);
    this.rightClear = new long[Rows.BLOCK * limbs];
  }

  void execute(Op op, int[] code, int at) throws MpcException {
    int n = code[at + 1];
    int to = code[at + 2];
    int x = code[at + 3];
    boolean xOne = (code[at] & Code.X_ONE) != 0;
    switch (op) {
      case MOVS -> {
        if (xOne) {
          Rows.repeat(registers, x, registers, to, n);
        } else {
          registers.copy(to, registers, x, n);
        }
      }
      case SHARE -> {
        secrets.set(clear, x * limbs, registers, to, xOne ? 1 : n);
        if (xOne) {
          Rows.repeat(registers, to, registers, to, n);
        }
      }
      case SUMS -> secrets.sum(registers, x, registers, to, n);
      case TRANS -> transpose(x, to, code[at + 4], n);
      case TRIPLE -> secrets.triples(registers, to, x, code[at + 4], n);
      case SQUARE -> secrets.squares(registers, to, x, n);
      case INV -> secrets.inverses(registers, to, x, n);
      case BIT -> secrets.bits(registers, to, n);
      case RAND -> secrets.random(registers, to, n);
      default -> binary(op, code, at);
    }
  }

  /** Puts the columns of a matrix in the place of its rows. */
  private void transpose(int x, int to, int rows, int n) {
    if (x != to) {
      registers.transpose(to, registers, x, rows, n / rows);
      return;
    }
    if (whole == null || whole.count() < n) {
      wipeWhole();
      whole = secrets.bank(n);
    }
    whole.copy(0, registers, x, n);
    registers.transpose(to, whole, 0, rows, n / rows);
  }

  private void binary(Op op, int[] code, int at) {
    int n = code[at + 1];
    int to = code[at + 2];
    int x = code[at + 3];
    int y = code[at + 4];
    boolean xOne = (code[at] & Code.X_ONE) != 0;
    boolean yOne = (code[at] & Code.Y_ONE) != 0;
    boolean both = op == Op.ADDS || op == Op.SUBS;
    if (n == 1 || (!xOne && !yOne)) {
      block(op, registers, x, registers, clear, y, to, n);
      return;
    }
    int block = Math.min(n, Rows.BLOCK);
    if (xOne) {
      Rows.repeat(registers, x, left, 0, block);
    }
    if (yOne && both) {
      Rows.repeat(registers, y, right, 0, block);
    } else if (yOne) {
      Rows.repeat(clear, y * limbs, rightClear, 0, limbs, block);
    }
    for (int done = 0; done < n; done += block) {
      int now = Math.min(block, n - done);
      block(
          op,
          xOne ? left : registers,
          xOne ? 0 : x + done,
          yOne ? right : registers,
          yOne ? rightClear : clear,
          yOne ? 0 : y + done,
          to + done,
          now);
    }
  }

  /** The right operands are secret or clear, by the instruction, at one position in elements. */
  private void block(Op op, Bank a, int aAt, Bank b, long[] c, int bAt, int to, int n) {
    switch (op) {
      case ADDS -> secrets.add(a, aAt, b, bAt, registers, to, n);
      case SUBS -> secrets.subtract(a, aAt, b, bAt, registers, to, n);
      case ADDM -> secrets.addPublic(a, aAt, c, bAt * limbs, registers, to, n);
      case SUBM -> secrets.subtractPublic(a, aAt, c, bAt * limbs, registers, to, n);
      case RSUBM -> secrets.publicMinus(c, bAt * limbs, a, aAt, registers, to, n);
      case MULM -> secrets.multiplyPublic(a, aAt, c, bAt * limbs, registers, to, n);
      default -> throw new IllegalStateException(op.mnemonic() + " is not on secret elements");
    }
  }

  private void wipeWhole() {
    if (whole != null) {
      whole.wipe();
    }
  }

  void wipe() {
    left.wipe();
    right.wipe();
    wipeWhole();
  }
}
