package org.schurmpc.core.prep.disk;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.disk.ChunkGuard.Place;

/**
 * Holds items that were read from a batch and not leased yet, by kind; of large reservations, the
 * numbers of those that are read when they are leased. Kinds are named by their index in the batch.
 * Guarded by the store.
 */
final class ItemLoader {
  /** Size of a reservation, in bytes of a kind, from which on it is read piece by piece. */
  private static final long LARGE = 1L << 24;

  private final BatchFolder batch;
  private final Map<Integer, LoadedItems> loaded = new HashMap<>();
  private final Map<Integer, OpenChunk> open = new HashMap<>();
  private final Map<Integer, ArrayDeque<Range>> unread = new HashMap<>();

  /** Items of a batch that were reserved and not read yet. */
  private record Range(long from, long end) {}

  /**
   * Holds the chunk of a kind that was read last, since what one use takes is often a small part of
   * it, and the next use takes the items that follow.
   */
  private static final class OpenChunk {
    final long[] words;
    Place place; // null if the words are of no chunk

    OpenChunk(int longs) {
      words = new long[longs];
    }
  }

  ItemLoader(BatchFolder batch) {
    this.batch = batch;
  }

  /** Returns the number of items of a kind that were reserved and not leased yet. */
  long waiting(int kind) {
    LoadedItems items = loaded.get(kind);
    return (items == null ? 0 : items.items()) + unread(kind);
  }

  /** Returns the number of items of a kind that were reserved and not read yet. */
  long unread(int kind) {
    ArrayDeque<Range> ranges = unread.get(kind);
    return ranges == null ? 0 : ranges.stream().mapToLong(each -> each.end - each.from).sum();
  }

  /** Returns whether further items of a kind are not to be read before they are leased. */
  boolean isForLater(int kind, long count) {
    long bytes = count * batch.state().kinds().get(kind).longsPerItem() * Long.BYTES;
    return bytes > LARGE || unread(kind) > 0;
  }

  /** Notes items that were reserved, to be read when they are leased. */
  void readLater(int kind, long from, long end) {
    unread.computeIfAbsent(kind, any -> new ArrayDeque<>()).addLast(new Range(from, end));
  }

  /** Ends the leases of a kind: leased items may be overwritten from here on. */
  void endLeases(int kind) {
    LoadedItems items = loaded.get(kind);
    if (items != null) {
      items.endLeases();
    }
  }

  /**
   * Reads and checks items of several kinds, starting at the batch's positions.
   *
   * @param counts the number of items by kind, each at least one
   * @throws BadFile if data differs from what was written; then no item is loaded
   */
  void load(Map<Integer, Long> counts) throws BadFile {
    Map<Integer, Long> before = new HashMap<>();
    boolean done = false;
    try {
      for (Map.Entry<Integer, Long> count : counts.entrySet()) {
        int kind = count.getKey();
        LoadedItems items =
            loaded.computeIfAbsent(kind, index -> newItems(batch.state().kinds().get(index)));
        before.put(kind, items.items());
        load(kind, items, batch.state().used(kind), count.getValue());
      }
      done = true;
    } finally {
      if (!done) {
        before.forEach(this::dropTo);
      }
    }
  }

  /** Drops the items loaded last, so that {@code items} items remain. */
  void dropTo(int kind, long items) {
    loaded.get(kind).dropTo(items);
  }

  private static LoadedItems newItems(MaterialKind kind) {
    return new LoadedItems(kind.longsPerItem(), ItemFile.chunkItems(kind) * kind.longsPerItem());
  }

  private void load(int kind, LoadedItems into, long first, long count) throws BadFile {
    long at = first;
    long end = at + count;
    for (ItemFile items : batch.state().files(kind)) {
      if (items.end() <= at || at == end) {
        continue;
      }
      while (at < Math.min(end, items.end())) {
        int chunk = items.chunkAt(at);
        int from = (int) (at - items.firstOf(chunk));
        int to = (int) Math.min(items.itemsOf(chunk), end - items.firstOf(chunk));
        long[] words = words(items, chunk);
        long[] array = into.array();
        int longs = items.items().longsPerItem();
        System.arraycopy(words, from * longs, array, from * longs, (to - from) * longs);
        into.add(array, from, to);
        at += to - from;
      }
    }
  }

  /** Returns the words of a chunk, which is read unless it was read last. */
  private long[] words(ItemFile items, int chunk) throws BadFile {
    int kind = items.kind();
    Place place = new Place(items.portion(), kind, chunk);
    OpenChunk last = open.get(kind);
    if (last != null && place.equals(last.place)) {
      return last.words;
    }
    int longs = items.itemsOf(chunk) * items.items().longsPerItem();
    if (last == null || last.words.length != longs) {
      forget(kind);
      last = new OpenChunk(longs);
      open.put(kind, last);
    }
    last.place = null;
    batch.io().readChunk(items, chunk, last.words);
    last.place = place;
    return last.words;
  }

  /** Overwrites and drops the chunk of a kind that was read last, such as the kind's last one. */
  void forget(int kind) {
    OpenChunk last = open.remove(kind);
    if (last != null) {
      Secrets.wipe(last.words);
    }
  }

  /** Overwrites and drops the chunks that were read last. */
  void forget() {
    open.values().forEach(each -> Secrets.wipe(each.words));
    open.clear();
  }

  /** Leases consecutive items. At least one must have been reserved. */
  Lease lease(int kind, int most) throws BadFile {
    MaterialKind of = batch.state().kinds().get(kind);
    LoadedItems items = loaded.computeIfAbsent(kind, any -> newItems(of));
    if (items.items() == 0) {
      Range next = unread.get(kind).getFirst();
      long now = Math.min(next.end - next.from, ItemFile.chunkItems(of));
      boolean done = false;
      try {
        load(kind, items, next.from, now);
        skip(kind, now);
        done = true;
      } finally {
        if (!done) {
          items.dropTo(0);
        }
      }
    }
    return items.lease(most);
  }

  /**
   * Takes items out of those that are unread.
   *
   * @param most at least one
   * @return their number
   */
  long skip(int kind, long most) {
    Range next = unread.get(kind).removeFirst();
    long now = Math.min(next.end - next.from, most);
    if (next.from + now < next.end) {
      unread.get(kind).addFirst(new Range(next.from + now, next.end));
    }
    return now;
  }

  /** Returns the number of the first item of a kind that was reserved and not read yet. */
  long firstUnread(int kind) {
    return unread(kind) == 0 ? Long.MAX_VALUE : unread.get(kind).getFirst().from;
  }

  /** Ends a lease before its time. */
  void giveBack(int kind, Lease lease) {
    LoadedItems items = loaded.get(kind);
    if (items != null) {
      items.giveBack(lease);
    }
  }

  /** Overwrites and drops all items that were not leased, and the memory of leases. */
  void wipe() {
    loaded.values().forEach(LoadedItems::wipe);
    loaded.clear();
    unread.clear();
  }
}
