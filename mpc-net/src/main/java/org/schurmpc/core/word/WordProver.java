package org.schurmpc.core.word;

import java.util.Arrays;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.code.SecretEncoder;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.ot.CoordinateVoles;

/** Makes this party's words: shares, the MACs that it holds for them, and corrections. */
final class WordProver {
  private static final int CHUNK = CoordinateVoles.CHUNK;

  private final CoordinateVoles voles;
  private final ReedSolomon code;
  private final WordSlices slices;
  private final Corrections corrections;
  private final SecretEncoder encoder;
  private final SecretEncoder starEncoder;
  private final long[] data = new long[Codeword.LONGS];
  private final long[] planes = new long[Codeword.PLANES * Codeword.LONGS];
  private long[] u = new long[0]; // by tree, then by coordinate
  private long[] v = new long[0];
  private long[] symbols = new long[0];
  private long[] shares = new long[0];

  WordProver(CoordinateVoles voles, ReedSolomon code, Kernels kernels) {
    this.voles = voles;
    this.code = code;
    this.slices = new WordSlices(kernels);
    this.corrections = new Corrections(code, voles.trees());
    this.encoder = new SecretEncoder(code, kernels);
    this.starEncoder = new SecretEncoder(code.schurSquare(), kernels);
  }

  /**
   * Makes a tile of words.
   *
   * @param segment the words to which the tile belongs
   * @param done the number of words of the segment before the tile
   * @param count the number of words of the tile
   * @param own supplies data, if the shape has given data
   * @param words receives shares and MACs, at the place of the words in their batch
   * @param out receives {@link Corrections#bytes} bytes
   */
  void make(WordPlan.Segment segment, int done, int count, OwnData own, long[] words, byte[] out) {
    WordShape shape = segment.shape();
    int chunks = WordSlices.chunks(count);
    expand(shape.wordClass().from(code), chunks);
    Arrays.fill(shares, 0);
    if (!hasGivenWords(shape)) {
      slices.toWords(u, chunks, count, shares, 0, Codeword.LONGS);
    }
    for (int word = 0; word < count; word++) {
      int first = segment.first() + done + word;
      if (shape instanceof WordShape.Planes) {
        planes(first, own, word);
        word += Codeword.PLANES - 1;
      } else {
        encode(shape, first, own, word * Codeword.LONGS);
      }
    }
    slices.toStreams(shares, chunks, symbols);
    correct(shape, chunks, count, out);
    int at = WordBatch.LONGS * (segment.first() + done);
    for (int word = 0; word < count; word++) {
      int to = at + WordBatch.LONGS * word + WordBatch.SHARE;
      System.arraycopy(shares, word * Codeword.LONGS, words, to, Codeword.LONGS);
    }
    slices.toWords(v, chunks, count, words, at + WordBatch.MAC, WordBatch.LONGS);
  }

  /** Whether the owner's data determine the words. */
  private static boolean hasGivenWords(WordShape shape) {
    return Corrections.hasGivenData(shape) && shape.wordClass() == WordClass.C;
  }

  private void expand(int from, int chunks) {
    int length = CHUNK * chunks;
    int all = Codeword.POSITIONS * length;
    u = atLeast(u, voles.trees() * all);
    v = atLeast(v, all);
    symbols = atLeast(symbols, all);
    shares = atLeast(shares, WordSlices.tileLongs(chunks));
    for (long[] streams : new long[][] {u, v}) {
      Arrays.fill(streams, 0, from * length, 0);
      Arrays.fill(streams, code.n() * length, all, 0);
    }
    for (int j = from; j < code.n(); j++) {
      voles.expandOwn(j, chunks, u, j * length, all, v, j * length);
    }
  }

  /** Returns the array, or a larger one if the array has fewer longs; wipes the old one. */
  static long[] atLeast(long[] array, int length) {
    if (array.length >= length) {
      return array;
    }
    Secrets.wipe(array);
    return new long[length];
  }

  private void encode(WordShape shape, int word, OwnData own, int at) {
    if (Corrections.hasGivenData(shape)) {
      Arrays.fill(data, 0);
      own.write(word, data, 0);
      for (int i = 0; i < Codeword.LONGS; i++) {
        long mask = Codeword.positionMask(code.k(), i % Codeword.PLANE_LONGS);
        shares[at + i] = (shares[at + i] & ~mask) | (data[i] & mask);
      }
    }
    SecretEncoder into = shape.wordClass() == WordClass.C ? encoder : starEncoder;
    into.encode(shares, at, shares, at);
  }

  /** Encodes eight words at once: word i is X^i times the encoding of plane i. */
  private void planes(int first, OwnData own, int word) {
    Arrays.fill(data, 0);
    own.write(first, data, 0);
    encoder.encodePlanes(data, 0, planes, 0);
    for (int i = 0; i < Codeword.PLANES; i++) {
      for (int times = 0; times < i; times++) {
        Codeword.mulX(planes, Codeword.LONGS * i);
      }
    }
    System.arraycopy(planes, 0, shares, word * Codeword.LONGS, planes.length);
  }

  private void correct(WordShape shape, int chunks, int count, byte[] out) {
    int length = CHUNK * chunks;
    int stream = Corrections.streamBytes(count);
    int to = 0;
    for (int j = shape.wordClass().from(code); j < code.n(); j++) {
      for (int tree = 0; tree < voles.trees(); tree++) {
        if (corrections.corrects(shape, j, tree)) {
          int at = (tree * Codeword.POSITIONS + j) * length;
          for (int i = 0; i < length; i++) {
            u[at + i] ^= symbols[j * length + i];
          }
          Corrections.put(u, at, count, out, to);
          to += stream;
        }
      }
    }
  }

  void wipe() {
    slices.wipe();
    encoder.wipe();
    starEncoder.wipe();
    for (long[] each : new long[][] {data, planes, u, v, symbols, shares}) {
      Secrets.wipe(each);
    }
  }
}
