package org.schurmpc.minimac.online;

import java.util.Locale;

/** How products, which are over C*, become wires. */
public enum ConversionMode {
  /** Opened under a pair; one player re-encodes: {@link NominatedReencoding}. */
  ONE,
  /** Opened under a pair; every player re-encodes: {@link OwnReencoding}. */
  SYMMETRIC,
  /** Not at all: wires are over C* ("zero-degree constants"). */
  NONE;

  /** Returns the name by which users choose the constant. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
