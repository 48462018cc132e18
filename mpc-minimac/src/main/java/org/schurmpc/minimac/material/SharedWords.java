package org.schurmpc.minimac.material;

import java.util.Arrays;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.kernel.CodewordKernels;

/** Reads the representations of an item of which all parties' parts are known, and checks them. */
final class SharedWords {
  private final AuthWord layout;
  private final int parties;
  private final long[][] alpha;
  private final PublicEncoder c;
  private final CodewordKernels kernels;

  /** Masks of the data positions, and of the code's positions, of a word. */
  private final long[] dataMask = new long[Codeword.LONGS];

  private final long[] codeMask = new long[Codeword.LONGS];

  /** The item under check: the parties' arrays, and its start in each. */
  private long[][] data;

  private int[] at;

  private final long[] expected = new long[Codeword.LONGS];

  /**
   * Creates the words of no item.
   *
   * @param alpha the parties' MAC keys, not copied
   */
  SharedWords(AuthWord layout, long[][] alpha, PublicEncoder c, CodewordKernels kernels) {
    this.layout = layout;
    this.parties = layout.parties();
    this.alpha = alpha;
    this.c = c;
    this.kernels = kernels;
    for (int i = 0; i < Codeword.LONGS; i++) {
      dataMask[i] = Codeword.positionMask(c.code().k(), i % Codeword.PLANE_LONGS);
      codeMask[i] = Codeword.positionMask(c.code().n(), i % Codeword.PLANE_LONGS);
    }
  }

  /** Sets the item. */
  void item(long[][] items, int[] offsets) {
    data = items;
    at = offsets;
  }

  int parties() {
    return parties;
  }

  /** Copies a party's share of a word. */
  void share(int party, int offset, long[] into) {
    System.arraycopy(data[party], at[party] + offset + AuthWord.SHARE, into, 0, Codeword.LONGS);
  }

  /**
   * Adds up the shares of a word, after checking them and all their MACs.
   *
   * @param offset offset of the word in the item
   * @param value receives the word
   * @return the relation that does not hold, or null
   */
  String open(String name, int offset, PublicEncoder code, long[] value) {
    Arrays.fill(value, 0);
    for (int party = 0; party < parties; party++) {
      int share = at[party] + offset + AuthWord.SHARE;
      if (!code.isCodeword(data[party], share)) {
        return "the share of party %d of %s is no word of %s"
            .formatted(party + 1, name, code == c ? "C" : "C*");
      }
      kernels.xorInto(value, 0, data[party], share, Codeword.LONGS);
      for (int peer = 0; peer < parties; peer++) {
        if (peer != party) {
          String broken = authentic(name, offset, party, peer);
          if (broken != null) {
            return broken;
          }
        }
      }
    }
    return null;
  }

  /** Checks mac = alpha(peer) * share + key(peer). */
  private String authentic(String name, int offset, int party, int peer) {
    int key = at[peer] + offset + layout.key(/* party= */ peer, /* peer= */ party);
    int mac = at[party] + offset + layout.mac(party, peer);
    int share = at[party] + offset + AuthWord.SHARE;
    System.arraycopy(data[peer], key, expected, 0, Codeword.LONGS);
    kernels.schurMulAdd(expected, 0, data[party], share, alpha[peer], 0, 1, 1);
    if (!Arrays.equals(expected, 0, Codeword.LONGS, data[party], mac, mac + Codeword.LONGS)) {
      return "the MAC of party %d on its share of %s is wrong under the keys of party %d"
          .formatted(party + 1, name, peer + 1);
    }
    if (!isShort(data[peer], key)) {
      return "the key of party %d to the share of party %d of %s is longer than the code"
          .formatted(peer + 1, party + 1, name);
    }
    return null;
  }

  /** Whether a word is zero beyond the code's length. */
  boolean isShort(long[] word, int offset) {
    long rest = 0;
    for (int i = 0; i < Codeword.LONGS; i++) {
      rest |= word[offset + i] & ~codeMask[i];
    }
    return rest == 0;
  }

  boolean sameData(long[] one, long[] other) {
    long difference = 0;
    for (int i = 0; i < Codeword.LONGS; i++) {
      difference |= (one[i] ^ other[i]) & dataMask[i];
    }
    return difference == 0;
  }

  boolean hasData(long[] word) {
    long any = 0;
    for (int i = 0; i < Codeword.LONGS; i++) {
      any |= word[i] & dataMask[i];
    }
    return any != 0;
  }
}
