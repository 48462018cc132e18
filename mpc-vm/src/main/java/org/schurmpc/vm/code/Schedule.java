package org.schurmpc.vm.code;

import java.util.Arrays;

/**
 * The control program, which says what tapes run after and beside each other.
 *
 * @param words the instructions: {@link #RUN}, k, then k pairs of tape and argument; {@link #LOOP},
 *     count; {@link #WHILE}, address of an integer cell; {@link #END}, which closes a loop. Neither
 *     copied nor changed
 */
@SuppressWarnings("ArrayRecordComponent")
public record Schedule(int[] words) {
  /** Runs tapes beside each other, and waits for all. */
  public static final int RUN = 1;

  /** Repeats what follows up to {@link #END}. */
  public static final int LOOP = 2;

  /** Repeats what follows up to {@link #END} as long as an integer cell is not 0. */
  public static final int WHILE = 3;

  /** Ends the innermost loop. */
  public static final int END = 4;

  /** Collects a schedule. */
  public static final class Builder {
    private int[] words = new int[8];
    private int size;

    private void add(int word) {
      if (size == words.length) {
        words = Arrays.copyOf(words, 2 * size);
      }
      words[size++] = word;
    }

    /** Runs tapes beside each other: pairs of tape and argument. */
    public Builder run(int... tapesAndArguments) {
      add(RUN);
      add(tapesAndArguments.length / 2);
      for (int each : tapesAndArguments) {
        add(each);
      }
      return this;
    }

    /** Begins a loop of {@code count} turns. */
    public Builder loop(int count) {
      add(LOOP);
      add(count);
      return this;
    }

    /** Begins a loop that goes on as long as an integer cell is not 0. */
    public Builder whileNonZero(int address) {
      add(WHILE);
      add(address);
      return this;
    }

    /** Ends the innermost loop. */
    public Builder end() {
      add(END);
      return this;
    }

    public Schedule build() {
      return new Schedule(Arrays.copyOf(words, size));
    }
  }
}
