package org.schurmpc.spdz.cipher;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.share.PackedOpening;

/**
 * Leased masked tables of one kind over a field of 40 bits, whose parts are single longs. Each
 * table serves one lookup: its mask is read, then one entry at the masked index, which is public.
 */
final class PackedTables {
  private final Leases items;
  private final int itemLongs;
  private final int entryLongs;

  PackedTables(PrepStore store, LookupKind kind) {
    this.items = new Leases(store, kind.kind());
    this.itemLongs = kind.kind().longsPerItem();
    this.entryLongs = kind.entryAt(1) - kind.entryAt(0);
  }

  /** Leases n tables, numbered from 0, in place of those leased before. */
  void lease(int n) throws MpcException {
    items.lease(n);
  }

  /**
   * Adds the masks of n tables to indices of at most 8 bits, and separates the sums.
   *
   * @param first number of the first table
   * @param indices packed shares
   * @param coordinates receives the coordinates of the sums, a byte each
   * @param macs receives the shares of the sums' MACs
   */
  void mask(int first, long[] indices, int at, byte[] coordinates, long[] macs, int to, int n) {
    for (int done = 0; done < n; ) {
      int run = Math.min(items.run(first + done), n - done);
      long[] data = items.data(first + done);
      int from = items.offset(first + done);
      for (int i = done; i < done + run; i++, from += itemLongs) {
        long masked = indices[at + i] ^ data[from];
        coordinates[to + i] = (byte) (masked >>> LookupKind.VALUE_SHIFT);
        macs[to + i] = masked & Packed.MAC;
      }
      done += run;
    }
  }

  /**
   * Reads the entries of n tables, those of one output one after the other.
   *
   * @param opened the masked indices, a byte each, the first one at {@code openedAt}
   * @param to receives output o of table i at {@code toAt[o] + i}
   */
  void entries(int first, PackedOpening opened, int openedAt, long[] to, int[] toAt, int n) {
    byte[] indices = opened.opened();
    for (int done = 0; done < n; ) {
      int run = Math.min(items.run(first + done), n - done);
      long[] data = items.data(first + done);
      int from = items.offset(first + done) + 1;
      for (int i = done; i < done + run; i++, from += itemLongs) {
        int entry = from + (indices[openedAt + i] & 0xff) * entryLongs;
        for (int output = 0; output < entryLongs; output++) {
          to[toAt[output] + i] = data[entry + output];
        }
      }
      done += run;
    }
  }

  /** Releases the tables. */
  void release() {
    items.release();
  }
}
