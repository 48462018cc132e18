package org.schurmpc.vm.code;

/**
 * What instructions on integers of 64 bits compute. Results wrap as Java's long does; x / 0 is 0,
 * and x mod 0 is x. Shifts are by their amount modulo 64, to the right with sign.
 */
public final class IntRules {
  private IntRules() {}

  /**
   * Returns the result of an instruction with two integers.
   *
   * @throws IllegalArgumentException if the instruction is another one
   */
  public static long compute(Op op, long x, long y) {
    return switch (op) {
      case ADDI -> x + y;
      case SUBI -> x - y;
      case MULI -> x * y;
      case DIVI -> y == 0 ? 0 : x / y;
      case MODI -> y == 0 ? x : x % y;
      case SHLI -> x << y;
      case SHRI -> x >> y;
      case ANDI -> x & y;
      case ORI -> x | y;
      case XORI -> x ^ y;
      case LTI -> x < y ? 1 : 0;
      case EQI -> x == y ? 1 : 0;
      default -> throw new IllegalArgumentException(op.mnemonic() + " is not on two integers");
    };
  }
}
