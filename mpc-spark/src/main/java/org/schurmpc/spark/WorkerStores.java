package org.schurmpc.spark;

import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;

/**
 * The stores of all workers of this party: a folder for each, in a folder that every executor
 * reaches under the same path. The folder of records of use, which the executors' environment
 * names, lies on a volume of the same kind.
 *
 * @param root the folder of the stores
 */
record WorkerStores(String root) implements Serializable {
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

  /** Destroys a worker's store, if there is one. */
  void destroy(int worker) throws MpcException {
    if (Files.isDirectory(folder(worker))) {
      StoreDirectory.destroy(folder(worker), StoreAccess.ofEnvironment().records());
    }
  }
}
