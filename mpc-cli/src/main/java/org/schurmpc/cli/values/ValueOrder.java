package org.schurmpc.cli.values;

import java.util.Locale;

/** Which wire of a value is which bit of what people write. */
public enum ValueOrder {
  /** A big-endian number: wire 0 is its least significant bit. */
  NUMBER,
  /** Bytes in order, the most significant bit of each on the lowest of its wires. */
  MSB,
  /** Bytes in order, the least significant bit of each on the lowest of its wires. */
  LSB;

  /** The word for it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
