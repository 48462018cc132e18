package org.schurmpc.core.silent;

import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;

/**
 * The public matrix A of LPN, row after row: each has {@link LpnParameters#ONES} ones, at places
 * drawn from a seed.
 */
public final class LocalCode {
  /** Number of rows that are drawn at a time. */
  public static final int CHUNK = 512;

  private static final int WORDS = 4; // of a row, with three places each
  private static final int PLACES = 3;
  private static final int PLACE_BITS = 21;

  private final Prg prg;
  private final int mask;
  private final long[] words = new long[WORDS * CHUNK];
  private final int[] places = new int[LpnParameters.ONES * CHUNK];
  private final byte[] scratch = new byte[4096];

  /**
   * Begins the matrix.
   *
   * @param seed {@link Prg#SEED_BYTES} bytes
   * @param logK at most 21
   */
  public LocalCode(byte[] seed, int logK) {
    this.prg = new Prg(seed);
    this.mask = (1 << logK) - 1;
  }

  /** Draws the next rows, at most {@link #CHUNK}. */
  public void draw(int rows) {
    prg.nextLongs(words, 0, WORDS * rows, scratch);
    int at = 0;
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < LpnParameters.ONES; i++) {
        long word = words[WORDS * row + i / PLACES];
        places[at++] = (int) (word >>> (PLACE_BITS * (i % PLACES))) & mask;
      }
    }
  }

  /**
   * Adds the products of the drawn rows with vectors of elements.
   *
   * @param vectors {@code width} of them, element by element
   */
  public void addTo(Field field, long[] vectors, int width, long[] to, int toAt, int rows) {
    field.addSums(vectors, width, places, LpnParameters.ONES, to, toAt, rows);
  }

  /** Adds the products of the drawn rows with a vector of two longs each. */
  public void addRows(long[] vector, long[] to, int toAt, int rows) {
    int at = 0;
    for (int row = 0; row < rows; row++) {
      long low = to[toAt + 2 * row];
      long high = to[toAt + 2 * row + 1];
      for (int i = 0; i < LpnParameters.ONES; i++) {
        int place = 2 * places[at++];
        low ^= vector[place];
        high ^= vector[place + 1];
      }
      to[toAt + 2 * row] = low;
      to[toAt + 2 * row + 1] = high;
    }
  }

  /** Adds the products of the drawn rows with a vector of bits. */
  public void addBits(long[] bits, long[] to, int toAt, int rows) {
    int at = 0;
    for (int row = 0; row < rows; row++) {
      long sum = 0;
      for (int i = 0; i < LpnParameters.ONES; i++) {
        int place = places[at++];
        sum ^= bits[place >>> 6] >>> place;
      }
      to[toAt + (row >>> 6)] ^= (sum & 1) << row;
    }
  }
}
