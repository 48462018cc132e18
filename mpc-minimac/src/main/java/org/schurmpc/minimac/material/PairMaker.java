package org.schurmpc.minimac.material;

import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Secrets;

/** Makes {@link Material#pair}. */
final class PairMaker implements ItemMaker {
  private final Material material;
  private final DealtWords words;
  private final long[] s = new long[Codeword.LONGS];

  PairMaker(Material material, DealtWords words) {
    this.material = material;
    this.words = words;
  }

  @Override
  public void make(int offset) {
    words.drawData(s, Codeword.PLANES);
    words.deal(s, offset + material.s());
    words.dealStar(s, offset + material.star());
  }

  @Override
  public void wipe() {
    Secrets.wipe(s);
  }
}
