package org.schurmpc.core.word;

import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.kernel.EncodingKernels;

/**
 * Encodes the message that opens a word of a class: the word's free symbols, from which the
 * receiver computes all others. So the receiver gets a word of the class, whatever is sent.
 */
final class WordOpening {
  private final ReedSolomon code;
  private final PublicEncoder encoder;
  private final PublicEncoder starEncoder;
  private final long[] shifted = new long[Codeword.LONGS];

  WordOpening(ReedSolomon code, EncodingKernels kernels) {
    this.code = code;
    this.encoder = new PublicEncoder(code, kernels);
    this.starEncoder = new PublicEncoder(code.schurSquare(), kernels);
  }

  /** Returns the length of the message. */
  int bytes(WordClass of) {
    return of.dimension(code);
  }

  /** Writes the message for a word. */
  void put(WordClass of, long[] word, int off, byte[] dst, int at) {
    move(word, off, -of.from(code), shifted, 0);
    SymbolCodec.pack(shifted, 0, bytes(of), dst, at);
  }

  /** Reads a message and writes the word. */
  void get(WordClass of, byte[] src, int at, long[] word, int off) {
    SymbolCodec.unpack(src, at, bytes(of), shifted, 0);
    move(shifted, 0, of.from(code), word, off);
    PublicEncoder into = of == WordClass.C ? encoder : starEncoder;
    into.encode(word, off, word, off);
  }

  /** Moves all symbols up by a number of positions, or down; those beyond the ends are dropped. */
  private static void move(long[] src, int from, int positions, long[] dst, int to) {
    int longs = Math.floorDiv(positions, Long.SIZE);
    int bits = Math.floorMod(positions, Long.SIZE);
    for (int i = 0; i < Codeword.LONGS; i++) {
      int plane = i - i % Codeword.PLANE_LONGS;
      int at = i % Codeword.PLANE_LONGS - longs;
      long low = at >= 0 && at < Codeword.PLANE_LONGS ? src[from + plane + at] : 0;
      long below = at >= 1 && at <= Codeword.PLANE_LONGS ? src[from + plane + at - 1] : 0;
      dst[to + i] = low << bits | (bits == 0 ? 0 : below >>> -bits);
    }
  }
}
