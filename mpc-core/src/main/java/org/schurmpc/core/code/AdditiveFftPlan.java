package org.schurmpc.core.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.schurmpc.core.field.Gf256;

/**
 * The butterflies by which {@link AdditiveFftEncoder} computes the values of a polynomial of degree
 * below k at the points k to n - 1 from those at 0 to k - 1.
 *
 * <p>A node is a block of 2^l positions from {@code off} on, a multiple of 2^l. Each position holds
 * either the value at its point or a coefficient over Lin, Chung and Han's basis. With h = 2^(l-1)
 * and λ = ŝ_(l-1)(off), coefficients a of the lower half and b of the upper half of the node give
 * a' = a + λ b and b' = a' + b, coefficients of the halves as nodes.
 *
 * <p>Values at the first k' positions of a node and coefficients at the others determine the
 * remaining values and coefficients, as in van der Hoeven's truncated transform. Operations without
 * effect on the result are left out, and independent butterflies of one level are merged.
 */
final class AdditiveFftPlan {
  private final int n;
  private final int[][] subspace = new int[8][]; // ŝ_i at all points
  private final List<Step> steps = new ArrayList<>();

  /** Butterflies of one level, by the lower positions of their pairs. */
  private static final class Step {
    final int level;
    final boolean forward; // first a += λ b, then b += a; otherwise first b += a
    final int[] lambda = new int[Codeword.POSITIONS];
    final boolean[] add = new boolean[Codeword.POSITIONS]; // whether to perform b += a
    int time;

    Step(int level, boolean forward) {
      this.level = level;
      this.forward = forward;
    }

    boolean touches(int p) {
      return lambda[p] != 0 || add[p];
    }
  }

  private AdditiveFftPlan(int n, int k) {
    this.n = n;
    fillSubspace();
    int levels = 32 - Integer.numberOfLeadingZeros(n - 1);
    values(0, levels, k);
    leaveOutZeros(k);
    leaveOutUnused(k);
  }

  /** Returns the operations for a code on the points 0 to n - 1, in their order. */
  static List<AdditiveButterflies> of(int n, int k) {
    return new AdditiveFftPlan(n, k).compile();
  }

  /** Computes s_0(x) = x, s_(i+1)(x) = s_i(x) (s_i(x) + s_i(2^i)); ŝ_i = s_i / s_i(2^i). */
  private void fillSubspace() {
    int[] s = new int[Gf256.ORDER];
    Arrays.setAll(s, x -> x);
    for (int i = 0; i < 8; i++) {
      int top = s[1 << i];
      int inverse = Gf256.inverse(top);
      subspace[i] = new int[Gf256.ORDER];
      for (int x = 0; x < Gf256.ORDER; x++) {
        subspace[i][x] = Gf256.mul(s[x], inverse);
        s[x] = Gf256.mul(s[x], s[x] ^ top);
      }
    }
  }

  /** Computes the values at the other positions below n from k values and coefficients. */
  private void values(int off, int level, int k) {
    if (k == 1 << level || off + k >= n) {
      return;
    }
    int below = level - 1;
    int half = 1 << below;
    if (k == 0) {
      transform(off, level);
    } else if (k >= half) {
      inverse(off, below);
      step(true, below, off, k - half, false, true); // b' = b + a'
      values(off + half, below, k - half);
    } else {
      step(true, below, off, k, true, false); // a' = a + λ b
      coefficients(off, below, k);
      step(true, below, off, 0, false, true); // b' = b + a'
      transform(off, below);
      transform(off + half, below);
    }
  }

  /** Computes all coefficients from k values and coefficients. */
  private void coefficients(int off, int level, int k) {
    if (k == 0) {
      return;
    }
    int below = level - 1;
    int half = 1 << below;
    if (k == 2 * half) {
      inverse(off, level);
    } else if (k >= half) {
      inverse(off, below);
      step(true, below, off, k - half, false, true);
      coefficients(off + half, below, k - half);
      step(false, below, off, 0, true, true);
    } else {
      step(true, below, off, k, true, false);
      coefficients(off, below, k);
      step(true, below, off, 0, true, false);
    }
  }

  private void transform(int off, int level) {
    for (int below = level - 1; below >= 0; below--) {
      for (int block = off; block < off + (1 << level); block += 2 << below) {
        step(true, below, block, 0, true, true);
      }
    }
  }

