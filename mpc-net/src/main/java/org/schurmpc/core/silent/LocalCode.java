package org.schurmpc.core.silent;

import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.PlaceKernels;

/**
 * The public matrix A of LPN, row after row: each has {@link LpnParameters#ONES} ones, at places
 * drawn from a seed.
 */
public final class LocalCode {
  /** Number of rows that are drawn at a time. */
  public static final int CHUNK = 512;

  /**
   * Place of the first entry of a vector in its array: entries of 32 bytes then lie within lines of
   * the cache, as an array has 16 bytes before its first long.
   */
  public static final int START = 2;

  private static final int WORDS = 3; // of a row, with three places each
  private static final int PLACES = 3;
  private static final int PLACE_BITS = 19;
  private static final int REST_BITS = Long.SIZE - PLACES * PLACE_BITS; // of the tenth place

  private final PlaceKernels kernels;
  private final Prg prg;
  private final int mask;
  private final long[] words = new long[WORDS * CHUNK];
  private final int[] places = new int[LpnParameters.ONES * CHUNK];
  private final byte[] scratch = new byte[4096];

  /**
   * Begins the matrix.
   *
   * @param seed {@link Prg#SEED_BYTES} bytes
   * @param logK at most {@value #PLACE_BITS}
   */
  public LocalCode(byte[] seed, int logK, PlaceKernels kernels) {
    if (logK > PLACE_BITS) {
      throw new IllegalArgumentException("2^" + logK + " places");
    }
    this.kernels = kernels;
    this.prg = new Prg(seed);
    this.mask = (1 << logK) - 1;
  }

  /** Draws the next rows, at most {@link #CHUNK}. */
  public void draw(int rows) {
    prg.nextLongs(words, 0, WORDS * rows, scratch);
    int at = 0;
    for (int word = 0; word < WORDS * rows; word += WORDS) {
      long rest = 0;
      for (int i = 0; i < WORDS; i++) {
        long three = words[word + i];
        places[at] = (int) three & mask;
        places[at + 1] = (int) (three >>> PLACE_BITS) & mask;
        places[at + 2] = (int) (three >>> (2 * PLACE_BITS)) & mask;
        rest = (rest << REST_BITS) | (three >>> (PLACES * PLACE_BITS));
        at += PLACES;
      }
      places[at++] = (int) rest & mask;
    }
  }

  /**
   * Adds the products of the drawn rows with vectors of elements of a prime field.
   *
   * @param vectors {@code width} of them, element by element
   * @param scratch longs of the products, which the caller wipes
   */
  public void addTo(
      Field field,
      long[] vectors,
      int from,
      int width,
      long[] to,
      int toAt,
      long[] scratch,
      int rows) {
    int longs = width * field.limbs();
    kernels.sumAtPlaces(vectors, from, longs, places, to, toAt, scratch, rows);
    field.fromSums(to, toAt, scratch, to, toAt, width * rows);
  }

  /**
   * Adds the products of the drawn rows with a vector of four longs an entry.
   *
   * @param vector entries from {@link #START} on
   * @param to four longs for each row, from index 0
   */
  public void addRows(long[] vector, long[] to, int rows) {
    kernels.xorAtPlaces(vector, START, places, to, rows);
  }

  /**
   * Adds the products of the drawn rows with a vector of bits.
   *
   * @param rows a multiple of 64
   */
  public void addBits(long[] bits, long[] to, int toAt, int rows) {
    int at = 0;
    for (int word = 0; word < rows / Long.SIZE; word++) {
      long sums = 0;
      for (int row = 0; row < Long.SIZE; row++) {
        long sum = 0;
        for (int i = 0; i < LpnParameters.ONES; i++) {
          int place = places[at + i];
          sum ^= bits[place >>> 6] >>> place;
        }
        at += LpnParameters.ONES;
        sums |= (sum & 1) << row;
      }
      to[toAt + word] ^= sums;
    }
  }
}
