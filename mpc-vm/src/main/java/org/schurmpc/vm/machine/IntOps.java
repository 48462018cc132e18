package org.schurmpc.vm.machine;

import java.util.Arrays;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.IntRules;
import org.schurmpc.vm.code.Op;

/** The instructions on integers of 64 bits; see {@link IntRules}. */
final class IntOps {
  private final long[] ints;

  IntOps(long[] ints) {
    this.ints = ints;
  }

  void execute(Op op, int[] code, int at, long argument) {
    if (op == Op.ARG) {
      ints[code[at + 1]] = argument;
      return;
    }
    int n = code[at + 1];
    int to = code[at + 2];
    boolean xOne = (code[at] & Code.X_ONE) != 0;
    if (op == Op.INT) {
      Arrays.fill(ints, to, to + n, immediate(code, at + 3));
    } else if (op == Op.MOVI && xOne) {
      Arrays.fill(ints, to, to + n, ints[code[at + 3]]);
    } else if (op == Op.MOVI) {
      System.arraycopy(ints, code[at + 3], ints, to, n);
    } else {
      binary(op, code[at + 3], xOne, code[at + 4], (code[at] & Code.Y_ONE) != 0, to, n);
    }
  }

  private static long immediate(int[] code, int at) {
    return (long) code[at] << Integer.SIZE | Integer.toUnsignedLong(code[at + 1]);
  }

  private void binary(Op op, int xAt, boolean xOne, int yAt, boolean yOne, int to, int n) {
    long x = ints[xAt];
    long y = ints[yAt];
    for (int j = 0; j < n; j++) {
      x = xOne ? x : ints[xAt + j];
      y = yOne ? y : ints[yAt + j];
      ints[to + j] = IntRules.compute(op, x, y);
    }
  }
}
