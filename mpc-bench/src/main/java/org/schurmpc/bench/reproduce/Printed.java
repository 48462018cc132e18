package org.schurmpc.bench.reproduce;

import java.util.OptionalInt;

/**
 * A row of a table as the paper prints it, to the digit; empty where it prints nothing.
 *
 * @param blocks of all instances
 * @param totalMillis of a run
 * @param millisPerBlock as printed, which need not be the quotient of the other two
 * @param interval half the width of the 95 % confidence interval of {@link #millisPerBlock}
 */
public record Printed(
    OptionalInt blocks, OptionalInt totalMillis, int millisPerBlock, OptionalInt interval) {

  static Printed of(int blocks, int totalMillis, int millisPerBlock, int interval) {
    return new Printed(
        OptionalInt.of(blocks),
        OptionalInt.of(totalMillis),
        millisPerBlock,
        OptionalInt.of(interval));
  }

  static Printed withoutInterval(int blocks, int totalMillis, int millisPerBlock) {
    return new Printed(
        OptionalInt.of(blocks), OptionalInt.of(totalMillis), millisPerBlock, OptionalInt.empty());
  }

  /** "14 ± 1", as printed. */
  String time() {
    return millisPerBlock + (interval.isPresent() ? " ± " + interval.getAsInt() : "");
  }

  /** A figure of the paper's text, where no table has it. */
  static Printed inText(int millisPerBlock) {
    return new Printed(
        OptionalInt.empty(), OptionalInt.empty(), millisPerBlock, OptionalInt.empty());
  }
}
