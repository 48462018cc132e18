package org.schurmpc.minimac.material;

import java.util.Arrays;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Secrets;

/** Makes {@link Material#triple}. */
final class TripleMaker implements ItemMaker {
  private final Material material;
  private final DealtWords words;
  private final long[] a = new long[Codeword.LONGS];
  private final long[] b = new long[Codeword.LONGS];
  private final long[] product = new long[Codeword.LONGS];

  TripleMaker(Material material, DealtWords words) {
    this.material = material;
    this.words = words;
  }

  @Override
  public void make(int offset) {
    words.drawData(a, Codeword.PLANES);
    words.drawData(b, Codeword.PLANES);
    Arrays.fill(product, 0);
    words.kernels().schurMulAdd(product, 0, a, 0, b, 0, 1, 1);
    words.deal(b, offset + material.tripleB());
    words.deal(a, offset + material.tripleA());
    words.dealStar(product, offset + material.tripleC());
  }

  @Override
  public void wipe() {
    Secrets.wipe(a);
    Secrets.wipe(b);
    Secrets.wipe(product);
  }
}
