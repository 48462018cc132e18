package org.schurmpc.core.session;

import java.util.Locale;

/** Lists the phases of a run. Each phase is timed and counted separately. */
public enum Phase {
  /** Connecting, the handshake, base OTs. */
  SETUP,
  /** Generating or fetching material that does not depend on the function. */
  PREPROCESSING,
  /** Generating or fetching material that depends on the function. */
  FUNCTION_PREPROCESSING,
  INPUT,
  /** Gates, up to and including the check of everything opened in this phase. */
  COMPUTE,
  OUTPUT;

  /** Returns the name in reports: lower case with underscores. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
