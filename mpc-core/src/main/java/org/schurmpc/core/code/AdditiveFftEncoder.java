package org.schurmpc.core.code;

import java.util.Objects;

/**
 * Encodes public words into codes on the bytes 0 to n - 1 in their order, such as (256,120) and its
 * Schur square (256,239), by an additive Fourier transform: that of Lin, Chung and Han (Novel
 * polynomial basis and its application to Reed–Solomon erasure codes, FOCS 2014). Its basis
 * polynomials are products of the normalised subspace polynomials ŝ_i, which vanish on the bytes
 * below 2^i.
 *
 * <p>Lin, Chung and Han's encoder requires k or n - k to be a power of two. For other k, truncated
 * transforms (van der Hoeven, ISSAC 2004) avoid solving for missing symbols. Damgård, Lauritsen and
 * Toft (2014) had no fast transform for this code and multiplied by its matrix.
 *
 * <p>The encoder works directly on the bit-sliced words. 0/1 vectors are encoded like all other
 * words.
 */
public final class AdditiveFftEncoder implements Encoder {
  private final ReedSolomon code;
  private final AdditiveButterflies[] plan;
  private final long[] word = new long[Codeword.LONGS];
  private final long[] scratch = new long[Codeword.PLANES];
  private final long[] dataMask = new long[Codeword.LONGS];
  private final long[] redundancyMask = new long[Codeword.LONGS];

  /**
   * Creates an encoder for a code that {@link #supports} accepts.
   *
   * @throws IllegalArgumentException for other codes
   */
  public AdditiveFftEncoder(ReedSolomon code) {
    if (!supports(code)) {
      throw new IllegalArgumentException(
          "the additive FFT encoder knows codes on the bytes from 0 to n - 1 in their order, such as"
              + " 256x120, and no other points; this "
              + code.name()
              + " has others");
    }
    this.code = code;
    this.plan = AdditiveFftPlan.of(code.n(), code.k()).toArray(AdditiveButterflies[]::new);
    for (int i = 0; i < Codeword.LONGS; i++) {
      dataMask[i] = Codeword.positionMask(code.k(), i % Codeword.PLANE_LONGS);
      redundancyMask[i] = Codeword.positionMask(code.n(), i % Codeword.PLANE_LONGS) & ~dataMask[i];
    }
  }

  /** Whether the code's points are the bytes 0 to n - 1 in their order. */
  public static boolean supports(ReedSolomon code) {
    for (int p = 0; p < code.n(); p++) {
      if (code.point(p) != p) {
        return false;
      }
    }
    return true;
  }

  @Override
  public ReedSolomon code() {
    return code;
  }

  @Override
  public void encode(long[] source, int sourceOff, long[] out, int outOff) {
    Objects.checkFromIndexSize(sourceOff, Codeword.LONGS, source.length);
    Objects.checkFromIndexSize(outOff, Codeword.LONGS, out.length);
    for (int i = 0; i < Codeword.LONGS; i++) {
      word[i] = source[sourceOff + i] & dataMask[i];
    }
    run();
    for (int i = 0; i < Codeword.LONGS; i++) {
      out[outOff + i] = (word[i] & redundancyMask[i]) | (source[sourceOff + i] & dataMask[i]);
    }
  }

  @Override
  public void encodePlanes(long[] source, int sourceOff, long[] out, int outOff) {
    Objects.checkFromIndexSize(sourceOff, Codeword.LONGS, source.length);
    Objects.checkFromIndexSize(outOff, Codeword.PLANES * Codeword.LONGS, out.length);
    for (int plane = 0; plane < Codeword.PLANES; plane++) {
      int from = sourceOff + Codeword.PLANE_LONGS * plane;
      int to = outOff + Codeword.LONGS * plane;
      for (int i = 0; i < Codeword.PLANE_LONGS; i++) {
        word[i] = source[from + i] & dataMask[i];
      }
      for (int i = Codeword.PLANE_LONGS; i < Codeword.LONGS; i++) {
        word[i] = 0;
      }
      run();
      for (int i = 0; i < Codeword.LONGS; i++) {
        out[to + i] = word[i] & redundancyMask[i];
      }
      for (int i = 0; i < Codeword.PLANE_LONGS; i++) {
        out[to + i] |= source[from + i] & dataMask[i];
      }
    }
  }

  @Override
  public boolean isCodeword(long[] source, int sourceOff) {
    Objects.checkFromIndexSize(sourceOff, Codeword.LONGS, source.length);
    for (int i = 0; i < Codeword.LONGS; i++) {
      word[i] = source[sourceOff + i] & dataMask[i];
    }
    run();
    long difference = 0;
    for (int i = 0; i < Codeword.LONGS; i++) {
      difference |= (word[i] & redundancyMask[i]) ^ (source[sourceOff + i] & ~dataMask[i]);
    }
    return difference == 0;
  }

  /** Computes the redundancy from the data, in {@link #word}. */
  private void run() {
    for (AdditiveButterflies butterflies : plan) {
      butterflies.run(word, scratch);
    }
  }
}
