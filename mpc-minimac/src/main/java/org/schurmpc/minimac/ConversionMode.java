package org.schurmpc.minimac;

/** How products, which are over C*, become wires. */
enum ConversionMode {
  /** Opened under a pair; one player re-encodes: {@link NominatedReencoding}. */
  ONE,
  /** Opened under a pair; every player re-encodes: {@link OwnReencoding}. */
  SYMMETRIC,
  /** Not at all: wires are over C* ("zero-degree constants"). */
  NONE
}
