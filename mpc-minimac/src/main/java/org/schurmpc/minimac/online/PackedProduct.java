package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.kernel.CodewordKernels;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.minimac.material.Material;

/**
 * The product of packed words, 8k bits at once (DLT14, section 4.3):
 *
 * <pre>
 * [[x and y]]* = e + Σ_i C(epsilon_i) * [[b_i]] + Σ_i C(delta_i) * [[a_i]] + [[a and b]]*
 * </pre>
 *
 * where epsilon_i is the 0/1 vector of bit i of each data symbol: a plane of the opened word. The
 * opened word may be over C or C*, since only its data are used. The word e may be any word of C*
 * with data (epsilon and delta). Instead of C(epsilon and delta), which needs another encoding, e
 * is Σ_i X^i C(epsilon_i) * C(delta_i), which uses existing encodings.
 */
final class PackedProduct implements LocalProduct {
  private static final int BITS = Codeword.PLANES;

  private final Encoder encoder;
  private final Material material;
  private final PublicWords publicWords;
  private final CodewordKernels kernels;

  private final long[] bitEncodings = new long[2 * BITS * Codeword.LONGS];
  private final long[] products = new long[BITS * Codeword.LONGS];
  private final long[] conjunction = new long[Codeword.LONGS];

  /**
   * Creates the product.
   *
   * @param encoder encoder of C
   */
  PackedProduct(
      Material material, Encoder encoder, PublicWords publicWords, CodewordKernels kernels) {
    this.material = material;
    this.encoder = encoder;
    this.publicWords = publicWords;
    this.kernels = kernels;
  }

  @Override
  public MaterialKind material() {
    return material.and();
  }

  @Override
  public int a() {
    return material.a();
  }

  @Override
  public int b() {
    return material.b();
  }

  @Override
  public void combine(long[] opened, int epsilon, long[] items, int item, long[] words, int z) {
    int delta = epsilon + Codeword.LONGS;
    encoder.encodePlanes(opened, epsilon, bitEncodings, 0);
    encoder.encodePlanes(opened, delta, bitEncodings, BITS * Codeword.LONGS);
    System.arraycopy(items, item + material.c(), words, z, material.word().longs());
    kernels.schurMulAdd(
        words,
        z,
        bitEncodings,
        0,
        items,
        item + material.bitParts(),
        2 * BITS,
        material.word().parts());
    conjoin();
    publicWords.add(words, z, conjunction, 0);
  }

  private void conjoin() {
    Arrays.fill(products, 0);
    for (int i = 0; i < BITS; i++) {
      int e = i * Codeword.LONGS;
      int d = e + BITS * Codeword.LONGS;
      kernels.schurMulAdd(products, e, bitEncodings, e, bitEncodings, d, 1, 1);
    }
    kernels.combine(products, 0, Codeword.PLANE_LONGS, 0, conjunction, 0);
  }

  @Override
  public void wipe() {
    Arrays.fill(bitEncodings, 0);
    Arrays.fill(products, 0);
    Arrays.fill(conjunction, 0);
  }
}
