package org.schurmpc.core.prep.disk;

import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.Lease;

/**
 * Holds items of one kind in memory that are reserved and not leased yet, in arrays that are
 * reused.
 */
final class LoadedItems {
  private final int itemLongs;
  private final int arrayLongs;
  private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
  private final ArrayDeque<Piece> leased = new ArrayDeque<>();
  private final ArrayDeque<long[]> free = new ArrayDeque<>();
  private final IdentityHashMap<Lease, Piece> inUse = new IdentityHashMap<>();
  private long items;

  /**
   * Holds items from {@code from} to {@code end - 1} of an array, and knows how many of those that
   * were leased before are in use.
   */
  private static final class Piece {
    final long[] data;
    int from;
    final int end;
    int inUse;

    Piece(long[] data, int from, int end) {
      this.data = data;
      this.from = from;
      this.end = end;
    }
  }

  LoadedItems(int itemLongs, int arrayLongs) {
    this.itemLongs = itemLongs;
    this.arrayLongs = arrayLongs;
  }

  /** Ends all leases: their arrays may be overwritten. */
  void endLeases() {
    leased.forEach(piece -> free.addLast(piece.data));
    leased.clear();
    pieces.forEach(piece -> piece.inUse = 0);
    inUse.clear();
  }

  /** Returns an array for a chunk, with arbitrary content. */
  long[] array() {
    return free.isEmpty() ? new long[arrayLongs] : free.removeFirst();
  }

  /** Adds items of an array obtained from {@link #array}. */
  void add(long[] data, int from, int end) {
    pieces.addLast(new Piece(data, from, end));
    items += end - from;
  }

  /** Drops the items added last, so that {@code keep} items remain. */
  void dropTo(long keep) {
    while (items > keep) {
      Piece last = pieces.removeLast();
      items -= last.end - last.from;
      free.addLast(last.data);
    }
  }

  long items() {
    return items;
  }

  Lease lease(int most) {
    Piece first = pieces.peekFirst();
    int count = Math.min(most, first.end - first.from);
    Lease lease = new Lease(first.data, first.from * itemLongs, count);
    first.from += count;
    first.inUse += count;
    items -= count;
    if (first.from == first.end) {
      leased.addLast(pieces.removeFirst());
    }
    inUse.put(lease, first);
    return lease;
  }

  /**
   * Ends a lease, unless it has ended. Its array is free as soon as all items in it were leased and
   * given back.
   */
  void giveBack(Lease lease) {
    Piece piece = inUse.remove(lease);
    if (piece == null) {
      return;
    }
    piece.inUse -= lease.items();
    if (piece.inUse == 0 && piece.from == piece.end) {
      leased.remove(piece);
      free.addLast(piece.data);
    }
  }

  void wipe() {
    pieces.forEach(piece -> Secrets.wipe(piece.data));
    leased.forEach(piece -> Secrets.wipe(piece.data));
    free.forEach(Secrets::wipe);
    pieces.clear();
    leased.clear();
    inUse.clear();
    free.clear();
    items = 0;
  }
}
