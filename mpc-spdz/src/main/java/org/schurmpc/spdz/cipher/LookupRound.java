package org.schurmpc.spdz.cipher;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.spdz.share.PackedOpening;

/** One opening of masked indices, of at most 8 bits each, for lookups in tables of some kinds. */
final class LookupRound {
  private final PackedOpening opening;
  private final long[] macs;
  private int filled;

  /**
   * Creates rounds.
   *
   * @param most maximum number of lookups of a round
   */
  LookupRound(PackedOpening opening, int most) {
    this.opening = opening;
    this.macs = new long[most];
  }

  /** Begins a round of n lookups. */
  void begin(int n) throws MpcException {
    opening.begin(n);
    filled = 0;
  }

  /**
   * Adds n masked indices.
   *
   * @param first number of the first table
   * @return the place of the first one within the round, for {@link #take}
   */
  int add(PackedTables tables, int first, long[] indices, int at, int n) {
    int place = filled;
    tables.mask(first, indices, at, opening.mine(), macs, place, n);
    filled += n;
    return place;
  }

  /** Opens all indices that were added, and records them for the check. */
  void exchange() throws MpcException {
    opening.exchange();
    opening.note(0, macs, 0, filled);
  }

  /** Reads entries; see {@link PackedTables#entries}. */
  void take(PackedTables tables, int first, int place, long[] to, int[] toAt, int n) {
    tables.entries(first, opening, place, to, toAt, n);
  }

  void wipe() {
    Secrets.wipe(macs);
    opening.wipe();
  }
}
