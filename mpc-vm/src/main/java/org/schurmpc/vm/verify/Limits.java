package org.schurmpc.vm.verify;

/** The largest programs that run. */
final class Limits {
  static final int VECTOR = 1 << 24;
  static final int SHIFT = 1 << 9;
  static final int PARTIES = 16;
  static final int TAPES = 1 << 16;

  /** Number of entries of each list whose length has 16 bits in a file. */
  static final int ENTRIES = 0xffff;

  static final int PORT_ELEMENTS = 1 << 26;

  /** Number of values that are opened at once: those of a startopen, and all outputs. */
  static final int OPENED = 1 << 24;

  /** Number of bits of the values of one input instruction whose range is proven. */
  static final int INPUT_BITS = 1 << 27;

  /** Number of public tables. */
  static final int TABLES = 1 << 6;

  static final int CONSTANTS = 1 << 26;
  static final int CELLS = 1 << 28;
  static final long MEMORY_BYTES = 1L << 32;
  static final long REGISTER_BYTES = 1L << 30;
  static final int TEXT_BYTES = 1 << 12;
  static final int NAME_BYTES = 1 << 8;

  /** Product of the counts of nested loops. */
  static final long TURNS = 1L << 40;

  /** Number of footprints and ports of all tapes that a schedule names, counted each time. */
  static final long STEPS = 1L << 24;

  /** Number of loops around an instruction, with those around the calls of its routine. */
  static final int LOOPS = 1 << 8;

  private Limits() {}

  /** Whether the product of two numbers, neither of them negative, is above {@link #TURNS}. */
  static boolean exceedTurns(long a, long b) {
    return b != 0 && a > TURNS / b; // the product itself may have more than 63 bits
  }
}
