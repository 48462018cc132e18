package org.schurmpc.cli.values;

import java.util.Locale;

/** Specifies the correspondence between the wires of a value and the bits of its written form. */
public enum ValueOrder {
  /** A big-endian number: wire 0 is its least significant bit. */
  NUMBER,
  /** Bytes in order, the most significant bit of each on the lowest of its wires. */
  MSB,
  /** Bytes in order, the least significant bit of each on the lowest of its wires. */
  LSB;

  /** Returns the word for the order in configurations. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
