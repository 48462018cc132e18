package org.schurmpc.minimac;

import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Secrets;

/** Makes {@link Material#AND}. */
final class PackedGateMaker implements ItemMaker {
  private static final int BITS = Codeword.PLANES;

  private final DealtWords words;
  private final boolean star;
  private final long[] a = new long[Codeword.LONGS];
  private final long[] b = new long[Codeword.LONGS];
  private final long[] both = new long[Codeword.LONGS];

  /**
   * @param star whether [[a]] and [[b]] are over C*
   */
  PackedGateMaker(DealtWords words, boolean star) {
    this.words = words;
    this.star = star;
  }

  @Override
  public void make(int offset) {
    words.drawData(a, BITS);
    words.drawData(b, BITS);
    dealOperand(a, offset + Material.A);
    dealOperand(b, offset + Material.B);
    for (int j = 0; j < Codeword.LONGS; j++) {
      both[j] = a[j] & b[j];
    }
    words.dealStar(both, offset + Material.C);
    words.dealBitParts(b, offset + Material.BIT_PARTS);
    words.dealBitParts(a, offset + Material.BIT_PARTS + BITS * AuthWord.LONGS);
  }

  private void dealOperand(long[] data, int offset) {
    if (star) {
      words.dealStar(data, offset);
    } else {
      words.deal(data, offset);
    }
  }

  @Override
  public void wipe() {
    Secrets.wipe(a);
    Secrets.wipe(b);
    Secrets.wipe(both);
  }
}
