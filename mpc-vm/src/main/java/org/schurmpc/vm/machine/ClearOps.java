package org.schurmpc.vm.machine;

import java.math.BigInteger;
import java.util.Arrays;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Numbers;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Op;

/** The instructions on clear elements of one field. */
final class ClearOps {
  private final Field field;
  private final Numbers numbers;
  private final int limbs;
  private final long[] pool;
  private final long[] clear;
  private final long[] ints;
  private final long[] left;
  private final long[] right;
  private final long[] inverse;

  /** Whether all integers of 64 bits are elements. */
  private final boolean all64;

  /** The greatest integer of 64 bits that is an element, as its negative is. */
  private final long most;

  /** The sum of 1 and 1, which is 0 in characteristic 2, and 0 - 1. */
  private final long[] two;

  private final long[] minusOne;

  ClearOps(Field field, long[] pool, long[] clear, long[] ints) {
    this.field = field;
    this.numbers = new Numbers(field);
    this.limbs = field.limbs();
    BigInteger half = field.order().shiftRight(1);
    this.all64 = field.isBinary() || half.bitLength() >= Long.SIZE;
    this.most = half.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
    this.pool = pool;
    this.clear = clear;
    this.ints = ints;
    this.left = new long[Rows.BLOCK * limbs];
    this.right = new long[Rows.BLOCK * limbs];
    this.inverse = new long[Rows.BLOCK * limbs];
    long[] one = field.element(1);
    this.two = new long[limbs];
    this.minusOne = new long[limbs];
    field.add(one, 0, one, 0, two, 0, 1);
    field.subtract(minusOne, 0, one, 0, minusOne, 0, 1);
  }

  /** Whether each integer that an instruction takes is one element of the field, with its sign. */
  boolean areElements(int[] code, int at) {
    boolean all = true;
    int n = (code[at] & Code.X_ONE) != 0 ? 1 : code[at + 1];
    for (int j = 0; j < n; j++) {
      long number = ints[code[at + 3] + j];
      all &= number <= most && number >= -most;
    }
    return all || all64;
  }

  void execute(Op op, int[] code, int at) {
    int n = code[at + 1];
    int to = code[at + 2] * limbs;
    boolean xOne = (code[at] & Code.X_ONE) != 0;
    boolean yOne = (code[at] & Code.Y_ONE) != 0;
    switch (op) {
      case LDK -> copy(pool, code[at + 3] * limbs, xOne, to, n);
      case MOVC -> copy(clear, code[at + 3] * limbs, xOne, to, n);
      case SHL, SHR, MOD2K -> {
        if (xOne) {
          shift(op, code[at + 3] * limbs, code[at + 4], to, 1);
          Rows.repeat(clear, to, clear, to, limbs, n);
        } else {
          shift(op, code[at + 3] * limbs, code[at + 4], to, n);
        }
      }
      case ITOC -> {
        numbers.fromLongs(ints, code[at + 3], clear, to, xOne ? 1 : n);
        if (xOne) {
          Rows.repeat(clear, to, clear, to, limbs, n);
        }
      }
      default -> binary(op, code[at + 3] * limbs, xOne, code[at + 4] * limbs, yOne, to, n);
    }
  }

  private void copy(long[] from, int fromAt, boolean one, int to, int n) {
    if (one) {
      Rows.repeat(from, fromAt, clear, to, limbs, n);
    } else {
      System.arraycopy(from, fromAt, clear, to, n * limbs);
    }
  }

  private void shift(Op op, int from, int k, int to, int n) {
    switch (op) {
      case SHL -> numbers.shiftLeft(clear, from, k, clear, to, n);
      case SHR -> numbers.shiftRight(clear, from, k, clear, to, n);
      default -> numbers.mod2k(clear, from, k, clear, to, n);
    }
  }

  private void binary(Op op, int x, boolean xOne, int y, boolean yOne, int to, int n) {
    if (n == 1 || (!xOne && !yOne)) {
      block(op, clear, x, clear, y, to, n);
      return;
    }
    if (op == Op.MULC && xOne != yOne) {
      scale(xOne ? x : y, xOne ? y : x, to, n);
      return;
    }
    int block = Math.min(n, Rows.BLOCK);
    if (xOne) {
      Rows.repeat(clear, x, left, 0, limbs, block);
    }
    if (yOne) {
      Rows.repeat(clear, y, right, 0, limbs, block);
    }
    for (int done = 0; done < n; done += block) {
      int now = Math.min(block, n - done);
      int from = done * limbs;
      block(
          op,
          xOne ? left : clear,
          xOne ? 0 : x + from,
          yOne ? right : clear,
          yOne ? 0 : y + from,
          to + from,
          now);
    }
  }

  /** Multiplies by one element; by -1 and 2, which are usual with public bits, with a sum. */
  private void scale(int one, int x, int to, int n) {
    System.arraycopy(clear, one, left, 0, limbs);
    if (is(left, two)) {
      field.add(clear, x, clear, x, clear, to, n);
    } else if (is(left, minusOne)) {
      Arrays.fill(right, 0);
      for (int done = 0; done < n; done += Rows.BLOCK) {
        int from = done * limbs;
        int now = Math.min(Rows.BLOCK, n - done);
        field.subtract(right, 0, clear, x + from, clear, to + from, now);
      }
    } else {
      field.scale(left, 0, clear, x, clear, to, n);
    }
  }

  private boolean is(long[] element, long[] of) {
    return Arrays.equals(element, 0, limbs, of, 0, limbs);
  }

  private void block(Op op, long[] a, int aAt, long[] b, int bAt, int to, int n) {
    switch (op) {
      case ADDC -> field.add(a, aAt, b, bAt, clear, to, n);
      case SUBC -> field.subtract(a, aAt, b, bAt, clear, to, n);
      case MULC -> field.multiply(a, aAt, b, bAt, clear, to, n);
      case DIVC -> divide(a, aAt, b, bAt, to, n);
      case IDIV -> numbers.divide(a, aAt, b, bAt, clear, to, n);
      case MOD -> numbers.remainder(a, aAt, b, bAt, clear, to, n);
      case AND -> numbers.and(a, aAt, b, bAt, clear, to, n);
      case OR -> numbers.or(a, aAt, b, bAt, clear, to, n);
      case XOR -> numbers.xor(a, aAt, b, bAt, clear, to, n);
      default -> throw new IllegalStateException(op.mnemonic() + " is not on clear elements");
    }
  }

  private void divide(long[] a, int aAt, long[] b, int bAt, int to, int n) {
    for (int done = 0; done < n; done += Rows.BLOCK) {
      int now = Math.min(Rows.BLOCK, n - done);
      int from = done * limbs;
      field.invert(b, bAt + from, inverse, 0, now);
      field.multiply(a, aAt + from, inverse, 0, clear, to + from, now);
    }
  }

  /**
   * Converts elements to integers with sign.
   *
   * @return whether all fit; if not, the output has no meaning
   */
  boolean toInts(int[] code, int at) {
    return numbers.toLongs(clear, code[at + 3] * limbs, ints, code[at + 2], code[at + 1]);
  }

  /** Sets integers to 1 where elements are 0, and to 0 elsewhere. */
  void isZero(int[] code, int at) {
    for (int j = 0; j < code[at + 1]; j++) {
      long any = 0;
      for (int i = 0; i < limbs; i++) {
        any |= clear[(code[at + 3] + j) * limbs + i];
      }
      ints[code[at + 2] + j] = any == 0 ? 1 : 0;
    }
  }
}
