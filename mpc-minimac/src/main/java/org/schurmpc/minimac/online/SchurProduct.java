package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.kernel.CodewordKernels;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.minimac.material.Material;

/**
 * The product of MiniMac in F_256, symbol by symbol, of words over C (DLT14, section 4.3, step 2):
 * [[x * y]]* = [[c]]* + epsilon * [[b]] + delta * [[a]] + epsilon * delta, where all products are
 * coordinate-wise products of codewords of C. On symbols 0 and 1 the product is AND.
 */
final class SchurProduct implements LocalProduct {
  private final Material material;
  private final PublicWords publicWords;
  private final CodewordKernels kernels;
  private final long[] product = new long[Codeword.LONGS];

  SchurProduct(Material material, PublicWords publicWords, CodewordKernels kernels) {
    this.material = material;
    this.publicWords = publicWords;
    this.kernels = kernels;
  }

  @Override
  public MaterialKind material() {
    return material.triple();
  }

  @Override
  public int a() {
    return material.tripleA();
  }

  @Override
  public int b() {
    return material.tripleB();
  }

  @Override
  public void combine(long[] opened, int epsilon, long[] items, int item, long[] words, int z) {
    int delta = epsilon + Codeword.LONGS;
    System.arraycopy(items, item + material.tripleC(), words, z, material.word().longs());
    // epsilon * [[b]] + delta * [[a]]: the factors are stored in this order.
    int factors = item + material.tripleB();
    kernels.schurMulAdd(words, z, opened, epsilon, items, factors, 2, material.word().parts());
    Arrays.fill(product, 0);
    kernels.schurMulAdd(product, 0, opened, epsilon, opened, delta, 1, 1);
    publicWords.add(words, z, product, 0);
  }

  @Override
  public void wipe() {
    Arrays.fill(product, 0);
  }
}
