package org.schurmpc.spark;

import org.apache.spark.TaskContext;

/**
 * Interrupts the thread of a task that waits for its peer, if Spark ends the task. Open only while
 * nothing is computed: a worker that is interrupted in the middle of a check has failed it.
 */
final class EndWatch implements AutoCloseable {
  private static final long LOOK_MILLIS = 500;

  private final Thread watched = Thread.currentThread();
  private final Thread watch;
  private boolean open = true;

  EndWatch(TaskContext context) {
    watch = new Thread(() -> look(context), "watch of a task's end");
    watch.setDaemon(true);
    watch.start();
  }

  private synchronized void look(TaskContext context) {
    try {
      while (open && !context.isInterrupted()) {
        wait(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      return;
    }
    if (open) {
      watched.interrupt();
    }
  }

  @Override
  public synchronized void close() {
    open = false;
    notifyAll();
  }
}
