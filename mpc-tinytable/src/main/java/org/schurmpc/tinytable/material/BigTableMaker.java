package org.schurmpc.tinytable.material;

import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;

/** A dealer's tables of n to m bits, one at a time. */
final class BigTableMaker {
  private final Scheme scheme;
  private final Prg prg;
  private final Multiples[] multiples;
  private long[] random = new long[0];

  /**
   * Creates a maker.
   *
   * @param delta global keys of both parties
   */
  BigTableMaker(Scheme scheme, Prg prg, long[] delta) {
    this.scheme = scheme;
    this.prg = prg;
    this.multiples = new Multiples[] {new Multiples(delta[0]), new Multiples(delta[1])};
  }

  /**
   * Writes a table.
   *
   * @param in mask of the input
   * @param out mask of the output
   * @param items by party, at {@code at}; must be zero
   */
  void make(Material material, LookupTable table, int in, int out, long[][] items, int at) {
    if (scheme.form() == Scheme.Form.LINEAR) {
      makeLinear(table, in, out, items, at);
      return;
    }
    int width = Material.valueBytes(table.outputBits()) * Byte.SIZE;
    int mask = (1 << table.outputBits()) - 1;
    drawShares(table);
    for (int i = 0; i < table.entries(); i++) {
      int share = (int) (random[i / 4] >>> (16 * (i % 4))) & mask;
      int other = table.entry(i ^ in) ^ out ^ share;
      int word = at + i * width / Long.SIZE;
      int shift = i * width % Long.SIZE;
      items[0][word] |= (long) share << shift;
      items[1][word] |= (long) other << shift;
      random[table.entries() / 4 + 1 + i] = ((long) other << 16) | share;
    }
    if (scheme.form() == Scheme.Form.LOOKUP) {
      for (int party = 0; party < items.length; party++) {
        drawCodes(material, table, 16 * party, items[party], items[1 - party], at);
      }
    }
  }

  /** Draws 16 random bits for each entry, and makes room for the shares of both parties. */
  private void drawShares(LookupTable table) {
    int longs = table.entries() / 4 + 1;
    if (random.length < longs + table.entries()) {
      random = new long[longs + table.entries()];
    }
    prg.nextLongs(random, 0, longs);
  }

  private void drawCodes(
      Material material, LookupTable table, int shift, long[] prover, long[] verifier, int at) {
    int own = at + Material.valueLongs(table.inputBits(), table.outputBits());
    int all = at + material.peerCodes(table.inputBits(), table.outputBits());
    int longs = material.tables(table.inputBits(), table.outputBits()).longsPerItem();
    prg.nextLongs(verifier, all, at + longs - all);
    for (int i = 0; i < table.entries(); i++) {
      int value = (int) (random[table.entries() / 4 + 1 + i] >>> shift) & 0xFFFF;
      int number = (i << table.outputBits()) + value;
      material.putCode(prover, own, i, material.code(verifier, all, number));
    }
  }

  private void makeLinear(LookupTable table, int in, int out, long[][] items, int at) {
    int longs = Material.LINEAR_ENTRY * table.entries();
    int mask = (1 << table.outputBits()) - 1;
    prg.nextLongs(items[0], at, longs);
    prg.nextLongs(items[1], at, longs);
    for (int i = 0; i < table.entries(); i++) {
      int entry = at + Material.LINEAR_ENTRY * i;
      int share = (int) items[0][entry] & mask;
      int other = table.entry(i ^ in) ^ out ^ share;
      tag(items[0], items[1], entry, share, multiples[1]);
      tag(items[1], items[0], entry, other, multiples[0]);
    }
  }

  /** Computes tag = key(peer) + share * Δ(peer). */
  private static void tag(long[] mine, long[] theirs, int entry, int share, Multiples delta) {
    mine[entry] = theirs[entry + Material.LINEAR_KEY] ^ delta.of(share);
    mine[entry + Material.LINEAR_SHARE] = share;
  }

  void wipe() {
    multiples[0].wipe();
    multiples[1].wipe();
    Secrets.wipe(random);
  }
}
