package org.schurmpc.core.net;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;

/** Represents one end of two opposite pipes inside a process. */
final class InMemoryChannel extends FrameChannel {

  /**
   * Represents one direction: a queue of frames bounded by their bytes. A frame is accepted while
   * the waiting bytes are within the bound, so any single frame always fits, as over a socket.
   */
  static final class Pipe {
    private final ReentrantLock lock;
    private final Condition changed;
    private final ArrayDeque<byte[]> frames = new ArrayDeque<>();
    private long queuedBytes;
    private boolean writerClosed;
    private boolean readerClosed;

    /**
     * Creates a pipe. The two directions of a channel share their lock, because closing takes both.
     */
    Pipe(ReentrantLock lock) {
      this.lock = lock;
      this.changed = lock.newCondition();
    }

    private void close(boolean asWriter) {
      lock.lock();
      try {
        if (asWriter) {
          writerClosed = true;
        } else {
          readerClosed = true;
          frames.clear();
          queuedBytes = 0;
        }
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  private final Pipe out;
  private final Pipe in;

  InMemoryChannel(String peer, NetOptions options, Pipe out, Pipe in) {
    super(peer, options);
    this.out = out;
    this.in = in;
  }

  @Override
  void write(byte[] src, int off, int len) throws MpcException {
    byte[] frame = new byte[len];
    System.arraycopy(src, off, frame, 0, len);
    long patience = options.timeout().toNanos();
    out.lock.lock();
    try {
      while (!out.writerClosed && !out.readerClosed && out.queuedBytes > options.maxFrame()) {
        long before = out.queuedBytes;
        patience = out.changed.awaitNanos(patience);
        if (out.queuedBytes < before) {
          patience = options.timeout().toNanos();
        } else if (patience <= 0) {
          throw takesNothing();
        }
      }
      if (out.writerClosed) {
        throw closedHere();
      }
      if (out.readerClosed) {
        throw closedByPeer();
      }
      out.frames.add(frame);
      out.queuedBytes += HEADER + (long) len;
      out.changed.signalAll();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted();
    } finally {
      out.lock.unlock();
    }
  }

  @Override
  int awaitHeader() throws MpcException {
    long patience = options.timeout().toNanos();
    long start = System.nanoTime();
    in.lock.lock();
    try {
      while (in.frames.isEmpty() || in.readerClosed) {
        if (in.readerClosed) {
          throw closedHere();
        }
        if (in.writerClosed) {
          throw closedByPeer();
        }
        if (patience <= 0) {
          throw silent();
        }
        patience = in.changed.awaitNanos(patience);
      }
      waited(System.nanoTime() - start);
      return in.frames.getFirst().length;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted();
    } finally {
      in.lock.unlock();
    }
  }

  @Override
  void readBody(byte[] dst, int off, int len) throws MpcException {
    byte[] frame;
    in.lock.lock();
    try {
      if (in.readerClosed) {
        throw closedHere();
      }
      frame = in.frames.removeFirst();
      in.queuedBytes -= HEADER + (long) len;
      in.changed.signalAll();
    } finally {
      in.lock.unlock();
    }
    System.arraycopy(frame, 0, dst, off, len);
  }

  @Override
  public void requirePeer() throws ConnectionLost {
    in.lock.lock();
    try {
      if (in.readerClosed) {
        throw closedHere();
      }
      if (in.writerClosed && in.frames.isEmpty()) {
        throw closedByPeer();
      }
    } finally {
      in.lock.unlock();
    }
  }

  @Override
  public void close() {
    out.close(true);
    in.close(false);
  }
}
