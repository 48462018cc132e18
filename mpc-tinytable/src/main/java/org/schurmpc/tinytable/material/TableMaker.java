package org.schurmpc.tinytable.material;

import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.kernel.BitMacKernels;

/** Makes a dealer's AND tables, 64 at a time, and shared bits. */
final class TableMaker {
  private final Scheme scheme;
  private final Prg prg;
  private final long[] delta;
  private final BitMacKernels kernels;

  /**
   * Creates a maker.
   *
   * @param delta global keys of both parties
   */
  TableMaker(Scheme scheme, Prg prg, long[] delta, BitMacKernels kernels) {
    this.scheme = scheme;
    this.prg = prg;
    this.delta = delta;
    this.kernels = kernels;
  }

  /**
   * Writes an item of AND tables.
   *
   * @param u masks of the left inputs of 64 gates
   * @param v masks of the right inputs
   * @param o masks of the outputs
   * @param items by party, at {@code at}; must be zero
   */
  void make(Material material, long u, long v, long o, long[][] items, int at) {
    if (scheme.form() == Scheme.Form.LINEAR) {
      long[] parts = {(u & v) ^ o, u, v};
      for (int part = 0; part < parts.length; part++) {
        split(parts[part], items, at + part);
        int macs = at + Material.linearMacs(part);
        authenticate(items, at + part, macs, at + Material.linearKeys(part));
      }
      return;
    }
    for (int entry = 0; entry < Material.AND_ENTRIES; entry++) {
      long c = -(entry >> 1L);
      long d = -(entry & 1L);
      split(((c ^ u) & (d ^ v)) ^ o, items, at + entry);
    }
    if (scheme.form() == Scheme.Form.LOOKUP) {
      for (int party = 0; party < items.length; party++) {
        drawCodes(material, items[party], items[1 - party], at);
      }
    }
  }

  private void split(long value, long[][] items, int at) {
    prg.nextLongs(items[0], at, 1);
    items[1][at] = items[0][at] ^ value;
  }

  /** Draws codes for the shares that one party holds and the other verifies. */
  private void drawCodes(Material material, long[] prover, long[] verifier, int at) {
    int all = at + material.peerCodes();
    prg.nextLongs(verifier, all, at + material.andTables().longsPerItem() - all);
    for (int t = 0; t < Material.BITS; t++) {
      for (int entry = 0; entry < Material.AND_ENTRIES; entry++) {
        int number = Material.AND_ENTRIES * t + entry;
        int value = (int) (prover[at + entry] >>> t & 1);
        long code = material.code(verifier, all, 2 * number + value);
        material.putCode(prover, at + Material.ownCodes(), number, code);
      }
    }
  }

  /**
   * Splits 64 bits and, unless the scheme is passive, authenticates the shares.
   *
   * @param items by party: receives the share at {@code at}
   * @param macs start of the MACs, from {@code at}
   * @param keys start of the keys, from {@code at}
   */
  void share(long value, long[][] items, int at, int macs, int keys) {
    split(value, items, at);
    if (scheme.isActive()) {
      authenticate(items, at, at + macs, at + keys);
    }
  }

  /** Draws the peer's keys for each party's share, and the MACs: mac = key(peer) + bit Δ(peer). */
  private void authenticate(long[][] items, int bits, int macs, int keys) {
    for (int party = 0; party < items.length; party++) {
      long[] mine = items[party];
      long[] theirs = items[1 - party];
      prg.nextLongs(theirs, keys, Material.BITS);
      System.arraycopy(theirs, keys, mine, macs, Material.BITS);
      kernels.xorConstant(mine, macs, mine[bits], delta[1 - party], Material.BITS);
    }
  }
}
