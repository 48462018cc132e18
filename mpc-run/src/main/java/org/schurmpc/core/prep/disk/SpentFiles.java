package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Overwrites and deletes files whose items are all used up, in a separate thread: the disk is slow,
 * and the evaluation that used the last item of a file need not wait. Files left by a crash are
 * deleted when the batch is opened next.
 */
final class SpentFiles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SpentFiles.class);
  private static final long PATIENCE_SECONDS = 60;
  private static final long IDLE_SECONDS = 1;

  private final Set<Path> seen = new HashSet<>();
  private ThreadPoolExecutor worker; // null until there is a file to delete
  private boolean closed;

  /** Deletes a file soon. A file that was passed before is ignored. */
  synchronized void delete(Path file) {
    if (closed || !seen.add(file)) {
      return;
    }
    if (worker == null) {
      worker =
          new ThreadPoolExecutor(
              1,
              1,
              IDLE_SECONDS,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              task -> {
                Thread thread = new Thread(task, "deletion of spent material");
                thread.setDaemon(true);
                return thread;
              });
      worker.allowCoreThreadTimeOut(true); // a folder of many batches has one of these for each
    }
    worker.execute(
        () -> {
          try {
            ChunkIo.destroy(file);
          } catch (IOException e) {
            LOG.debug("{} is deleted when its batch is opened next", file, e);
          }
        });
  }

  private synchronized ExecutorService end() {
    closed = true;
    return worker;
  }

  /** Waits until all files are deleted. */
  @Override
  public void close() {
    ExecutorService ending = end();
    if (ending == null) {
      return;
    }
    ending.shutdown();
    try {
      if (!ending.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("spent material is still being deleted");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
