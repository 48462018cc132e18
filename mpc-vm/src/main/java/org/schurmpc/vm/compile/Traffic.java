package org.schurmpc.vm.compile;

import java.util.Arrays;

/**
 * Rounds and bytes on the lines, with one thread and without a nominated party.
 *
 * @param rounds number of rounds, those of inputs, checks and outputs included
 * @param bytes number of bytes that each party sends to each other one, by party
 */
@SuppressWarnings("ArrayRecordComponent")
record Traffic(long rounds, long[] bytes) {
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
