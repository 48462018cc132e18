package org.schurmpc.spdz.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.Shares;

/** Items of one kind of material, taken apart: shares of one value of each item, one by one. */
final class LeasedValues {
  private final Leases items;
  private final int limbs;
  private final int itemLongs;
  private final int valueLongs;

  LeasedValues(PrepStore store, Material material, MaterialKind kind) {
    this.items = new Leases(store, kind);
    this.limbs = material.field().limbs();
    this.itemLongs = kind.longsPerItem();
    this.valueLongs = material.valueLongs();
  }

  /** Leases so many items, numbered from 0; what was leased before is given up. */
  void lease(int n) throws MpcException {
    items.lease(n);
  }

  /**
   * Copies the shares of a value of items, and those of its MAC.
   *
   * @param value its number within the item
   */
  void copy(int first, int n, int value, long[] values, int valuesAt, long[] macs, int macsAt) {
    copyLongs(first, n, value * valueLongs, values, valuesAt);
    copyLongs(first, n, value * valueLongs + limbs, macs, macsAt);
  }

  /** The same, to shares. */
  void copy(int first, int n, int value, Shares to, int toAt) {
    copy(first, n, value, to.values(), to.at(toAt), to.macs(), to.at(toAt));
  }

  /** Copies what the owner of input masks knows: the masks themselves. */
  void copyClear(int first, int n, long[] to, int toAt) {
    copyLongs(first, n, valueLongs, to, toAt);
  }

  private void copyLongs(int first, int n, int within, long[] to, int toAt) {
    for (int done = 0; done < n; ) {
      int run = Math.min(items.run(first + done), n - done);
      long[] from = items.data(first + done);
      int at = items.offset(first + done) + within;
      gather(from, at, to, toAt + done * limbs, run);
      done += run;
    }
  }

  private void gather(long[] from, int at, long[] to, int toAt, int n) {
    int target = toAt;
    int end = at + n * itemLongs;
    if (limbs == 1) {
      for (int source = at; source < end; source += itemLongs) {
        to[target++] = from[source];
      }
    } else if (limbs == 2) {
      for (int source = at; source < end; source += itemLongs, target += 2) {
        to[target] = from[source];
        to[target + 1] = from[source + 1];
      }
    } else {
      for (int source = at; source < end; source += itemLongs, target += limbs) {
        System.arraycopy(from, source, to, target, limbs);
      }
    }
  }

  /** Gives the items up. */
  void release() {
    items.release();
  }
}
