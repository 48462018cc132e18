package org.schurmpc.spdz.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.spdz.material.LookupKind;

/**
 * Leased masked tables of one kind, each used for one lookup: first its mask is added to an index,
 * then one entry is read at the masked index, which is public.
 */
final class TableReader {
  private final LookupKind kind;
  private final Leases items;
  private final int limbs;
  private final long[] mac;

  TableReader(PrepStore store, LookupKind kind) {
    this.kind = kind;
    this.items = new Leases(store, kind.kind());
    this.limbs = kind.field().limbs();
    this.mac = new long[limbs];
  }

  LookupKind kind() {
    return kind;
  }

  /** Leases n tables, numbered from 0; tables leased before are released. */
  void lease(int n) throws MpcException {
    items.lease(n);
  }

  /**
   * Adds masks to indices.
   *
   * @param first the number of the first table
   * @param coordinates of this party's shares of the indices
   * @param macs this party's shares of their MACs, an element each
   */
  void mask(int first, long[] coordinates, int at, long[] macs, int macsAt, int n) {
    for (int i = 0; i < n; i++) {
      long[] data = items.data(first + i);
      int from = items.offset(first + i);
      coordinates[at + i] ^= kind.coordinates(data, from);
      kind.mac(data, from, mac, 0);
      for (int limb = 0; limb < limbs; limb++) {
        macs[macsAt + i * limbs + limb] ^= mac[limb];
      }
    }
    Secrets.wipe(mac);
  }

  /**
   * Reads one value of an entry.
   *
   * @param h the masked index, public
   * @param output the number of the value, below {@link LookupKind#outputs}
   * @param values receives this party's share, an element
   * @param macs receives this party's share of its MAC, an element
   */
  void entry(int table, int h, int output, long[] values, int at, long[] macs, int macsAt) {
    long[] data = items.data(table);
    int from = items.offset(table) + kind.entryAt(h) + output * kind.partLongs();
    long[] coordinates = {kind.coordinates(data, from)};
    kind.values().elements(coordinates, 0, values, at, 1);
    kind.mac(data, from, macs, macsAt);
  }

  /** Releases the tables. */
  void release() {
    items.release();
  }
}
