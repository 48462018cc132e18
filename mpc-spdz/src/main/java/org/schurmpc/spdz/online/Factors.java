package org.schurmpc.spdz.online;

import java.util.Arrays;
import org.schurmpc.spdz.share.Shares;

/** The factors and products of several calls, as those of one; squares have a left factor only. */
public final class Factors implements Product.Operands {
  private static final int X = 0;
  private static final int Y = 1;
  private static final int TO = 2;
  private static final int SHARES = 3;

  /** By entry: its left and right factors and its products. */
  private Shares[] shares = new Shares[SHARES * 4];

  /** By entry: the first element of each of these. */
  private int[] firsts = new int[SHARES * 4];

  /** By entry: the distance of one factor to the next, 0 or 1. */
  private int[] steps = new int[SHARES * 4];

  /** Entry i has the products from ends[i - 1] to ends[i]. */
  private int[] ends = new int[4];

  private int entries;
  private int current;

  /** Removes all entries. */
  public void clear() {
    Arrays.fill(shares, 0, SHARES * entries, null);
    entries = 0;
    current = 0;
  }

  /** Returns the number of products. */
  public int count() {
    return entries == 0 ? 0 : ends[entries - 1];
  }

  /** Adds to = x y, for n elements each; a factor is one element for all if its step is 0. */
  public void add(
      Shares x, int xAt, int xStep, Shares y, int yAt, int yStep, Shares to, int toAt, int n) {
    if (n == 0) {
      return;
    }
    int end = Math.addExact(count(), n);
    if (entries == ends.length) {
      ends = Arrays.copyOf(ends, 2 * entries);
      shares = Arrays.copyOf(shares, 2 * shares.length);
      firsts = Arrays.copyOf(firsts, 2 * firsts.length);
      steps = Arrays.copyOf(steps, 2 * steps.length);
    }
    set(X, x, xAt, xStep);
    set(Y, y, yAt, yStep);
    set(TO, to, toAt, 1);
    ends[entries++] = end;
  }

  private void set(int which, Shares of, int first, int step) {
    int at = SHARES * entries + which;
    shares[at] = of;
    firsts[at] = first;
    steps[at] = step;
  }

  @Override
  public void left(int first, int n, long[] values, long[] macs) {
    copy(X, first, n, values, macs);
  }

  @Override
  public void right(int first, int n, long[] values, long[] macs) {
    copy(Y, first, n, values, macs);
  }

  private void copy(int which, int first, int n, long[] values, long[] macs) {
    for (int done = 0; done < n; ) {
      int now = seek(first + done, n - done);
      int at = SHARES * current + which;
      Shares from = shares[at];
      int element = firsts[at] + steps[at] * (first + done - start());
      int longs = from.at(steps[at] == 0 ? 1 : now);
      int to = from.at(done);
      System.arraycopy(from.values(), from.at(element), values, to, longs);
      System.arraycopy(from.macs(), from.at(element), macs, to, longs);
      for (int end = to + longs; end < from.at(done + now); end++) {
        values[end] = values[end - longs];
        macs[end] = macs[end - longs];
      }
      done += now;
    }
  }

  @Override
  public void product(int first, int n, long[] values, long[] macs) {
    for (int done = 0; done < n; ) {
      int now = seek(first + done, n - done);
      int at = SHARES * current + TO;
      Shares to = shares[at];
      int element = to.at(firsts[at] + first + done - start());
      System.arraycopy(values, to.at(done), to.values(), element, to.at(now));
      System.arraycopy(macs, to.at(done), to.macs(), element, to.at(now));
      done += now;
    }
  }

  private int start() {
    return current == 0 ? 0 : ends[current - 1];
  }

  /** Moves to the entry of a product, and returns how many products of it follow, up to most. */
  private int seek(int product, int most) {
    if (product < start()) {
      current = 0;
    }
    while (product >= ends[current]) {
      current++;
    }
    return Math.min(most, ends[current] - product);
  }
}
