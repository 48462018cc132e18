package org.schurmpc.minimac;

import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Secrets;

/** Makes {@link Material#PAIR}. */
final class PairMaker implements ItemMaker {
  private final DealtWords words;
  private final long[] s = new long[Codeword.LONGS];

  PairMaker(DealtWords words) {
    this.words = words;
  }

  @Override
  public void make(int offset) {
    words.drawData(s, Codeword.PLANES);
    words.deal(s, offset + Material.S);
    words.dealStar(s, offset + Material.S_STAR);
  }

  @Override
  public void wipe() {
    Secrets.wipe(s);
  }
}
