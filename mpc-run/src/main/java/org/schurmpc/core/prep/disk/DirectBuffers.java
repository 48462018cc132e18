package org.schurmpc.core.prep.disk;

import java.nio.ByteBuffer;

/** Makes and wipes buffers. Long ones are outside of the heap; short ones cost less on it. */
final class DirectBuffers {
  private static final int MOST_ON_HEAP = 1 << 13;
  private static final int STEP = 4096;
  private static final byte[] ZEROS = new byte[STEP];

  private DirectBuffers() {}

  /** Returns a buffer for some bytes. */
  static ByteBuffer of(int bytes) {
    return bytes <= MOST_ON_HEAP ? ByteBuffer.allocate(bytes) : ByteBuffer.allocateDirect(bytes);
  }

  /** Overwrites all of a buffer with zeros. */
  static void wipe(ByteBuffer buffer) {
    ByteBuffer all = buffer.duplicate().clear();
    while (all.hasRemaining()) {
      all.put(ZEROS, 0, Math.min(STEP, all.remaining()));
    }
  }
}
