package org.schurmpc.core.prep;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.crypto.Secrets;

/**
 * A store in memory: each kind in chunks of up to 8 MB, which are filled again once all of their
 * items were leased.
 */
public final class MemoryPrepStore implements PrepStore {
  static final int CHUNK_LONGS = 1 << 20;

  private static final String DESTROYED =
      "the preprocessing store was destroyed after a failed check";

  private final Map<MaterialKind, Queue> queues = new HashMap<>();
  private long[] keys;
  private boolean closed;
  private boolean burnt;

  @Override
  public void keys(long[] newKeys) {
    requireOpen();
    if (keys != null) {
      throw new IllegalStateException("the store has its keys already");
    }
    keys = newKeys.clone();
  }

  @Override
  public long[] keys() {
    requireOpen();
    if (keys == null) {
      throw new IllegalStateException("the store has no keys");
    }
    return keys;
  }

  @Override
  public void put(MaterialKind kind, long[] data, int offset, int items) {
    requireOpen();
    queues.computeIfAbsent(kind, Queue::new).put(data, offset, items);
  }

  @Override
  public long available(MaterialKind kind) {
    Queue queue = queues.get(kind);
    return queue == null ? 0 : queue.available;
  }

  @Override
  public Lease lease(MaterialKind kind, int most) throws Exhausted {
    if (most < 1) {
      throw new IllegalArgumentException("a lease of " + most + " items");
    }
    if (burnt) {
      throw new Exhausted(DESTROYED);
    }
    requireOpen();
    if (available(kind) == 0) {
      throw new Exhausted(
          "the preprocessing is exhausted: "
              + most
              + " more items of '"
              + kind.name()
              + "' are needed; make more material for this circuit");
    }
    return queues.get(kind).lease(most);
  }

  @Override
  public void burn() {
    wipe();
    burnt = true;
  }

  @Override
  public void close() {
    wipe();
    closed = true;
  }

  private void wipe() {
    queues.values().forEach(Queue::wipe);
    queues.clear();
    if (keys != null) {
      Secrets.wipe(keys);
      keys = null;
    }
  }

  private void requireOpen() {
    if (burnt) {
      throw new IllegalStateException(DESTROYED);
    }
    if (closed) {
      throw new IllegalStateException("the store is closed");
    }
  }

  /** A chunk: items [leased, filled) can be leased. */
  private static final class Chunk {
    final long[] data;
    int filled;
    int leased;

    Chunk(int longs) {
      data = new long[longs];
    }
  }

  /** The chunks of one kind, the oldest first. */
  private static final class Queue {
    private final int itemLongs;
    private final int chunkItems;
    private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();
    private final ArrayDeque<Chunk> spent = new ArrayDeque<>();
    private long available;

    Queue(MaterialKind kind) {
      itemLongs = kind.longsPerItem();
      chunkItems = Math.max(1, CHUNK_LONGS / itemLongs);
    }

    void put(long[] data, int offset, int items) {
      for (int done = 0; done < items; ) {
        Chunk last = chunks.peekLast();
        if (last == null || last.filled == chunkItems) {
          last = emptyChunk();
          chunks.addLast(last);
        }
        int now = Math.min(items - done, chunkItems - last.filled);
        System.arraycopy(
            data, offset + done * itemLongs, last.data, last.filled * itemLongs, now * itemLongs);
        last.filled += now;
        done += now;
      }
      available += items;
    }

    private Chunk emptyChunk() {
      Chunk chunk = spent.isEmpty() ? new Chunk(chunkItems * itemLongs) : spent.removeFirst();
      chunk.filled = 0;
      chunk.leased = 0;
      return chunk;
    }

    Lease lease(int most) {
      Chunk first = chunks.peekFirst();
      int items = Math.min(most, first.filled - first.leased);
      Lease lease = new Lease(first.data, first.leased * itemLongs, items);
      first.leased += items;
      available -= items;
      if (first.leased == first.filled) {
        // Also when it is half full: its leases end when it is filled again, at the next put.
        spent.addLast(chunks.removeFirst());
      }
      return lease;
    }

    void wipe() {
      chunks.forEach(chunk -> Secrets.wipe(chunk.data));
      spent.forEach(chunk -> Secrets.wipe(chunk.data));
      chunks.clear();
      spent.clear();
      available = 0;
    }
  }
}
