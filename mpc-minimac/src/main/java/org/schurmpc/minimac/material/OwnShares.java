package org.schurmpc.minimac.material;

import java.util.Arrays;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.kernel.CodewordKernels;

/**
 * Relations that hold for each party's shares alone if the parties made the material without a
 * dealer. Shares of a dealer are uniform words, so there they hold for the sums only.
 */
final class OwnShares {
  private final Material material;
  private final SharedWords words;
  private final CodewordKernels kernels;
  private final long[] share = new long[Codeword.LONGS];
  private final long[] sum = new long[Codeword.LONGS];

  OwnShares(Material material, SharedWords words, CodewordKernels kernels) {
    this.material = material;
    this.words = words;
    this.kernels = kernels;
  }

  /** The shares of a_i and b_i have bits in plane i alone, and add up to the data of a and b. */
  String and() {
    int aParts = material.bitParts() + Codeword.PLANES * material.word().longs();
    for (int party = 0; party < words.parties(); party++) {
      String broken = bitParts(party, "a", material.a(), aParts);
      broken = broken != null ? broken : bitParts(party, "b", material.b(), material.bitParts());
      if (broken != null) {
        return broken;
      }
    }
    return null;
  }

  private String bitParts(int party, String name, int whole, int parts) {
    Arrays.fill(sum, 0);
    for (int i = 0; i < Codeword.PLANES; i++) {
      words.share(party, parts + i * material.word().longs(), share);
      kernels.xorInto(sum, 0, share, 0, Codeword.LONGS);
      int plane = i * Codeword.PLANE_LONGS;
      Arrays.fill(share, plane, plane + Codeword.PLANE_LONGS, 0);
      if (words.hasData(share)) {
        return "the share of party %d of %s_%d has a data symbol other than 0 and X^%d"
            .formatted(party + 1, name, i, i);
      }
    }
    words.share(party, whole, share);
    return words.sameData(share, sum)
        ? null
        : "the share of party %d of %s has other data than those of %s_0 to %s_7"
            .formatted(party + 1, name, name, name);
  }

  /** The shares of s and s* have equal data. */
  String pair() {
    for (int party = 0; party < words.parties(); party++) {
      words.share(party, material.s(), share);
      words.share(party, material.star(), sum);
      if (!words.sameData(share, sum)) {
        return "the share of party %d of s* has other data than that of s".formatted(party + 1);
      }
    }
    return null;
  }

  /** The shares of o have no data. */
  String outputMask() {
    for (int party = 0; party < words.parties(); party++) {
      words.share(party, 0, share);
      if (words.hasData(share)) {
        return "the share of party %d of o has data".formatted(party + 1);
      }
    }
    return null;
  }
}
