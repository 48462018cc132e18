package org.schurmpc.core.word;

import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.ot.CoordinateVoles;

/**
 * Encodes the corrections of a tile of words of one shape: for each coordinate and each of its
 * trees, one symbol for each word, bit-sliced. Free symbols are taken from a coordinate's first
 * tree, which has no correction then.
 */
final class Corrections {
  private static final int CHUNK = CoordinateVoles.CHUNK;

  private final ReedSolomon code;
  private final int trees;

  Corrections(ReedSolomon code, int trees) {
    this.code = code;
    this.trees = trees;
  }

  /** Whether the owner chooses the data of the words of a shape. */
  static boolean hasGivenData(WordShape shape) {
    return shape instanceof WordShape.Given
        || shape instanceof WordShape.Planes
        || shape instanceof WordShape.TieMask;
  }

  /** Whether a tree of a coordinate has a correction. */
  boolean corrects(WordShape shape, int coordinate, int tree) {
    return tree > 0
        || coordinate >= shape.wordClass().freeEnd(code)
        || (coordinate < code.k() && hasGivenData(shape));
  }

  /** Returns the number of corrections of a word. */
  int symbols(WordShape shape) {
    int symbols = 0;
    for (int j = shape.wordClass().from(code); j < code.n(); j++) {
      for (int tree = 0; tree < trees; tree++) {
        symbols += corrects(shape, j, tree) ? 1 : 0;
      }
    }
    return symbols;
  }

  /** Returns the length of the message. */
  int bytes(WordShape shape, int count) {
    return Math.multiplyExact(symbols(shape), streamBytes(count));
  }

  /** Returns the number of bytes with one symbol of each word. */
  static int streamBytes(int count) {
    return count / Long.SIZE * CHUNK * Long.BYTES + CHUNK * restBytes(count);
  }

  /** Returns the number of bytes of a plane of the last, incomplete chunk. */
  private static int restBytes(int count) {
    return (count % Long.SIZE + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Writes one symbol of each word. */
  static void put(long[] stream, int off, int count, byte[] dst, int at) {
    int full = count / Long.SIZE * CHUNK;
    Words.toBytes(stream, off, full, dst, at);
    int rest = restBytes(count);
    if (rest > 0) {
      int to = at + full * Long.BYTES;
      for (int plane = 0; plane < CHUNK; plane++) {
        long bits = stream[off + full + plane];
        for (int i = 0; i < rest; i++) {
          dst[to++] = (byte) (bits >>> (Byte.SIZE * i));
        }
      }
    }
  }

  /** Reads one symbol of each word. */
  static void get(byte[] src, int at, int count, long[] stream, int off) {
    int full = count / Long.SIZE * CHUNK;
    Words.fromBytes(src, at, stream, off, full);
    int rest = restBytes(count);
    if (rest > 0) {
      int from = at + full * Long.BYTES;
      for (int plane = 0; plane < CHUNK; plane++) {
        long bits = 0;
        for (int i = 0; i < rest; i++) {
          bits |= (src[from++] & 0xFFL) << (Byte.SIZE * i);
        }
        stream[off + full + plane] = bits;
      }
    }
  }
}
