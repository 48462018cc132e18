package org.schurmpc.minimac.material;

/** Makes items of one kind of material in the clear. */
interface ItemMaker {
  /** Writes all parties' parts of one item, at one offset. */
  void make(int offset);

  /** Wipes all secrets. */
  void wipe();
}
