package org.schurmpc.core.ot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Words;

class LeavesTest {
  private static final int TREES = 2;

  /** The sums from the definition, and twice in a row, since generators go on. */
  @ParameterizedTest
  @CsvSource({
    "1, 0, plain",
    "2, 0, plain",
    "4, 0, plain",
    "8, 0, plain",
    "4, 0, vector",
    "1, 1, plain",
    "2, 1, plain",
    "4, 1, plain",
    "8, 1, plain",
    "8, 1, vector",
  })
  void sumsStreamsByTheBitsOfTheirNumbers(int k, int firstLeaf, String kernels) {
    Random random = new Random(10 * k + firstLeaf);
    long[] seeds = random.longs((long) (TREES << k) * TreeHash.NODE).toArray();
    Leaves leaves = new Leaves(k, seeds, firstLeaf, NamedKernels.of(kernels));
    int[] lengths = {2050, 3};
    int start = 0;
    for (int words : lengths) {
      long[] addend = random.longs(words).toArray();
      byte[] u = new byte[words * Long.BYTES];
      int stride = words + 1;
      long[] columns = new long[k * stride];
      leaves.expand(1, words, Words.toBytes(addend, 0, words), 0, u, 0, columns, 0, stride);
      long[] expectedU = addend.clone();
      long[] expected = new long[columns.length];
      for (int leaf = firstLeaf; leaf < 1 << k; leaf++) {
        long[] stream = stream(seeds, (1 << k) + leaf, start, words);
        for (int i = 0; i < words; i++) {
          expectedU[i] ^= stream[i];
          for (int j = 0; j < k; j++) {
            expected[j * stride + i] ^= stream[i] & -(leaf >>> j & 1);
          }
        }
      }
      assertArrayEquals(Words.toBytes(expectedU, 0, words), u, "u of " + words + " words");
      assertArrayEquals(expected, columns, "columns of " + words + " words");
      start += words;
    }
  }

  private static long[] stream(long[] seeds, int leaf, int start, int words) {
    Prg prg = new Prg(Words.toBytes(seeds, leaf * TreeHash.NODE, TreeHash.NODE));
    prg.nextLongs(new long[start], 0, start);
    long[] stream = new long[words];
    prg.nextLongs(stream, 0, words);
    return stream;
  }
}
