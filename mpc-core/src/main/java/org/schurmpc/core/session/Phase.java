package org.schurmpc.core.session;

import java.util.Locale;

/** The phases of a run, which are timed and counted apart. */
public enum Phase {
  /** Connecting, the handshake, base OTs. */
  SETUP,
  /** Making or fetching material that does not depend on the function. */
  PREPROCESSING,
  /** Making or fetching material that depends on the function. */
  FUNCTION_PREPROCESSING,
  INPUT,
  /** Gates, up to and including the check of everything opened in this phase. */
  COMPUTE,
  OUTPUT;

  /** The name in reports: lower case with underscores. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
