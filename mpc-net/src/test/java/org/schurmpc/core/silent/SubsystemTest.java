package org.schurmpc.core.silent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Carries the attack on subsystems out for a small row, and compares it with its formula. */
class SubsystemTest {
  private static final LpnParameters TOY = new LpnParameters(52, 9, 7);
  private static final int SETS = 1500;

  private final Random random = new Random(56);

  @Test
  void subsystemsAreFreeOfNoiseAsOftenAsTheFormulaSays() {
    int m = (int) new LocalAttacks(TOY, LpnParameters.ONES).values(0);
    int[][] code = code();
    long rows = 0;
    int free = 0;
    int ranks = 0;
    for (int i = 0; i < SETS; i++) {
      boolean[] chosen = choose(m);
      boolean[] noise = noise();
      List<int[]> inside = new ArrayList<>();
      boolean clean = true;
      for (int row = 0; row < code.length; row++) {
        if (within(code[row], chosen)) {
          inside.add(code[row]);
          clean &= !noise[row];
        }
      }
      rows += inside.size();
      free += clean ? 1 : 0;
      if (i % 100 == 0) {
        ranks += rank(inside) >= 0.9 * Math.min(m, inside.size()) ? 1 : 0;
      }
    }
    assertTrue(m < 0.8 * TOY.k(), "m = " + m);
    assertEquals(m, (double) rows / SETS, 0.05 * m, "rows of a subsystem");
    assertEquals(SETS / 100, ranks, "sets of nearly full rank");
    double expected = SETS * Math.pow(1 - (double) m / TOY.outputs(), TOY.t());
    assertEquals(expected, free, 0.5 * expected, "sets without noise");
    double all = SETS * Math.pow(1 - (double) TOY.k() / TOY.outputs(), TOY.t());
    assertTrue(free > 1.5 * all, free + " sets without noise, " + all + " for all values");
  }

  private int[][] code() {
    int[][] code = new int[TOY.outputs()][LpnParameters.ONES];
    for (int[] row : code) {
      for (int i = 0; i < row.length; i++) {
        row[i] = random.nextInt(TOY.k());
      }
    }
    return code;
  }

  private boolean[] choose(int m) {
    boolean[] chosen = new boolean[TOY.k()];
    for (int left = m; left > 0; ) {
      int value = random.nextInt(chosen.length);
      left -= chosen[value] ? 0 : 1;
      chosen[value] = true;
    }
    return chosen;
  }

  private boolean[] noise() {
    boolean[] noise = new boolean[TOY.outputs()];
    int places = 1 << TOY.h();
    for (int i = 0; i < TOY.t(); i++) {
      noise[i * places + random.nextInt(places)] = true;
    }
    return noise;
  }

  private static boolean within(int[] row, boolean[] chosen) {
    for (int value : row) {
      if (!chosen[value]) {
        return false;
      }
    }
    return true;
  }

  private static int rank(List<int[]> rows) {
    int words = TOY.k() / Long.SIZE;
    long[][] pivots = new long[TOY.k()][];
    int rank = 0;
    for (int[] ones : rows) {
      long[] row = new long[words];
      for (int value : ones) {
        row[value / Long.SIZE] ^= 1L << value;
      }
      rank += reduce(row, pivots) ? 1 : 0;
    }
    return rank;
  }

  private static boolean reduce(long[] row, long[][] pivots) {
    for (int i = 0; i < pivots.length; i++) {
      if ((row[i / Long.SIZE] >>> i & 1) == 0) {
        continue;
      }
      if (pivots[i] == null) {
        pivots[i] = row;
        return true;
      }
      for (int w = 0; w < row.length; w++) {
        row[w] ^= pivots[i][w];
      }
    }
    return false;
  }
}
