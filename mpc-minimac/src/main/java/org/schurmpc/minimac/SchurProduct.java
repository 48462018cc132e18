package org.schurmpc.minimac;

import java.util.Arrays;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.MaterialKind;

/**
 * The product of MiniMac in F_256, symbol by symbol, of words over C (DLT14, section 4.3, step 2):
 * [[x * y]]* = [[c]]* + epsilon * [[b]] + delta * [[a]] + epsilon * delta, all products being
 * coordinate-wise ones of codewords of C. On symbols 0 and 1 it is AND.
 */
final class SchurProduct implements LocalProduct {
  private final PublicWords publicWords;
  private final Kernels kernels;
  private final long[] product = new long[Codeword.LONGS];

  SchurProduct(PublicWords publicWords, Kernels kernels) {
    this.publicWords = publicWords;
    this.kernels = kernels;
  }

  @Override
  public MaterialKind material() {
    return Material.TRIPLE;
  }

  @Override
  public int a() {
    return Material.TRIPLE_A;
  }

  @Override
  public int b() {
    return Material.TRIPLE_B;
  }

  @Override
  public void combine(long[] opened, int epsilon, long[] material, int item, long[] words, int z) {
    int delta = epsilon + Codeword.LONGS;
    System.arraycopy(material, item + Material.TRIPLE_C, words, z, AuthWord.LONGS);
    // epsilon * [[b]] + delta * [[a]]: the factors lie in this order.
    int factors = item + Material.TRIPLE_B;
    kernels.schurMulAdd(words, z, opened, epsilon, material, factors, 2, AuthWord.PARTS);
    Arrays.fill(product, 0);
    kernels.schurMulAdd(product, 0, opened, epsilon, opened, delta, 1, 1);
    publicWords.add(words, z, product, 0);
  }

  @Override
  public void wipe() {
    Arrays.fill(product, 0);
  }
}
