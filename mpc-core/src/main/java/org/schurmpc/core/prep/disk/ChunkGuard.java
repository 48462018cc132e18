package org.schurmpc.core.prep.disk;

import java.nio.ByteBuffer;

/** Turns chunks of material into what is on disk, and back if they are what was written. */
interface ChunkGuard {
  /** Which chunk of which file it is: never twice the same in a batch. */
  record Place(int portion, int kind, int chunk) {
    static final int BYTES = 3 * Integer.BYTES;

    /** The keys of the batch. */
    static final Place KEYS = new Place(-1, 0, 0);

    byte[] bytes() {
      return ByteBuffer.allocate(BYTES).putInt(portion).putInt(kind).putInt(chunk).array();
    }
  }

  /** How much longer a chunk is on disk. */
  int overhead();

  /**
   * What is written for a chunk.
   *
   * @param plain a direct buffer with the chunk between position and limit; consumed
   * @return good until the next call
   */
  ByteBuffer seal(ByteBuffer plain, Place place);

  /**
   * The chunk of which this was written, or null if it is not what was written.
   *
   * @param sealed a direct buffer with what was read between position and limit; consumed
   * @return good until the next call and as long as {@code sealed} is left alone
   */
  ByteBuffer open(ByteBuffer sealed, Place place);

  /** Forgets what it holds of chunks. */
  void wipe();
}
