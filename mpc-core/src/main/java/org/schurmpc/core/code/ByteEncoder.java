package org.schurmpc.core.code;

import java.util.Objects;

/**
 * Base of encoders that work on one byte for each symbol: converts between bit-sliced words and
 * bytes, which is part of their cost, and encodes plane by plane.
 */
abstract class ByteEncoder implements Encoder {
  private final ReedSolomon code;
  private final SymbolBytes conversion = new SymbolBytes();
  private final byte[] symbols = new byte[Codeword.POSITIONS];
  private final byte[] result = new byte[Codeword.POSITIONS];
  private final long[] word = new long[Codeword.LONGS];
  private final long[] dataMask = new long[Codeword.LONGS];

  ByteEncoder(ReedSolomon code) {
    this.code = code;
    for (int i = 0; i < Codeword.LONGS; i++) {
      dataMask[i] = Codeword.positionMask(code.k(), i % Codeword.PLANE_LONGS);
    }
  }

  /**
   * Computes the redundancy of a word.
   *
   * @param data one symbol a byte; the first k are read, those after them may be changed
   * @param out receives bytes k to n - 1; bytes from n on stay zero
   */
  abstract void redundancy(byte[] data, byte[] out);

  /**
   * Computes the redundancy of one plane of a word, taken as a 0/1 vector.
   *
   * @param data one symbol a byte: bit {@code plane} of each byte is the vector
   */
  abstract void redundancyOfPlane(byte[] data, int plane, byte[] out);

  /**
   * Prepares {@link #redundancyOfPlane}; called once for a word.
   *
   * @param data see {@link #redundancy}
   */
  void startPlanes(byte[] data) {}

  /** Whether the word of n symbols, one a byte, is in the code. */
  abstract boolean isCodeword(byte[] symbols);

  @Override
  public final ReedSolomon code() {
    return code;
  }

  @Override
  public final void encode(long[] source, int sourceOff, long[] out, int outOff) {
    Objects.checkFromIndexSize(outOff, Codeword.LONGS, out.length);
    split(source, sourceOff);
    redundancy(symbols, result);
    conversion.join(result, word, 0);
    for (int i = 0; i < Codeword.LONGS; i++) {
      out[outOff + i] = (word[i] & ~dataMask[i]) | (source[sourceOff + i] & dataMask[i]);
    }
  }

  @Override
  public final void encodePlanes(long[] source, int sourceOff, long[] out, int outOff) {
    Objects.checkFromIndexSize(outOff, Codeword.PLANES * Codeword.LONGS, out.length);
    split(source, sourceOff);
    startPlanes(symbols);
    for (int plane = 0; plane < Codeword.PLANES; plane++) {
      redundancyOfPlane(symbols, plane, result);
      int to = outOff + Codeword.LONGS * plane;
      conversion.join(result, out, to);
      for (int i = 0; i < Codeword.LONGS; i++) {
        out[to + i] &= ~dataMask[i];
      }
      for (int i = 0; i < Codeword.PLANE_LONGS; i++) {
        out[to + i] |= source[sourceOff + Codeword.PLANE_LONGS * plane + i] & dataMask[i];
      }
    }
  }

  @Override
  public final boolean isCodeword(long[] source, int sourceOff) {
    split(source, sourceOff);
    for (int p = code.n(); p < Codeword.POSITIONS; p++) {
      if (symbols[p] != 0) {
        return false;
      }
    }
    return isCodeword(symbols);
  }

  private void split(long[] source, int sourceOff) {
    Objects.checkFromIndexSize(sourceOff, Codeword.LONGS, source.length);
    conversion.split(source, sourceOff, symbols);
  }
}
