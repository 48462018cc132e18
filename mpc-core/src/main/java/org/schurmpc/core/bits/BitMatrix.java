package org.schurmpc.core.bits;

import java.util.Arrays;
import java.util.Objects;

/**
 * A matrix of bits, stored row by row in 64-bit words: column c of a row is bit c mod 64 of word c
 * / 64. Unused bits of a row's last word are zero.
 *
 * <p>Plain values of a circuit have a row for each wire and a column for each lane.
 */
public final class BitMatrix {
  private final int rows;
  private final int columns;
  private final int wordsPerRow;
  private final long[] words;

  /**
   * Creates an all-zero matrix.
   *
   * @throws IllegalArgumentException if a size is negative or the matrix has more than 2^31 words
   */
  public BitMatrix(int rows, int columns) {
    if (rows < 0 || columns < 0) {
      throw new IllegalArgumentException("negative size: " + rows + " x " + columns);
    }
    this.rows = rows;
    this.columns = columns;
    this.wordsPerRow = wordsFor(columns);
    long total = (long) rows * wordsPerRow;
    if (total > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException("too large: " + rows + " x " + columns + " bits");
    }
    this.words = new long[(int) total];
  }

  /** Returns the number of words that hold {@code nBits} bits. */
  public static int wordsFor(int nBits) {
    return (nBits + 63) >>> 6;
  }

  /**
   * Returns the mask of the bits in use in the last word of {@code nBits} bits; all ones if it is
   * full.
   */
  public static long lastWordMask(int nBits) {
    return -1L >>> (-nBits & 63);
  }

  public int rows() {
    return rows;
  }

  public int columns() {
    return columns;
  }

  public int wordsPerRow() {
    return wordsPerRow;
  }

  /** Returns the words themselves, not a copy. Row r starts at {@code r * wordsPerRow()}. */
  public long[] words() {
    return words;
  }

  /** Returns the index in {@link #words()} at which row {@code row} starts. */
  public int offset(int row) {
    if (row < 0 || row >= rows) {
      throw new IndexOutOfBoundsException("row " + row + " of " + rows);
    }
    return row * wordsPerRow;
  }

  public boolean get(int row, int column) {
    return (words[offset(row) + checkColumn(column) / 64] >>> column & 1) != 0;
  }

  public void set(int row, int column, boolean bit) {
    int at = offset(row) + checkColumn(column) / 64;
    long mask = 1L << column;
    words[at] = bit ? words[at] | mask : words[at] & ~mask;
  }

  /** Sets every bit of a row to {@code bit}. */
  public void fillRow(int row, boolean bit) {
    int start = offset(row);
    Arrays.fill(words, start, start + wordsPerRow, bit ? -1L : 0L);
    trimRow(row);
  }

  /** Clears the unused bits of a row's last word, after its words were written directly. */
  public void trimRow(int row) {
    if (wordsPerRow > 0) {
      words[offset(row) + wordsPerRow - 1] &= lastWordMask(columns);
    }
  }

  /**
   * Copies a row of another matrix, which has the same number of columns, into a row of this
   * matrix.
   */
  public void copyRow(int row, BitMatrix from, int fromRow) {
    if (from.columns != columns) {
      throw new IllegalArgumentException(from.columns + " columns where there are " + columns);
    }
    System.arraycopy(from.words, from.offset(fromRow), words, offset(row), wordsPerRow);
  }

  /**
   * Copies columns of another matrix, which has the same number of rows.
   *
   * @param to first column written in this matrix
   * @param from first column read in {@code source}
   * @param count number of columns
   */
  public void copyColumns(int to, BitMatrix source, int from, int count) {
    if (source.rows != rows) {
      throw new IllegalArgumentException(source.rows + " rows where there are " + rows);
    }
    Objects.checkFromIndexSize(to, count, columns);
    Objects.checkFromIndexSize(from, count, source.columns);
    for (int row = 0; row < rows; row++) {
      for (int done = 0; done < count; ) {
        int n = Math.min(count - done, Long.SIZE - (to + done) % Long.SIZE);
        long bits = source.bits(row, from + done, n);
        int at = offset(row) + (to + done) / Long.SIZE;
        int shift = (to + done) % Long.SIZE;
        words[at] = (words[at] & ~(lastWordMask(n) << shift)) | (bits << shift);
        done += n;
      }
    }
  }

  /** Returns 1 to 64 bits of a row, from the least significant bit on. */
  private long bits(int row, int column, int count) {
    int at = offset(row) + column / Long.SIZE;
    int shift = column % Long.SIZE;
    long low = words[at] >>> shift;
    boolean spans = shift + count > Long.SIZE;
    return (spans ? low | words[at + 1] << -shift : low) & lastWordMask(count);
  }

  private int checkColumn(int column) {
    if (column < 0 || column >= columns) {
      throw new IndexOutOfBoundsException("column " + column + " of " + columns);
    }
    return column;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BitMatrix that
        && rows == that.rows
        && columns == that.columns
        && Arrays.equals(words, that.words);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * rows + columns) + Arrays.hashCode(words);
  }

  /** Returns the size only: the bits may be secret. */
  @Override
  public String toString() {
    return "BitMatrix[" + rows + " x " + columns + "]";
  }
}
