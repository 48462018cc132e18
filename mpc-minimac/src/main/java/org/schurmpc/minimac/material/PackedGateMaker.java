package org.schurmpc.minimac.material;

import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Secrets;

/** Makes {@link Material#and}. */
final class PackedGateMaker implements ItemMaker {
  private static final int BITS = Codeword.PLANES;

  private final Material material;
  private final DealtWords words;
  private final boolean star;
  private final long[] a = new long[Codeword.LONGS];
  private final long[] b = new long[Codeword.LONGS];
  private final long[] both = new long[Codeword.LONGS];

  /**
   * Creates a maker.
   *
   * @param star whether [[a]] and [[b]] are over C*
   */
  PackedGateMaker(Material material, DealtWords words, boolean star) {
    this.material = material;
    this.words = words;
    this.star = star;
  }

  @Override
  public void make(int offset) {
    words.drawData(a, BITS);
    words.drawData(b, BITS);
    dealOperand(a, offset + material.a());
    dealOperand(b, offset + material.b());
    for (int j = 0; j < Codeword.LONGS; j++) {
      both[j] = a[j] & b[j];
    }
    words.dealStar(both, offset + material.c());
    words.dealBitParts(b, offset + material.bitParts());
    words.dealBitParts(a, offset + material.bitParts() + BITS * material.word().longs());
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
