package org.schurmpc.cli.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The readers that receive states as server-sent events. Their number is bounded. */
public final class Readers {
  /** Maximum number of readers at the same time. */
  public static final int MOST = 8;

  private final List<Reader> readers = new ArrayList<>();
  private final Duration patience;
  private boolean closed;

  /**
   * Creates a list without readers.
   *
   * @param patience the time after which a reader that takes no bytes is dropped
   */
  public Readers(Duration patience) {
    this.patience = patience;
  }

  /**
   * Answers a request with events, beginning with a state, on a thread of its own.
   *
   * @return false if there are too many readers, or the page has ended
   */
  public synchronized boolean add(PageCall call, byte[] state) {
    if (closed || readers.size() >= MOST) {
      return false;
    }
    Reader reader = new Reader(call, this::remove);
    readers.add(reader);
    reader.offer(state);
    reader.start();
    return true;
  }

  private synchronized void remove(Reader reader) {
    readers.remove(reader);
    notifyAll();
  }

  /** Returns the number of readers. */
  public synchronized int count() {
    return readers.size();
  }

  /** Hands a state to all readers, in place of one that they have not taken yet. Never waits. */
  public synchronized void offer(byte[] state) {
    readers.forEach(reader -> reader.offer(state));
  }

  /** Drops the readers that have taken no bytes for too long. */
  public synchronized void dropSlow() {
    long now = System.nanoTime();
    readers.forEach(reader -> reader.dropIfStuck(now, patience.toNanos()));
  }

  /** Sends a last state, gives readers a moment to take it, and drops them. */
  public synchronized void close(byte[] last, Duration moment) throws InterruptedException {
    closed = true;
    readers.forEach(reader -> reader.end(last));
    long deadline = System.nanoTime() + moment.toNanos();
    for (long left = moment.toMillis();
        left > 0 && !readers.isEmpty();
        left = Duration.ofNanos(deadline - System.nanoTime()).toMillis()) {
      wait(left);
    }
    readers.forEach(Reader::drop);
  }
}