  private void inverse(int off, int level) {
    for (int below = 0; below < level; below++) {
      for (int block = off; block < off + (1 << level); block += 2 << below) {
        step(false, below, block, 0, true, true);
      }
    }
  }

  /**
   * Adds the butterflies of the node of 2^(level + 1) positions at off, from pair {@code from} on.
   */
  private void step(
      boolean forward, int level, int off, int from, boolean withProduct, boolean withAdd) {
    Step step = new Step(level, forward);
    Arrays.fill(step.lambda, off + from, off + (1 << level), withProduct ? lambda(level, off) : 0);
    Arrays.fill(step.add, off + from, off + (1 << level), withAdd);
    steps.add(step);
  }

  private int lambda(int level, int off) {
    return subspace[level][off];
  }

  /** Leaves out additions of zeros: at first, all positions from k on are zero. */
  private void leaveOutZeros(int k) {
    boolean[] zero = new boolean[Codeword.POSITIONS];
    Arrays.fill(zero, k, zero.length, true);
    for (Step step : steps) {
      for (int p = 0; p < Codeword.POSITIONS; p++) {
        if (step.touches(p)) {
          int upper = p + (1 << step.level);
          if (!step.forward) {
            leaveOutAdd(step, p, zero);
          }
          if (zero[upper]) {
            step.lambda[p] = 0;
          }
          zero[p] &= step.lambda[p] == 0;
          if (step.forward) {
            leaveOutAdd(step, p, zero);
          }
        }
      }
    }
  }

  private static void leaveOutAdd(Step step, int p, boolean[] zero) {
    step.add[p] &= !zero[p];
    zero[p + (1 << step.level)] &= !step.add[p];
  }

  /** Leaves out operations on which no position from k to n - 1 depends. */
  private void leaveOutUnused(int k) {
    boolean[] used = new boolean[Codeword.POSITIONS];
    Arrays.fill(used, k, n, true);
    for (int i = steps.size() - 1; i >= 0; i--) {
      Step step = steps.get(i);
      for (int p = 0; p < Codeword.POSITIONS; p++) {
        if (step.touches(p)) {
          int upper = p + (1 << step.level);
          if (step.forward) {
            useAdd(step, p, used);
          }
          if (!used[p]) {
            step.lambda[p] = 0;
          }
          used[upper] |= step.lambda[p] != 0;
          if (!step.forward) {
            useAdd(step, p, used);
          }
        }
      }
    }
  }

  private static void useAdd(Step step, int p, boolean[] used) {
    step.add[p] &= used[p + (1 << step.level)];
    used[p] |= step.add[p];
  }

  private List<AdditiveButterflies> compile() {
    List<AdditiveButterflies> compiled = new ArrayList<>();
    for (Step step : merged()) {
      compiled.addAll(AdditiveButterflies.of(step.level, step.forward, step.lambda, step.add));
    }
    return compiled;
  }

  /**
   * Returns the steps in the order of time. Steps of one level that can be performed at the same
   * time are merged.
   */
  private List<Step> merged() {
    int[] clock = new int[Codeword.POSITIONS];
    List<Step> result = new ArrayList<>();
    for (Step step : steps) {
      schedule(step, clock);
      Step same = null;
      for (Step other : result) {
        if (other.time == step.time && other.level == step.level && other.forward == step.forward) {
          same = other;
        }
      }
      if (same == null) {
        result.add(step);
      } else {
        for (int p = 0; p < Codeword.POSITIONS; p++) {
          same.lambda[p] ^= step.lambda[p];
          same.add[p] |= step.add[p];
        }
      }
    }
    result.sort(Comparator.comparingInt(step -> step.time));
    return result;
  }

  /**
   * Schedules a step at the first time when all its positions are ready; afterwards they are ready
   * one unit later.
   */
  private static void schedule(Step step, int[] clock) {
    int upper = 1 << step.level;
    for (int p = 0; p < Codeword.POSITIONS; p++) {
      if (step.touches(p)) {
        step.time = Math.max(step.time, Math.max(clock[p], clock[p + upper]) + 1);
      }
    }
    for (int p = 0; p < Codeword.POSITIONS; p++) {
      if (step.touches(p)) {
        clock[p] = step.time;
        clock[p + upper] = step.time;
      }
    }
  }
}
