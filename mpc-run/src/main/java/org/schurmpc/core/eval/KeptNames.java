package org.schurmpc.core.eval;

import java.util.regex.Pattern;

/** Names of sets of kept values, which are part of the terms of sessions. */
final class KeptNames {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}");

  private KeptNames() {}

  static void require(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'%s' names no set: a name has up to 64 letters, digits, and signs of _.:-"
              .formatted(name));
    }
  }
}
