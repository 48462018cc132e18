package org.schurmpc.spark;

import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stores of all workers of this party: a folder for each, in a folder that every executor
 * reaches under the same path. The folder of records of use, which the executors' environment
 * names, lies on a volume of the same kind.
 *
 * @param root the folder of the stores
 */
record WorkerStores(String root) implements Serializable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerStores.class);
  private static final int TRIALS = 60;
  private static final long PAUSE_MILLIS = 2_000;

  private Path folder(int worker) {
    return Path.of(root, "worker-" + worker);
  }

  /** Opens a worker's store, which is there. */
  StoreDirectory open(int worker) throws MpcException {
    return StoreDirectory.open(folder(worker), StoreAccess.ofEnvironment());
  }

  /** Opens a worker's store, or makes an empty one. */
  StoreDirectory openOrCreate(int worker) throws MpcException {
    return StoreDirectory.openOrCreate(folder(worker), StoreAccess.ofEnvironment());
  }

  /**
   * Destroys all stores, in a job of Spark. A worker that Spark has ended has its store open until
   * its chunk is done, so this is tried for a while.
   */
  void destroyAll(SparkContext spark, int workers) {
    for (int trial = 1; trial < TRIALS; trial++) {
      if (destroyed(spark, workers, false)) {
        return;
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    destroyed(spark, workers, true);
  }

  private boolean destroyed(SparkContext spark, int workers, boolean last) {
    try {
      JavaSparkContext.fromSparkContext(spark)
          .parallelize(IntStream.range(0, workers).boxed().toList(), workers)
          .foreach(this::destroy);
      return true;
    } catch (Exception e) { // of Spark, checked ones too, which its methods do not declare
      if (last) {
        LOG.error("a check failed, and not all stores in {} are destroyed: delete them", root, e);
      }
      return false;
    }
  }

  private void destroy(int worker) throws MpcException {
    if (Files.isDirectory(folder(worker))) {
      StoreDirectory.destroy(folder(worker), StoreAccess.ofEnvironment().records());
    }
  }
}
