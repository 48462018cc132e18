package org.schurmpc.core.prep.disk;

import java.nio.file.Path;
import org.schurmpc.core.prep.MaterialKind;

/**
 * Describes a file with the items of one kind in one portion. The file consists of chunks, each
 * with as many whole items as fit into 1 MiB (one, if an item is larger); the last chunk has the
 * remaining items.
 *
 * @param kind the kind's index in the batch
 * @param first the position of the first item
 */
record ItemFile(int portion, int kind, MaterialKind items, long first, long count) {
  private static final int CHUNK_BYTES = 1 << 20;

  /**
   * Requires that a file can have these properties.
   *
   * @throws IllegalArgumentException or {@link ArithmeticException} otherwise
   */
  void requireSane() {
    if (count < 1) {
      throw new IllegalArgumentException(count + " items");
    }
    Math.addExact(first, count);
    Math.multiplyExact(count, 2L * itemBytes(items)); // twice, to leave room for the protection
    Math.toIntExact((count - 1) / chunkItems(items) + 1);
  }

  /** Returns the number of items of a full chunk. */
  static int chunkItems(MaterialKind kind) {
    return Math.max(1, CHUNK_BYTES / itemBytes(kind));
  }

  private static int itemBytes(MaterialKind kind) {
    return Math.multiplyExact(kind.longsPerItem(), Long.BYTES);
  }

  /** Returns a full chunk's size in bytes without its protection. */
  static int chunkBytes(MaterialKind kind) {
    return Math.multiplyExact(chunkItems(kind), itemBytes(kind));
  }

  static String name(int portion, int kind) {
    return "portion-%d-kind-%d".formatted(portion, kind);
  }

  Path in(Path folder) {
    return folder.resolve(name(portion, kind));
  }

  /** Returns the position after the last item. */
  long end() {
    return first + count;
  }

  int chunks() {
    return Math.toIntExact((count + chunkItems(items) - 1) / chunkItems(items));
  }

  /** Returns the number of items of a chunk. */
  int itemsOf(int chunk) {
    long before = (long) chunk * chunkItems(items);
    return (int) Math.min(chunkItems(items), count - before);
  }

  /** Returns the chunk with the item at a position. */
  int chunkAt(long position) {
    return (int) ((position - first) / chunkItems(items));
  }

  /** Returns the position of a chunk's first item. */
  long firstOf(int chunk) {
    return first + (long) chunk * chunkItems(items);
  }

  /** Returns the offset of a chunk in the file. */
  long offset(int chunk, int overhead) {
    return chunk * ((long) chunkBytes(items) + overhead);
  }

  /** Returns the length of the file in bytes. */
  long length(int overhead) {
    return count * itemBytes(items) + (long) chunks() * overhead;
  }
}
