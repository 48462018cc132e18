package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinyot.material.MacWidths;
import org.schurmpc.tinyot.material.Material;

/** Puts both parties' material together and verifies every relation. */
final class SinkChecker {
  private final Material[] materials;
  private final long[][] deltas;

  /**
   * @param deltas each party's Δ, projected
   */
  SinkChecker(MacWidths widths, long[][] deltas) {
    this.materials = new Material[] {Material.of(widths, 0), Material.of(widths, 1)};
    this.deltas = deltas;
  }

  /** All triples are right and rightly authenticated; how many there are. */
  int triples(RecordingSink first, RecordingSink second) {
    MaterialKind kind = materials[0].andTriples();
    long[][] data = {first.items(kind), second.items(kind)};
    assertEquals(data[0].length, data[1].length);
    for (int item = 0; item < data[0].length; item += kind.longsPerItem()) {
      for (int part = 0; part < 3; part++) {
        for (int owner = 0; owner < 2; owner++) {
          int macs = item + materials[owner].tripleMacs(part);
          int keys = item + materials[1 - owner].tripleKeys(part);
          int bits = item + Material.tripleBits(part);
          macs(data[owner], bits, macs, data[1 - owner], keys, deltas[1 - owner]);
        }
      }
      long a = data[0][item] ^ data[1][item];
      long b = data[0][item + 1] ^ data[1][item + 1];
      long c = data[0][item + 2] ^ data[1][item + 2];
      assertEquals(a & b, c, "products of item " + item / kind.longsPerItem());
    }
    return data[0].length / kind.longsPerItem() * Material.BITS;
  }

  private void macs(long[] owner, int bits, int macs, long[] other, int keys, long[] delta) {
    for (int word = 0; word < delta.length; word++) {
      for (int i = 0; i < Material.BITS; i++) {
        int at = word * Material.BITS + i;
        long mask = -(owner[bits] >>> i & 1);
        assertEquals(other[keys + at] ^ (mask & delta[word]), owner[macs + at], "MAC of bit " + i);
      }
    }
  }

  /** All masks of a party are rightly authenticated; how many there are. */
  int inputMasks(int party, RecordingSink owner, RecordingSink other) {
    MaterialKind kind = materials[0].inputMask(party);
    long[] mine = owner.items(kind);
    long[] theirs = other.items(kind);
    assertEquals(mine.length, theirs.length);
    for (int item = 0; item < mine.length; item += kind.longsPerItem()) {
      macs(mine, item, item + 1, theirs, item + 1, deltas[1 - party]);
      assertEquals(0, theirs[item]);
    }
    return mine.length / kind.longsPerItem() * Material.BITS;
  }

  /** All random bits are rightly authenticated; how many there are. */
  int randomBits(RecordingSink first, RecordingSink second) {
    MaterialKind kind = materials[0].randomBits();
    long[][] data = {first.items(kind), second.items(kind)};
    for (int item = 0; item < data[0].length; item += kind.longsPerItem()) {
      for (int owner = 0; owner < 2; owner++) {
        int macs = item + Material.BIT_PLANES;
        int keys = macs + materials[1 - owner].macLongs();
        macs(data[owner], item, macs, data[1 - owner], keys, deltas[1 - owner]);
      }
    }
    return data[0].length / kind.longsPerItem() * Material.BITS;
  }
}
