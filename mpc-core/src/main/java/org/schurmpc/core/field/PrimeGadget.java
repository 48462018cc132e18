package org.schurmpc.core.field;

import java.util.Arrays;

/**
 * Gadget sums modulo primes: sum over h of 2^h row_h. For {@value #GROUP} rows the halves of words
 * add up within a word, so that carries are deferred; the sum is reduced once.
 */
final class PrimeGadget {
  private static final int GROUP = 32;

  /** Number of rows of a group that are taken together. */
  private static final int STEP = 8;

  /** Number of words of rows that are processed together, few enough for the first-level cache. */
  private static final int BLOCK = 64;

  private final PrimeField field;
  private final int limbs;
  private final int bits;

  /** Sums of the lower and of the upper halves of the rows' words. */
  private final long[] low = new long[BLOCK];

  private final long[] high = new long[BLOCK];

  /** Number of half words of one sum, with room for carries, and the words themselves. */
  private final int digits;

  private final long[] columns;
  private final long[] words;

  PrimeGadget(PrimeField field) {
    this.field = field;
    this.limbs = field.limbs();
    this.bits = field.bits();
    // Room for the last group's halves, for the element's, and for the last carry.
    this.digits = ((bits - 1) / GROUP + 2 * limbs + 2) & ~1;
    this.columns = new long[BLOCK / limbs * digits];
    this.words = new long[digits / 2];
  }

  void composeEach(long[] rows, int rowsAt, long[] to, int toAt, int n) {
    for (int j = 0; j < n; j++) {
      Arrays.fill(columns, 0, digits, 0);
      for (int h = 0; h < bits; h += GROUP) {
        int count = Math.min(bits - h, GROUP);
        for (int i = 0; i < limbs; i++) {
          sum(rows, rowsAt + (j * bits + h) * limbs + i, limbs, count, low, high, i);
        }
        spill(h / GROUP, 1);
      }
      carry(0);
      field.reduce(words, 0, words.length, 1, to, toAt + j * limbs);
    }
    wipe();
  }

  void composeRows(long[] rows, int rowsAt, int stride, long[] to, int toAt, int n) {
    int block = BLOCK / limbs;
    for (int j = 0; j < n; j += block) {
      int count = Math.min(block, n - j);
      compose(rows, rowsAt + j * limbs, stride, to, toAt + j * limbs, count);
    }
    wipe();
  }

  private void wipe() {
    Arrays.fill(low, 0);
    Arrays.fill(high, 0);
    Arrays.fill(columns, 0);
    Arrays.fill(words, 0);
  }

  private void compose(long[] rows, int at, int stride, long[] to, int toAt, int count) {
    int width = count * limbs;
    Arrays.fill(columns, 0, count * digits, 0);
    for (int h = 0; h < bits; h += GROUP) {
      Arrays.fill(low, 0, width, 0);
      Arrays.fill(high, 0, width, 0);
      int i = Math.min(bits - h, GROUP);
      for (; i >= STEP; i -= STEP) {
        append(rows, at + (h + i - STEP) * stride, stride, low, high, width);
      }
      // The lowest rows of the group, if their number is not a multiple of the step.
      for (; i > 0; i--) {
        appendRow(rows, at + (h + i - 1) * stride, low, high, width);
      }
      spill(h / GROUP, count);
    }
    for (int j = 0; j < count; j++) {
      carry(j * digits);
      field.reduce(words, 0, words.length, 1, to, toAt + j * limbs);
    }
  }

  /** Computes the sums of one word of each row. */
  private static void sum(
      long[] rows, int at, int limbs, int count, long[] low, long[] high, int to) {
    long l = 0;
    long u = 0;
    int i = count - STEP;
    for (; i >= 0; i -= STEP) {
      l = (l << STEP) + lowHalves(rows, at + i * limbs, limbs);
      u = (u << STEP) + highHalves(rows, at + i * limbs, limbs);
    }
    for (i += STEP - 1; i >= 0; i--) {
      long row = rows[at + i * limbs];
      l = (l << 1) + (row & Limbs.HALF);
      u = (u << 1) + (row >>> 32);
    }
    low[to] = l;
    high[to] = u;
  }

  /** Returns the sum over i below 8 of 2^i times the lower half of the word at offset i strides. */
  private static long lowHalves(long[] rows, int at, int stride) {
    return (rows[at] & Limbs.HALF)
        + ((rows[at + stride] & Limbs.HALF) << 1)
        + ((rows[at + 2 * stride] & Limbs.HALF) << 2)
        + ((rows[at + 3 * stride] & Limbs.HALF) << 3)
        + ((rows[at + 4 * stride] & Limbs.HALF) << 4)
        + ((rows[at + 5 * stride] & Limbs.HALF) << 5)
        + ((rows[at + 6 * stride] & Limbs.HALF) << 6)
        + ((rows[at + 7 * stride] & Limbs.HALF) << 7);
  }

  /** Returns the sum of {@link #lowHalves} for the upper halves. */
  private static long highHalves(long[] rows, int at, int stride) {
    return (rows[at] >>> 32)
        + ((rows[at + stride] >>> 32) << 1)
        + ((rows[at + 2 * stride] >>> 32) << 2)
        + ((rows[at + 3 * stride] >>> 32) << 3)
        + ((rows[at + 4 * stride] >>> 32) << 4)
        + ((rows[at + 5 * stride] >>> 32) << 5)
        + ((rows[at + 6 * stride] >>> 32) << 6)
        + ((rows[at + 7 * stride] >>> 32) << 7);
  }

  private static void append(long[] rows, int at, int stride, long[] low, long[] high, int width) {
    for (int j = 0; j < width; j++) {
      long l = lowHalves(rows, at + j, stride);
      long u = highHalves(rows, at + j, stride);
      low[j] = (low[j] << STEP) + l;
      high[j] = (high[j] << STEP) + u;
    }
  }

  private static void appendRow(long[] rows, int at, long[] low, long[] high, int width) {
    for (int j = 0; j < width; j++) {
      long row = rows[at + j];
      low[j] = (low[j] << 1) + (row & Limbs.HALF);
      high[j] = (high[j] << 1) + (row >>> 32);
    }
  }

  /** Adds the sums of a group of rows to the columns, from half word {@code place} on. */
  private void spill(int place, int count) {
    for (int j = 0; j < count; j++) {
      int column = j * digits + place;
      for (int i = 0; i < limbs; i++) {
        long l = low[j * limbs + i];
        long u = high[j * limbs + i];
        columns[column] += l & Limbs.HALF;
        columns[column + 1] += (l >>> 32) + (u & Limbs.HALF);
        columns[column + 2] += u >>> 32;
        column += 2;
      }
    }
  }

  private void carry(int at) {
    long carry = 0;
    for (int i = 0; i < words.length; i++) {
      long even = columns[at + 2 * i] + carry;
      long odd = columns[at + 2 * i + 1] + (even >>> 32);
      words[i] = (even & Limbs.HALF) | (odd << 32);
      carry = odd >>> 32;
    }
  }
}
