package org.schurmpc.core.prep.disk;

import java.nio.ByteBuffer;

/** Converts chunks of material to their form on disk, and back if they are unchanged. */
interface ChunkGuard {
  /** Identifies a chunk by portion, kind and number. No place occurs twice in a batch. */
  record Place(int portion, int kind, int chunk) {
    static final int BYTES = 3 * Integer.BYTES;

    /** Place of the keys of the batch. */
    static final Place KEYS = new Place(-1, 0, 0);

    /** Place of the set-up that is kept with the keys. */
    static final Place SETUP = new Place(-1, 1, 0);

    byte[] bytes() {
      return ByteBuffer.allocate(BYTES).putInt(portion).putInt(kind).putInt(chunk).array();
    }
  }

  /** Returns the number of bytes by which a chunk on disk is longer. */
  int overhead();

  /**
   * Returns the bytes to write for a chunk.
   *
   * @param plain a buffer with the chunk between position and limit; consumed
   * @return valid until the next call
   */
  ByteBuffer seal(ByteBuffer plain, Place place);

  /**
   * Returns the chunk for the bytes read, or null if they differ from those written.
   *
   * @param sealed a buffer with the bytes read between position and limit; consumed
   * @return valid until the next call and as long as {@code sealed} is not changed
   */
  ByteBuffer open(ByteBuffer sealed, Place place);

  /** Wipes buffered parts of chunks. */
  void wipe();

  /** Wipes and gives back buffers. */
  default void giveBack() {
    wipe();
  }
}
