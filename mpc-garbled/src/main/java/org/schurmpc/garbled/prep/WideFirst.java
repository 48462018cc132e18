package org.schurmpc.garbled.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.garbled.material.GarbledLevel;
import org.schurmpc.garbled.material.Material;

/**
 * Takes TinyOT's items of one party, in which MACs are before keys, and passes them on in the
 * layout of {@link Material}, in which wide planes are before narrow ones. Nothing changes for the
 * evaluator, whose MACs are the wide ones; the garbler's keys are moved before its MACs. An input
 * mask has planes of one width. Refuses a key that is zero. Not thread-safe.
 */
final class WideFirst implements MaterialSink {
  private final Material material;
  private final boolean garbles;
  private final MaterialSink sink;
  private long[] moved = new long[0];

  WideFirst(Material material, boolean garbles, MaterialSink sink) {
    this.material = material;
    this.garbles = garbles;
    this.sink = sink;
  }

  @Override
  public void keys(String protocol, long[] keys) throws MpcException {
    GarbledLevel.requireNotZero(keys);
    sink.keys(protocol, keys);
  }

  @Override
  public void put(MaterialKind kind, long[] data, int offset, int items) throws MpcException {
    boolean triples = kind.equals(material.andTriples());
    if (!garbles || !(triples || kind.equals(material.randomBits()))) {
      sink.put(kind, data, offset, items);
      return;
    }
    int longs = kind.longsPerItem();
    reserve(items * longs);
    System.arraycopy(data, offset, moved, 0, items * longs);
    for (int item = 0; item < items; item++) {
      int at = item * longs;
      if (triples) {
        for (int part = Material.X; part <= Material.Z; part++) {
          move(data, offset, at + material.tripleWide(part));
        }
      } else {
        move(data, offset, at + Material.BIT_PLANES);
      }
    }
    sink.put(kind, moved, 0, items);
  }

  /** Exchanges the planes of a part: MACs, which are narrow, and keys. */
  private void move(long[] data, int offset, int planes) {
    int macs = offset + planes;
    int narrow = material.narrow();
    System.arraycopy(data, macs + narrow, moved, planes, Material.WIDE);
    System.arraycopy(data, macs, moved, planes + Material.WIDE, narrow);
  }

  private void reserve(int longs) {
    if (moved.length < longs) {
      Secrets.wipe(moved);
      moved = new long[longs];
    }
  }

  /** Wipes the items passed on last. */
  void wipe() {
    Secrets.wipe(moved);
  }
}
