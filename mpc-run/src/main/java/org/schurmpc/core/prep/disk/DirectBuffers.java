package org.schurmpc.core.prep.disk;

import java.nio.ByteBuffer;

/** Wipes buffers outside of the heap. */
final class DirectBuffers {
  private static final int STEP = 4096;
  private static final byte[] ZEROS = new byte[STEP];

  private DirectBuffers() {}

  /** Overwrites all of a buffer with zeros. */
  static void wipe(ByteBuffer buffer) {
    ByteBuffer all = buffer.duplicate().clear();
    while (all.hasRemaining()) {
      all.put(ZEROS, 0, Math.min(STEP, all.remaining()));
    }
  }
}
