package org.schurmpc.spdz.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.Shares;

/** Leased items of one kind of material; gives access to the shares of one value of each item. */
public final class LeasedValues {
  private final Leases items;
  private final int limbs;
  private final int itemLongs;
  private final int valueLongs;

  /** Creates access to a kind of material; leases nothing. */
  public LeasedValues(PrepStore store, Material material, MaterialKind kind) {
    this.items = new Leases(store, kind);
    this.limbs = material.field().limbs();
    this.itemLongs = kind.longsPerItem();
    this.valueLongs = material.valueLongs();
  }

  /** Leases {@code n} items, numbered from 0; items leased before are released. */
  public void lease(int n) throws MpcException {
    items.lease(n);
  }

  /**
   * Copies the shares of a value of items, and those of its MAC.
   *
   * @param value number of the value within the item
   */
  public void copy(
      int first, int n, int value, long[] values, int valuesAt, long[] macs, int macsAt) {
    copyLongs(first, n, value * valueLongs, values, valuesAt);
    copyLongs(first, n, value * valueLongs + limbs, macs, macsAt);
  }

  /** Copies the shares of a value of items, and those of its MAC, to shares. */
  public void copy(int first, int n, int value, Shares to, int toAt) {
    copy(first, n, value, to.values(), to.at(toAt), to.macs(), to.at(toAt));
  }

  /** Copies the masks themselves, which the owner of input masks knows. */
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

  /** Releases the items. */
  public void release() {
    items.release();
  }
}
