package org.schurmpc.minimac.online;

import java.util.Locale;

/** The way in which representations are opened. */
public enum OpeningMode {
  /**
   * Sends the symbols that determine the word, and compares all MACs at once: {@link
   * BatchedOpening}.
   */
  BATCHED,
  /** Sends word and MAC in full, checked at once: {@link PaperOpening}. */
  PAPER;

  /** Returns the constant's name for users. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
