package org.schurmpc.spark;

import java.io.Serializable;

/**
 * Divides rows, numbered in the order of their keys, into chunks of equal size, and the chunks
 * among workers. Both parties divide alike, as this depends on nothing but three numbers.
 *
 * @param rows number of all rows, at least one
 * @param size rows of each chunk, of which the last one may have less
 * @param workers number of workers of each party
 */
record Chunks(long rows, int size, int workers) implements Serializable {
  Chunks {
    if (rows < 1 || size < 1 || workers < 1) {
      throw new IllegalArgumentException(
          "%d rows in chunks of %d among %d workers".formatted(rows, size, workers));
    }
    Math.toIntExact((rows - 1) / size + 1);
  }

  /** Returns the number of chunks. */
  int count() {
    return (int) ((rows - 1) / size + 1);
  }

  /** Returns the chunk of a row. */
  int chunkOf(long row) {
    return (int) (row / size);
  }

  /** Returns the worker that evaluates a chunk. */
  int workerOf(int chunk) {
    return chunk % workers;
  }

  /** Returns the number of rows of a chunk. */
  int rowsOf(int chunk) {
    return (int) Math.min(size, rows - (long) chunk * size);
  }

  /**
   * Returns the rows that a worker evaluates at once: a whole chunk, or all rows if these are less.
   */
  int rowsAtOnce() {
    return (int) Math.min(size, rows);
  }
}
