package org.schurmpc.core.prep.disk;

import java.util.ArrayDeque;
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
  private final ArrayDeque<long[]> leased = new ArrayDeque<>();
  private final ArrayDeque<long[]> free = new ArrayDeque<>();
  private long items;

  /** Holds items from {@code from} to {@code end - 1} of an array. */
  private static final class Piece {
    final long[] data;
    int from;
    final int end;

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
    free.addAll(leased);
    leased.clear();
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
    items -= count;
    if (first.from == first.end) {
      leased.addLast(pieces.removeFirst().data);
    }
    return lease;
  }

  void wipe() {
    pieces.forEach(piece -> Secrets.wipe(piece.data));
    leased.forEach(Secrets::wipe);
    free.forEach(Secrets::wipe);
    pieces.clear();
    leased.clear();
    free.clear();
    items = 0;
  }
}
