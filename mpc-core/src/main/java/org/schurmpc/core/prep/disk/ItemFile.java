package org.schurmpc.core.prep.disk;

import java.nio.file.Path;
import org.schurmpc.core.prep.MaterialKind;

/**
 * Where the items of one kind lie that were made together: in a file of chunks, each of as many
 * whole items as go into 1 MiB (one, if it is larger), the last of what is left.
 *
 * @param kind the kind's index in the batch
 * @param first the position of its first item
 */
record ItemFile(int portion, int kind, MaterialKind items, long first, long count) {
  private static final int CHUNK_BYTES = 1 << 20;

  /**
   * Sees to it that a file can be like this.
   *
   * @throws IllegalArgumentException or {@link ArithmeticException} if not
   */
  void requireSane() {
    if (count < 1) {
      throw new IllegalArgumentException(count + " items");
    }
    Math.addExact(first, count);
    Math.multiplyExact(count, 2L * itemBytes(items)); // twice, for what protects it
    Math.toIntExact((count - 1) / chunkItems(items) + 1);
  }

  /** Items of a full chunk. */
  static int chunkItems(MaterialKind kind) {
    return Math.max(1, CHUNK_BYTES / itemBytes(kind));
  }

  private static int itemBytes(MaterialKind kind) {
    return Math.multiplyExact(kind.longsPerItem(), Long.BYTES);
  }

  /** A full chunk's size without what protects it. */
  static int chunkBytes(MaterialKind kind) {
    return Math.multiplyExact(chunkItems(kind), itemBytes(kind));
  }

  static String name(int portion, int kind) {
    return "portion-%d-kind-%d".formatted(portion, kind);
  }

  Path in(Path folder) {
    return folder.resolve(name(portion, kind));
  }

  /** The position behind its last item. */
  long end() {
    return first + count;
  }

  int chunks() {
    return Math.toIntExact((count + chunkItems(items) - 1) / chunkItems(items));
  }

  /** Items of a chunk. */
  int itemsOf(int chunk) {
    long before = (long) chunk * chunkItems(items);
    return (int) Math.min(chunkItems(items), count - before);
  }

  /** The chunk with the item at a position. */
  int chunkAt(long position) {
    return (int) ((position - first) / chunkItems(items));
  }

  /** The position of a chunk's first item. */
  long firstOf(int chunk) {
    return first + (long) chunk * chunkItems(items);
  }

  /** Where a chunk begins in the file. */
  long offset(int chunk, int overhead) {
    return chunk * ((long) chunkBytes(items) + overhead);
  }

  /** The file's size. */
  long length(int overhead) {
    return count * itemBytes(items) + (long) chunks() * overhead;
  }
}
