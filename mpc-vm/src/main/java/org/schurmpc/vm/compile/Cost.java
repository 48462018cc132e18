package org.schurmpc.vm.compile;

import java.util.Arrays;
import org.schurmpc.vm.code.Counts;

/**
 * What a part of a program costs.
 *
 * @param rounds number of rounds of openings
 * @param inputs number of input instructions
 * @param inputOpenings number of those that open bits
 * @param checks number of checks that reveals, conversions to integers and prints force
 * @param opened number of elements opened
 * @param bytes number of bytes of these
 * @param items preprocessed items consumed
 * @param traffic all rounds and bytes on the lines
 */
public record Cost(
    long rounds,
    long inputs,
    long inputOpenings,
    long checks,
    long opened,
    long bytes,
    Counts items,
    Traffic traffic) {
  static Cost none(int parties) {
    return checks(0, Traffic.none(parties));
  }

  static Cost checks(long checks, Traffic traffic) {
    Counts none = Counts.none(traffic.bytes().length);
    return new Cost(0, 0, 0, checks, 0, 0, none, traffic);
  }

  static Cost items(Counts items, int parties) {
    return input(0, 0, items, Traffic.none(parties));
  }

  static Cost input(long inputs, long inputOpenings, Counts items, Traffic traffic) {
    return new Cost(0, inputs, inputOpenings, 0, 0, 0, items, traffic);
  }

  Cost plus(Cost other) {
    return new Cost(
        Math.addExact(rounds, other.rounds),
        Math.addExact(inputs, other.inputs),
        Math.addExact(inputOpenings, other.inputOpenings),
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
        Math.multiplyExact(inputOpenings, factor),
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
        Math.max(inputOpenings, other.inputOpenings),
        sum.checks,
        sum.opened,
        sum.bytes,
        sum.items,
        sum.traffic);
  }

  boolean isNone() {
    return (rounds | inputs | checks | opened | traffic.rounds()) == 0 && items.isNone();
  }

  /**
   * Rounds and bytes on the lines, with one thread and without a nominated party.
   *
   * @param rounds number of rounds, those of inputs, checks and outputs included
   * @param bytes number of bytes that each party sends to each other one, by party
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Traffic(long rounds, long[] bytes) {
    static Traffic none(int parties) {
      return new Traffic(0, new long[parties]);
    }

    /** Returns rounds in which all parties send equally much. */
    static Traffic of(int parties, long rounds, long bytes) {
      long[] each = new long[parties];
      Arrays.fill(each, bytes);
      return new Traffic(rounds, each);
    }

    Traffic plus(Traffic other) {
      long[] sums = bytes.clone();
      for (int party = 0; party < sums.length; party++) {
        sums[party] = Math.addExact(sums[party], other.bytes[party]);
      }
      return new Traffic(Math.addExact(rounds, other.rounds), sums);
    }

    Traffic times(long factor) {
      return new Traffic(
          Math.multiplyExact(rounds, factor),
          Arrays.stream(bytes).map(each -> Math.multiplyExact(each, factor)).toArray());
    }
  }
}
