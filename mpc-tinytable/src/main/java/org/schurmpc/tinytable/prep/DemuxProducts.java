package org.schurmpc.tinytable.prep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.tinyot.prep.BlockProducts;

/**
 * The products of n bits from all products of their two halves: Demux (KORSVV17) over GF(2), on the
 * products instead of the indicators, whose sums they are, so that no known product and no sum of
 * other products is computed. Costs 2^n - n - 1 triples for each table, in log n levels.
 */
final class DemuxProducts implements Products {
  private final BlockProducts products;
  private final int blockLongs;
  private final int entries;
  private final List<Level> levels = new ArrayList<>();
  private int[] left = new int[0];
  private int[] right = new int[0];
  private int[] out = new int[0];

  /** Products that depend only on those of earlier levels: S is the union of two sets. */
  private static final class Level {
    int[] first = new int[16];
    int[] second = new int[16];
    int size;

    void add(int a, int b) {
      if (size == first.length) {
        first = Arrays.copyOf(first, 2 * size);
        second = Arrays.copyOf(second, 2 * size);
      }
      first[size] = a;
      second[size++] = b;
    }
  }

  /**
   * Creates the products.
   *
   * @param blockLongs number of longs of a block
   */
  DemuxProducts(BlockProducts products, int blockLongs, int inputBits) {
    this.products = products;
    this.blockLongs = blockLongs;
    this.entries = 1 << inputBits;
    plan(0, inputBits);
  }

  /**
   * Plans the products of bits {@code from} to {@code to - 1}; returns the level after which all of
   * them are available.
   */
  private int plan(int from, int to) {
    if (to - from == 1) {
      return 0;
    }
    int middle = (from + to) / 2;
    int level = Math.max(plan(from, middle), plan(middle, to));
    while (levels.size() <= level) {
      levels.add(new Level());
    }
    for (int a = 1; a < 1 << (middle - from); a++) {
      for (int b = 1; b < 1 << (to - middle); b++) {
        levels.get(level).add(a << from, b << middle);
      }
    }
    return level + 1;
  }

  @Override
  public void fill(long[] nodes, int batches) throws MpcException {
    for (Level level : levels) {
      int count = level.size * batches;
      if (left.length < count) {
        left = new int[count];
        right = new int[count];
        out = new int[count];
      }
      int at = 0;
      for (int batch = 0; batch < batches; batch++) {
        int start = batch * entries;
        for (int i = 0; i < level.size; i++) {
          int a = level.first[i];
          int b = level.second[i];
          left[at] = (start + a) * blockLongs;
          right[at] = (start + b) * blockLongs;
          out[at++] = (start + (a | b)) * blockLongs;
        }
      }
      products.multiply(nodes, left, right, out, count);
    }
  }

  @Override
  public void wipe() {}
}
