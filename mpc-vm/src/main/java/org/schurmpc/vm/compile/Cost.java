package org.schurmpc.vm.compile;

import org.schurmpc.vm.code.Counts;

/**
 * What a part of a program costs.
 *
 * @param rounds number of rounds of openings
 * @param inputs number of input instructions
 * @param checks number of checks that reveals, conversions to integers and prints force
 * @param opened number of elements opened
 * @param bytes number of bytes of these
 * @param items preprocessed items consumed
 * @param traffic all rounds and bytes on the lines
 */
public record Cost(
    long rounds, long inputs, long checks, long opened, long bytes, Counts items, Traffic traffic) {
  static Cost none(int parties) {
    return checks(0, Traffic.none(parties));
  }

  static Cost checks(long checks, Traffic traffic) {
    Counts none = Counts.none(traffic.bytes().length);
    return new Cost(0, 0, checks, 0, 0, none, traffic);
  }

  static Cost inputs(long inputs, Counts items, Traffic traffic) {
    return new Cost(0, inputs, 0, 0, 0, items, traffic);
  }

  Cost plus(Cost other) {
    return new Cost(
        Math.addExact(rounds, other.rounds),
        Math.addExact(inputs, other.inputs),
        Math.addExact(checks, other.checks),
        Math.addExact(opened, other.opened),
        Math.addExact(bytes, other.bytes),
        items.plus(other.items),
        traffic.plus(other.traffic));
  }

  Cost times(long factor) {
    return new Cost(
        Math.multiplyExact(rounds, factor),
        Math.multiplyExact(inputs, factor),
        Math.multiplyExact(checks, factor),
        Math.multiplyExact(opened, factor),
        Math.multiplyExact(bytes, factor),
        items.times(factor),
        traffic.times(factor));
  }

  /** Returns the cost of both side by side: rounds of the longer one, all else of both. */
  Cost beside(Cost other) {
    Cost sum = plus(other);
    return new Cost(
        Math.max(rounds, other.rounds),
        Math.max(inputs, other.inputs),
        sum.checks,
        sum.opened,
        sum.bytes,
        sum.items,
        sum.traffic);
  }

  boolean isNone() {
    return (rounds | inputs | checks | opened | traffic.rounds()) == 0 && items.isNone();
  }
}
