package org.schurmpc.spark;

/**
 * Simulates a job of W pairs of workers that share one line. A worker computes on a chunk, then
 * sends its bytes, then takes its next chunk; senders share the line equally. That nothing overlaps
 * within a worker makes the simulation a cautious one.
 *
 * @param rows number of rows
 * @param rowsPerChunk rows of a chunk
 * @param secondsPerRow time of a core for a row
 * @param bytesPerRow bytes in each direction for a row
 * @param lineBytes bytes a second in each direction
 */
record ScaleSimulation(
    long rows, int rowsPerChunk, double secondsPerRow, double bytesPerRow, double lineBytes) {
  private static final double EPSILON = 1e-9;

  /** Returns the time of the whole job in seconds, for a number of pairs of workers. */
  double seconds(int workers) {
    Chunks chunks = new Chunks(rows, rowsPerChunk, workers);
    double[] computing = new double[workers]; // seconds left
    double[] sending = new double[workers]; // bytes left
    int[] next = new int[workers];
    for (int worker = 0; worker < workers; worker++) {
      next[worker] = worker;
      begin(chunks, worker, computing, sending, next);
    }
    double time = 0;
    while (true) {
      double share = lineBytes / Math.max(1, senders(computing, sending));
      double step = Double.POSITIVE_INFINITY;
      for (int worker = 0; worker < workers; worker++) {
        if (computing[worker] > 0) {
          step = Math.min(step, computing[worker]);
        } else if (sending[worker] > 0) {
          step = Math.min(step, sending[worker] / share);
        }
      }
      if (Double.isInfinite(step)) {
        return time;
      }
      time += step;
      for (int worker = 0; worker < workers; worker++) {
        if (computing[worker] > 0) {
          computing[worker] = less(computing[worker], step);
        } else if (sending[worker] > 0) {
          sending[worker] = less(sending[worker], step * share);
          if (sending[worker] == 0) {
            begin(chunks, worker, computing, sending, next);
          }
        }
      }
    }
  }

  private static double less(double left, double done) {
    double rest = left - done;
    return rest < EPSILON * left ? 0 : rest;
  }

  private static int senders(double[] computing, double[] sending) {
    int senders = 0;
    for (int worker = 0; worker < sending.length; worker++) {
      senders += computing[worker] == 0 && sending[worker] > 0 ? 1 : 0;
    }
    return senders;
  }

  private void begin(Chunks chunks, int worker, double[] computing, double[] sending, int[] next) {
    if (next[worker] < chunks.count()) {
      int size = chunks.rowsOf(next[worker]);
      computing[worker] = size * secondsPerRow;
      sending[worker] = size * bytesPerRow;
      next[worker] += chunks.workers();
    }
  }
}
