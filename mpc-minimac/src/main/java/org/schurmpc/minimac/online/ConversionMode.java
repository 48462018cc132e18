package org.schurmpc.minimac.online;

import java.util.Locale;

/** The way in which products, which are over C*, become wires. */
public enum ConversionMode {
  /** Products are opened under a pair; one player re-encodes: {@link NominatedReencoding}. */
  ONE,
  /** Products are opened under a pair; every player re-encodes: {@link OwnReencoding}. */
  SYMMETRIC,
  /** No conversion: wires are over C* ("zero-degree constants"). */
  NONE;

  /** Returns the constant's name for users. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
