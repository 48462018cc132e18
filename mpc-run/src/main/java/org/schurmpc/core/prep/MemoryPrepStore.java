package org.schurmpc.core.prep;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.crypto.Secrets;

/**
 * Keeps material in memory: each kind in chunks of up to 8 MB, which are reused once all of their
 * items were leased.
 */
public final class MemoryPrepStore implements PrepStore {
  static final int CHUNK_LONGS = 1 << 20;

  private static final int FIRST_CHUNK_LONGS = 1 << 10;

  private static final String DESTROYED =
      "the preprocessing store was destroyed after a failed check";

  private final Map<MaterialKind, Queue> queues = new HashMap<>();
  private String protocol;
  private long[] keys;
  private boolean inUse;
  private boolean closed;
  private boolean burnt;

  @Override
  public synchronized void acquire() {
    requireOpen();
    if (inUse) {
      throw new IllegalStateException("the preprocessing store is in use");
    }
    inUse = true;
  }

  @Override
  public synchronized void release() {
    inUse = false;
    wipeIfDone();
  }

  @Override
  public synchronized void keys(String newProtocol, long[] newKeys) {
    requireOpen();
    if (keys != null) {
      throw new IllegalStateException("the store has its keys already");
    }
    protocol = newProtocol;
    keys = newKeys.clone();
  }

  @Override
  public synchronized long[] keys(String wanted) {
    requireOpen();
    if (keys == null) {
      throw new IllegalStateException("the store has no keys");
    }
    if (!protocol.equals(wanted)) {
      throw new IllegalStateException(
          "the store holds material for '" + protocol + "', not for '" + wanted + "'");
    }
    return keys;
  }

  @Override
  public synchronized void put(MaterialKind kind, long[] data, int offset, int items) {
    requireOpen();
    queues.computeIfAbsent(kind, Queue::new).put(data, offset, items);
  }

  @Override
  public synchronized long position(MaterialKind kind) {
    Queue queue = queues.get(kind);
    return queue == null ? 0 : queue.leased;
  }

  @Override
  public synchronized long available(MaterialKind kind) {
    Queue queue = queues.get(kind);
    return queue == null || burnt || closed ? 0 : queue.available;
  }

  @Override
  public synchronized void reserve(Demand demand) throws Exhausted {
    if (burnt) {
      throw new Exhausted(DESTROYED);
    }
    demand.requireTogether(this::position);
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      long missing = quota.getValue() - available(quota.getKey());
      if (missing > 0) {
        throw new Exhausted(
            "the preprocessing is exhausted: %d more items of '%s' are needed for this circuit"
                .formatted(missing, quota.getKey().name()));
      }
    }
  }

  @Override
  public synchronized Lease lease(MaterialKind kind, int most) throws Exhausted {
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
  public synchronized boolean burnt() {
    return burnt;
  }

  @Override
  public synchronized void burn() {
    burnt = true;
    wipeIfDone();
  }

  @Override
  public synchronized void close() {
    closed = true;
    wipeIfDone();
  }

  private void wipeIfDone() {
    if (inUse || !(burnt || closed)) {
      return;
    }
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

  /** Holds a chunk: items [leased, filled) can be leased. */
  private static final class Chunk {
    final int capacity;
    final long[] data;
    int filled;
    int leased;

    Chunk(int items, int itemLongs) {
      capacity = items;
      data = new long[items * itemLongs];
    }
  }

  /** Holds the chunks of one kind, the oldest first. */
  private static final class Queue {
    private final int itemLongs;
    private final int chunkItems;
    private int nextItems;
    private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();
    private final ArrayDeque<Chunk> spent = new ArrayDeque<>();
    private long available;
    private long leased;

    Queue(MaterialKind kind) {
      itemLongs = kind.longsPerItem();
      chunkItems = Math.max(1, CHUNK_LONGS / itemLongs);
      nextItems = Math.max(1, FIRST_CHUNK_LONGS / itemLongs);
    }

    void put(long[] data, int offset, int items) {
      for (int done = 0; done < items; ) {
        Chunk last = chunks.peekLast();
        if (last == null || last.filled == last.capacity) {
          last = emptyChunk(items - done);
          chunks.addLast(last);
        }
        int now = Math.min(items - done, last.capacity - last.filled);
        System.arraycopy(
            data, offset + done * itemLongs, last.data, last.filled * itemLongs, now * itemLongs);
        last.filled += now;
        done += now;
      }
      available += items;
    }

    private Chunk emptyChunk(int wanted) {
      Chunk chunk = spent.isEmpty() ? newChunk(wanted) : spent.removeFirst();
      chunk.filled = 0;
      chunk.leased = 0;
      return chunk;
    }

    /**
     * Creates a chunk twice as large as the previous one, so that little material takes little
     * memory.
     */
    private Chunk newChunk(int wanted) {
      nextItems = Math.min(chunkItems, Math.max(nextItems, wanted));
      Chunk chunk = new Chunk(nextItems, itemLongs);
      nextItems = Math.min(chunkItems, 2 * nextItems);
      return chunk;
    }

    Lease lease(int most) {
      Chunk first = chunks.peekFirst();
      int items = Math.min(most, first.filled - first.leased);
      Lease lease = new Lease(first.data, first.leased * itemLongs, items);
      first.leased += items;
      available -= items;
      leased += items;
      if (first.leased == first.filled) {
        // Even if the chunk is half full: its leases end when it is filled again, at the next put.
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
