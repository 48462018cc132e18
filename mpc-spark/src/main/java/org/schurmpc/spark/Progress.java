package org.schurmpc.spark;

import java.io.Serializable;
import org.apache.spark.SparkContext;
import org.apache.spark.util.LongAccumulator;

/** What Spark's page of a stage shows of a job: sums over all workers. */
record Progress(LongAccumulator rows, LongAccumulator bytes, LongAccumulator ands)
    implements Serializable {
  static Progress in(SparkContext context) {
    return new Progress(
        context.longAccumulator("MPC rows done"),
        context.longAccumulator("MPC bytes sent"),
        context.longAccumulator("MPC AND gates"));
  }
}
