package org.schurmpc.minimac.material;

/** Makes items of one kind of material in the clear. */
interface ItemMaker {
  /** Writes all parties' parts of one item, at the same offset. */
  void make(int offset);

  /** Wipes what is held. */
  void wipe();
}
