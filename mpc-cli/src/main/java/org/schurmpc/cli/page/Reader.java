package org.schurmpc.cli.page;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * A reader of events. States are written by a thread of its own, which blocks while the reader
 * takes none; a state that was not written is replaced by the next one.
 */
final class Reader {
  private static final byte[] START = "data: ".getBytes(StandardCharsets.UTF_8);
  private static final String TYPE = "text/event-stream; charset=utf-8";
  private static final byte[] END = "\n\n".getBytes(StandardCharsets.UTF_8);

  private final PageCall call;
  private final Thread thread;
  private byte[] next;
  private boolean ending;
  private boolean writing;
  private long writingSince;

  /**
   * Creates a reader.
   *
   * @param gone called when the reader has left, was dropped, or has the last state
   */
  Reader(PageCall call, Consumer<Reader> gone) {
    this.call = call;
    this.thread = new Thread(() -> serve(gone), "reader of the page");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void serve(Consumer<Reader> gone) {
    begin();
    try (PageCall.Sending sending = call.begin(PageAnswer.headers(TYPE))) {
      OutputStream out = sending.out();
      out.flush();
      written();
      for (byte[] state = take(); state != null; state = take()) {
        out.write(START);
        out.write(state);
        out.write(END);
        out.flush();
        written();
      }
    } catch (IOException | InterruptedException e) {
      // The reader has left, or was dropped.
    } finally {
      gone.accept(this);
    }
  }

  private synchronized void begin() {
    writing = true;
    writingSince = System.nanoTime();
  }

  private synchronized void written() {
    writing = false;
  }

  /** Waits for the next state; null after the last one. */
  private synchronized byte[] take() throws InterruptedException {
    while (next == null) {
      if (ending) {
        return null;
      }
      wait();
    }
    byte[] state = next;
    next = null;
    begin();
    return state;
  }

  /** Sets the next state to write. */
  synchronized void offer(byte[] state) {
    next = state;
    notifyAll();
  }

  /** Sets the last state to write. */
  synchronized void end(byte[] state) {
    ending = true;
    offer(state);
  }

  /** Drops the reader if it has taken no bytes for some time. */
  synchronized void dropIfStuck(long nowNanos, long patienceNanos) {
    if (writing && nowNanos - writingSince > patienceNanos) {
      drop();
    }
  }

  /** Ends the connection: the interrupt closes the socket, even if a write blocks. */
  void drop() {
    thread.interrupt();
  }
}
