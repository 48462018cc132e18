package org.schurmpc.core.code;

import org.schurmpc.core.kernel.EncodingKernels;

/**
 * Encodes public words with the fastest algorithm for each task: 0/1 vectors by the Method of Four
 * Russians, words by a transform if the code has one. A transform reads no large table, so the
 * tables of the Four Russians keep the cache to themselves.
 */
final class MixedEncoder implements Encoder {
  private final Encoder planes;
  private final Encoder words;

  MixedEncoder(ReedSolomon code, EncodingKernels kernels) {
    this.planes = new PublicEncoder(code, kernels);
    this.words =
        FftEncoder.supports(code)
            ? new FftEncoder(code, false)
            : AdditiveFftEncoder.supports(code) ? new AdditiveFftEncoder(code) : planes;
  }

  @Override
  public ReedSolomon code() {
    return planes.code();
  }

  @Override
  public void encode(long[] source, int sourceOff, long[] out, int outOff) {
    words.encode(source, sourceOff, out, outOff);
  }

  @Override
  public void encodePlanes(long[] source, int sourceOff, long[] out, int outOff) {
    planes.encodePlanes(source, sourceOff, out, outOff);
  }

  @Override
  public boolean isCodeword(long[] source, int sourceOff) {
    return words.isCodeword(source, sourceOff);
  }
}
