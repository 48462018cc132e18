package org.schurmpc.vm.verify;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What the registers of one kind can be at a position of a tape, as numbers of {@link Subspaces}.
 * Instructions are passed in the order of the code. Where other ways lead to an instruction, what
 * was written since they parted is forgotten.
 */
final class RegisterSpans {
  /** Number of pieces that are looked at for one vector. */
  private static final int PIECES = 1 << 7;

  private final Subspaces spaces;

  /** By first register; a register in none is as it was at the start of the tape, zero. */
  private final NavigableMap<Integer, Piece> pieces = new TreeMap<>();

  /** Positions whose writes are forgotten: ends by starts, apart. The tape's start is -1. */
  private final NavigableMap<Integer, Integer> forgotten = new TreeMap<>();

  /** Registers up to an end, and when they were written. */
  private record Piece(int end, int space, int when) {}

  /** Receives the parts of a vector. */
  @FunctionalInterface
  interface Parts {
    void part(int first, int n, int space);
  }

  RegisterSpans(Subspaces spaces) {
    this.spaces = spaces;
  }

  /** Forgets what was written from a position on to before another one. */
  void forget(int from, int to) {
    int start = from;
    int end = to;
    Map.Entry<Integer, Integer> before = forgotten.floorEntry(from);
    if (before != null && before.getValue() >= from) {
      start = before.getKey();
    }
    while (true) {
      Map.Entry<Integer, Integer> next = forgotten.floorEntry(end);
      if (next == null || next.getKey() < start) {
        break;
      }
      end = Math.max(end, next.getValue());
      forgotten.remove(next.getKey());
    }
    forgotten.put(start, end);
  }

  private boolean isForgotten(int when) {
    Map.Entry<Integer, Integer> before = forgotten.floorEntry(when);
    return before != null && when < before.getValue();
  }

  private int space(Piece piece) {
    return isForgotten(piece.when) ? Subspaces.ANY : piece.space;
  }

  /** Notes that n registers were written at a position. */
  void write(int first, int n, int space, int when) {
    int end = first + n;
    split(first);
    split(end);
    pieces.subMap(first, true, end, false).clear();
    int start = first;
    Map.Entry<Integer, Piece> before = pieces.lowerEntry(first);
    if (before != null && before.getValue().end == first && isAs(before.getValue(), space)) {
      start = before.getKey();
    }
    Piece after = pieces.get(end);
    if (after != null && isAs(after, space)) {
      pieces.remove(end);
      end = after.end;
    }
    // Neighbours become one, written at the later of their positions: what is forgotten of one
    // is then forgotten of both.
    pieces.put(start, new Piece(end, space, when));
  }

  /** Whether a piece is still known and has a subspace. */
  private boolean isAs(Piece piece, int space) {
    return piece.space == space && !isForgotten(piece.when);
  }

  /** Ends a piece before a register, and begins another one there, if there is one around it. */
  private void split(int register) {
    Map.Entry<Integer, Piece> around = pieces.lowerEntry(register);
    if (around != null && around.getValue().end > register) {
      Piece piece = around.getValue();
      pieces.put(around.getKey(), new Piece(register, piece.space, piece.when));
      pieces.put(register, piece);
    }
  }

  /** Returns the sum of what n registers can be. */
  int read(int first, int n) {
    int[] sum = {Subspaces.ZERO};
    parts(first, n, (at, count, space) -> sum[0] = spaces.sum(sum[0], space));
    return sum[0];
  }

  /** Passes on what n registers can be, in their order; of too many pieces, that they are any. */
  void parts(int first, int n, Parts to) {
    int end = first + n;
    int rest = isForgotten(-1) ? Subspaces.ANY : Subspaces.ZERO;
    Map.Entry<Integer, Piece> piece = pieces.lowerEntry(first + 1);
    int at = first;
    for (int count = 0; at < end; count++) {
      if (count == PIECES) {
        to.part(first, n, Subspaces.ANY);
        return;
      }
      boolean here = piece != null && piece.getKey() <= at && piece.getValue().end > at;
      Map.Entry<Integer, Piece> next = pieces.higherEntry(at);
      int until = here ? piece.getValue().end : next == null ? end : next.getKey();
      int stop = Math.min(end, until);
      to.part(at, stop - at, here ? space(piece.getValue()) : rest);
      at = stop;
      piece = pieces.floorEntry(at);
    }
  }
}
