package org.schurmpc.vm.lib.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Networks that merge two runs. */
class MergingNetworkTest {
  /** Merges runs of numbers, and returns what is at the places in their order. */
  private static int[] merged(MergingNetwork merging, int... values) {
    int[] moved = values.clone();
    for (SortingNetwork.Layer layer : merging.network().layers()) {
      for (int i = 0; i < layer.low.length; i++) {
        int low = layer.low[i];
        int high = layer.high[i];
        int least = Math.min(moved[low], moved[high]);
        moved[high] = Math.max(moved[low], moved[high]);
        moved[low] = least;
      }
    }
    int[] ordered = new int[moved.length];
    for (int i = 0; i < moved.length; i++) {
      ordered[i] = moved[merging.places()[i]];
    }
    return ordered;
  }

  /** By the 0/1 principle, a network that merges all runs of zeros and ones merges all runs. */
  private static void requireMerging(int m, int n) {
    MergingNetwork merging = MergingNetwork.of(m, n);
    for (int i = 0; i <= m; i++) {
      for (int j = 0; j <= n; j++) {
        int[] values = new int[m + n];
        for (int at = 0; at < m + n; at++) {
          values[at] = at < m ? at >= i ? 1 : 0 : at - m >= j ? 1 : 0;
        }
        int[] ordered = merged(merging, values);
        for (int at = 0; at < m + n; at++) {
          assertEquals(at >= i + j ? 1 : 0, ordered[at], m + ", " + n);
        }
      }
    }
  }

  @Test
  void runsOfAllLengthsAreMerged() {
    for (int m = 1; m <= 17; m++) {
      for (int n = 1; n <= 17; n++) {
        requireMerging(m, n);
      }
    }
    requireMerging(32, 32);
    requireMerging(3, 64);
  }

  @Test
  void mergesTakeTheDocumentedComparators() {
    SortingNetwork network = MergingNetwork.of(1024, 1024).network();
    assertEquals(10_241, network.comparators());
    assertEquals(11, network.layers().size());
    assertEquals(58_367, SortingNetwork.mergeExchange(2048).comparators());
    assertTrue(MergingNetwork.of(3, 100).network().comparators() < 3 * 100);
  }
}
