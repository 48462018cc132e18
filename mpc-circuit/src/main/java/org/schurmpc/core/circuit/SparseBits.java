package org.schurmpc.core.circuit;

/** Bits in pages of 512 bytes; only pages with set bits take memory. */
final class SparseBits {
  private static final int PAGE_WORDS = 64;
  private static final int PAGE_SHIFT = 12;

  private final long[][] pages;

  SparseBits(int nBits) {
    pages = new long[(int) (((long) nBits + (1 << PAGE_SHIFT) - 1) >>> PAGE_SHIFT)][];
  }

  boolean get(int index) {
    long[] page = pages[index >>> PAGE_SHIFT];
    return page != null && (page[word(index)] >>> index & 1) != 0;
  }

  /** Sets a bit; returns false if the bit was set already. */
  boolean set(int index) {
    long[] page = pages[index >>> PAGE_SHIFT];
    if (page == null) {
      page = new long[PAGE_WORDS];
      pages[index >>> PAGE_SHIFT] = page;
    }
    long mask = 1L << index;
    boolean fresh = (page[word(index)] & mask) == 0;
    page[word(index)] |= mask;
    return fresh;
  }

  /** Returns the index of the first bit that is not set, which may lie after the last bit. */
  int firstClear() {
    int index = 0;
    while (index >>> PAGE_SHIFT < pages.length && get(index)) {
      index++;
    }
    return index;
  }

  private static int word(int index) {
    return (index >>> 6) & (PAGE_WORDS - 1);
  }
}
