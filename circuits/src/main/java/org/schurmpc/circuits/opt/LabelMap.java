package org.schurmpc.circuits.opt;

/**
 * Maps labels to numbers: an open hash table in arrays, because there are as many entries as gates.
 */
final class LabelMap {
  private long[] high = new long[1 << 10];
  private long[] low = new long[1 << 10];
  private int[] numbers = new int[1 << 10]; // plus one; 0 is free
  private int size;

  /** Returns the number of a label; -1 if there is none. */
  int get(long labelHigh, long labelLow) {
    return numbers[find(labelHigh, labelLow)] - 1;
  }

  /** Sets the number of a label, replacing an earlier number. */
  void put(long labelHigh, long labelLow, int number) {
    int at = find(labelHigh, labelLow);
    if (numbers[at] == 0) {
      size++;
    }
    high[at] = labelHigh;
    low[at] = labelLow;
    numbers[at] = number + 1;
    if (2 * size > numbers.length) {
      grow();
    }
  }

  private int find(long labelHigh, long labelLow) {
    int at = (int) labelLow & (numbers.length - 1); // labels look random
    while (numbers[at] != 0 && (high[at] != labelHigh || low[at] != labelLow)) {
      at = (at + 1) & (numbers.length - 1);
    }
    return at;
  }

  private void grow() {
    long[] oldHigh = high;
    long[] oldLow = low;
    int[] old = numbers;
    high = new long[2 * old.length];
    low = new long[2 * old.length];
    numbers = new int[2 * old.length];
    for (int i = 0; i < old.length; i++) {
      if (old[i] != 0) {
        int at = find(oldHigh[i], oldLow[i]);
        high[at] = oldHigh[i];
        low[at] = oldLow[i];
        numbers[at] = old[i];
      }
    }
  }
}
