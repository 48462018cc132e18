package org.schurmpc.bench.control;

/** Records when the other side of a control channel was last heard. */
public final class Contact {
  private volatile long heardNanos = System.nanoTime();
  private volatile boolean awaited;

  void await() {
    awaited = true;
  }

  void heard() {
    heardNanos = System.nanoTime();
  }

  void endWait() {
    awaited = false;
  }

  /**
   * Returns the value of {@link System#nanoTime} when the last frame arrived, keep-alives included.
   * Frames are read only while this side waits for a message.
   */
  public long heardNanos() {
    return heardNanos;
  }

  /** Returns whether this side waits for a message, and so hears the other side. */
  public boolean awaited() {
    return awaited;
  }
}
