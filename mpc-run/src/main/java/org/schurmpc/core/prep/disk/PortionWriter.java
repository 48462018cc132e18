package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.disk.ChunkGuard.Place;

/** Writes the items of one kind in one portion. */
final class PortionWriter implements Closeable {
  private final ChunkIo io;
  private final Path file;
  private final FileChannel channel;
  private final int portion;
  private final int kindIndex;
  private final int itemLongs;
  private final long[] chunk;
  private int filled;
  private int chunks;
  private long items;

  PortionWriter(ChunkIo io, Path folder, int portion, int kindIndex, MaterialKind kind)
      throws BadFile {
    this.io = io;
    this.portion = portion;
    this.kindIndex = kindIndex;
    this.itemLongs = kind.longsPerItem();
    this.chunk = new long[ItemFile.chunkItems(kind) * itemLongs];
    this.file = folder.resolve(ItemFile.name(portion, kindIndex));
    try {
      this.channel = DiskFiles.create(file);
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  void put(long[] data, int offset, int count) throws BadFile {
    int left = count * itemLongs;
    int at = offset;
    while (left > 0) {
      int now = Math.min(left, chunk.length - filled);
      System.arraycopy(data, at, chunk, filled, now);
      filled += now;
      at += now;
      left -= now;
      if (filled == chunk.length) {
        flush();
      }
    }
    items += count;
  }

  /** Writes the items in memory. */
  void flush() throws BadFile {
    if (filled == 0) {
      return;
    }
    try {
      io.write(channel, new Place(portion, kindIndex, chunks), chunk, filled);
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
    chunks++;
    filled = 0;
  }

  /** Makes flushed items durable. */
  void force() throws IOException {
    channel.force(true);
  }

  /** Returns the number of items that were put. */
  long items() {
    return items;
  }

  @Override
  public void close() {
    Secrets.wipe(chunk);
    try {
      channel.close();
    } catch (IOException e) {
      // All relevant data was forced to disk before.
    }
  }
}
