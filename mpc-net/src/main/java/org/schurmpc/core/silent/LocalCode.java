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

  /**
   * Place of the first entry of a vector in its array: entries of 32 bytes then lie within lines of
   * the cache, as an array has 16 bytes before its first long.
   */
  public static final int START = 2;

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
    for (int word = 0; word < WORDS * rows; word += WORDS) {
      for (int i = 0; i < WORDS - 1; i++) {
        long three = words[word + i];
        places[at] = (int) three & mask;
        places[at + 1] = (int) (three >>> PLACE_BITS) & mask;
        places[at + 2] = (int) (three >>> (2 * PLACE_BITS)) & mask;
        at += PLACES;
      }
      places[at++] = (int) words[word + WORDS - 1] & mask;
    }
  }

  /**
   * Adds the products of the drawn rows with vectors of elements.
   *
   * @param vectors {@code width} of them, element by element
   */
  public void addTo(
      Field field, long[] vectors, int from, int width, long[] to, int toAt, int rows) {
    field.addSums(vectors, from, width, places, LpnParameters.ONES, to, toAt, rows);
  }

  /**
   * Adds the products of the drawn rows with two vectors of two longs an entry.
   *
   * @param vectors entry by entry, those of the first vector before those of the second, from
   *     {@link #START} on
   */
  public void addRows(
      long[] vectors, long[] first, int firstAt, long[] second, int secondAt, int rows) {
    int at = 0;
    for (int row = 0; row < 2 * rows; row += 2) {
      long firstLow = first[firstAt + row];
      long firstHigh = first[firstAt + row + 1];
      long secondLow = second[secondAt + row];
      long secondHigh = second[secondAt + row + 1];
      for (int i = 0; i < LpnParameters.ONES; i++) {
        int place = START + 4 * places[at + i];
        firstLow ^= vectors[place];
        firstHigh ^= vectors[place + 1];
        secondLow ^= vectors[place + 2];
        secondHigh ^= vectors[place + 3];
      }
      at += LpnParameters.ONES;
      first[firstAt + row] = firstLow;
      first[firstAt + row + 1] = firstHigh;
      second[secondAt + row] = secondLow;
      second[secondAt + row + 1] = secondHigh;
    }
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
