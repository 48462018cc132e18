package org.schurmpc.minimac.material;

import java.util.Arrays;
import java.util.Optional;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.kernel.CodewordKernels;

/**
 * Tests that the redundancy of words over C* is uniform, at each party alone and in the sum of all
 * shares. A word minus the word of C with equal data has zero data; its k - 1 symbols from position
 * k on must be uniform. Blocks of k + 15 words are tested: k - 1 of them must be linearly
 * independent.
 *
 * <p>A block of uniform words fails with probability less than 256^-17 (1 + 1/255): one of the
 * (256^(k-1) - 1)/255 lines would be orthogonal to all of its words, each line with probability
 * 256^-(k+15). The test finds words without randomness of their own, and words of which more than
 * 16 in a block are repeated, but no bias within symbols.
 */
final class RedundancyCheck {
  private static final int EXCESS = 16;

  private final PublicEncoder c;
  private final CodewordKernels kernels;
  private final int[] offsets;
  private final int parties;
  private final int full;

  /** Ranks of the parties' shares in the block, and of the sums of shares. */
  private final SymbolRank[] ranks;

  private final long[] word = new long[Codeword.LONGS];
  private final long[] sum = new long[Codeword.LONGS];
  private int words;
  private long blocks;

  /**
   * Creates a test for one kind of items.
   *
   * @param offsets offsets of the words over C* in an item
   */
  RedundancyCheck(PublicEncoder c, int parties, CodewordKernels kernels, int... offsets) {
    this.c = c;
    this.kernels = kernels;
    this.offsets = offsets;
    this.parties = parties;
    int k = c.code().k();
    this.full = k - 1;
    this.ranks = new SymbolRank[parties + 1];
    Arrays.setAll(ranks, i -> new SymbolRank(k, k + full, kernels));
  }

  private int blockWords() {
    return full + EXCESS;
  }

  /** Adds the words of an item. Returns a sentence if a block ends that is not uniform, or null. */
  String add(long[][] data, int[] at) {
    String broken = null;
    for (int offset : offsets) {
      Arrays.fill(sum, 0);
      for (int party = 0; party < parties; party++) {
        redundancy(data[party], at[party] + offset + AuthWord.SHARE);
        ranks[party].add(word, 0);
        kernels.xorInto(sum, 0, word, 0, Codeword.LONGS);
      }
      ranks[parties].add(sum, 0);
      words++;
      if (words == blockWords()) {
        broken = broken == null ? endBlock() : broken;
      }
    }
    return broken;
  }

  /** Sets the word minus the word of C with equal data. */
  private void redundancy(long[] of, int offset) {
    c.encode(of, offset, word, 0);
    kernels.xorInto(word, 0, of, offset, Codeword.LONGS);
  }

  private String endBlock() {
    String broken = null;
    for (int i = 0; i <= parties && broken == null; i++) {
      if (ranks[i].rank() < full) {
        broken =
            "the redundancy of %d words over C* has rank %d instead of %d %s: it is not uniform"
                .formatted(
                    words,
                    ranks[i].rank(),
                    full,
                    i < parties ? "at party " + (i + 1) : "in the sum of all shares");
      }
    }
    for (SymbolRank rank : ranks) {
      rank.clear();
    }
    words = 0;
    blocks++;
    return broken;
  }

  /** Returns why nothing was tested, if there were words but no whole block. */
  Optional<String> skipped() {
    return blocks > 0 || words == 0
        ? Optional.empty()
        : Optional.of(
            "%d words over C* are too few to test that their redundancy is uniform: it takes %d"
                .formatted(words, blockWords()));
  }
}
