package org.schurmpc.minimac;

/** How representations are opened. */
enum OpeningMode {
  /**
   * The symbols that determine the word, and one comparison of all MACs: {@link BatchedOpening}.
   */
  BATCHED,
  /** Word and MAC in full, checked at once: {@link PaperOpening}. */
  PAPER
}
