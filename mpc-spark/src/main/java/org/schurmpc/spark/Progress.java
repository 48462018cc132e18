package org.schurmpc.spark;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.SparkContext;
import org.apache.spark.util.LongAccumulator;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;

/** What Spark's page of a stage shows of a job: sums over all workers. */
record Progress(LongAccumulator rows, LongAccumulator bytes, LongAccumulator ands)
    implements Serializable {
  static Progress in(SparkContext context) {
    return new Progress(
        context.longAccumulator("MPC rows done"),
        context.longAccumulator("MPC bytes sent"),
        context.longAccumulator("MPC AND gates"));
  }

  /**
   * Adds a chunk.
   *
   * @param before the bytes sent before it
   * @return the bytes sent by now
   */
  long add(long done, long andsOfRow, long before, Metrics metrics) {
    long now = Arrays.stream(Phase.values()).mapToLong(metrics::bytesSent).sum();
    rows.add(done);
    bytes.add(now - before);
    ands.add(done * andsOfRow);
    return now;
  }
}
