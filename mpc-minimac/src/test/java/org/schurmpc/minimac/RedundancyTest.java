package org.schurmpc.minimac;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.crypto.Uniformity;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MemoryPrepStore;

/**
 * A product of a public word and a secret one shows all of the secret through its redundancy when
 * it is opened bare. With a mask of zero data and uniform redundancy, two secrets with the same
 * visible data cannot be told apart.
 */
class RedundancyTest {
  private static final int SAMPLES = 4096;

  private final Kernels kernels = Configurations.kernels("plain");
  private final Variant variant = Configurations.minitrixVariant(Configurations.SMALL);
  private final MiniMacCode code = variant.code();
  private final PublicEncoder encoder = new PublicEncoder(code.c(), kernels);

  /** C(u) * C(x) for the indicator u of the first symbol. */
  private long[] product(int... data) {
    long[] u = new long[Codeword.LONGS];
    Codeword.setSymbol(u, 0, 0, 1);
    encoder.encode(u, 0, u, 0);
    long[] x = new long[Codeword.LONGS];
    for (int p = 0; p < data.length; p++) {
      Codeword.setSymbol(x, 0, p, data[p]);
    }
    encoder.encode(x, 0, x, 0);
    long[] result = new long[Codeword.LONGS];
    kernels.schurMulAdd(result, 0, u, 0, x, 0, 1, 1);
    return result;
  }

  @Test
  void aBareProductShowsTheSecretBesidesItsData() {
    long[] one = product(7, 1, 2);
    long[] other = product(7, 3, 4);
    for (int p = 0; p < code.c().k(); p++) {
      assertTrue(Codeword.symbol(one, 0, p) == Codeword.symbol(other, 0, p));
    }
    assertFalse(Arrays.equals(one, other));
  }

  @Test
  void aMaskedProductDoesNot() throws Exception {
    MemoryPrepStore[] stores = {new MemoryPrepStore(), new MemoryPrepStore()};
    MiniMacDealer dealer = new MiniMacDealer(variant, new SecureRandom(), kernels);
    dealer.dealKeys(List.of(stores[0], stores[1]));
    Demand demand = Demand.of("test").add(Material.OUTPUT_MASK, 2 * SAMPLES).build();
    dealer.deal(demand, List.of(stores[0], stores[1]));
    for (long[] word : List.of(product(7, 1, 2), product(7, 3, 4))) {
      int n = code.c().n();
      int k = code.c().k();
      int[][] counts = new int[n - k][256];
      int[] sums = new int[256];
      for (int i = 0; i < SAMPLES; i++) {
        long[] opened = word.clone();
        for (MemoryPrepStore store : stores) {
          Lease mask = store.lease(Material.OUTPUT_MASK, 1);
          kernels.xorInto(opened, 0, mask.data(), mask.offset() + AuthWord.SHARE, Codeword.LONGS);
        }
        for (int p = k; p < n; p++) {
          counts[p - k][Codeword.symbol(opened, 0, p)]++;
        }
        sums[Codeword.symbol(opened, 0, k) ^ Codeword.symbol(opened, 0, k + 1)]++;
      }
      for (int[] histogram : counts) {
        Uniformity.require(histogram, "redundancy");
      }
      Uniformity.require(sums, "sums");
    }
  }
}
