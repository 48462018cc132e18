package org.schurmpc.minimac.online;

import java.util.Locale;

/** How representations are opened. */
public enum OpeningMode {
  /**
   * The symbols that determine the word, and one comparison of all MACs: {@link BatchedOpening}.
   */
  BATCHED,
  /** Word and MAC in full, checked at once: {@link PaperOpening}. */
  PAPER;

  /** Returns the name by which users choose the constant. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
