package org.schurmpc.circuits.lib;

import java.util.Objects;
import java.util.function.Supplier;
import org.schurmpc.core.circuit.Circuit;

/**
 * A circuit of the library: how it is made, and what the index says of it.
 *
 * @param name of the file, without its ending
 * @param maker always makes the same circuit
 * @param inputs the values in order with their bits, as "key (128), plaintext (128)"
 * @param outputs the same
 * @param order how a value lies on wires, {@link #NUMBER} or another short text
 * @param function what it computes, and after which standard or paper
 * @param reference what a test compares it with
 */
public record LibraryCircuit(
    String name,
    Supplier<Circuit> maker,
    String inputs,
    String outputs,
    String order,
    String function,
    String reference) {

  /** Wire 0 of a value is its least significant bit. */
  public static final String NUMBER = "number";

  /** A string of bytes, as a whole a big-endian number: wire 0 is the last byte's lowest bit. */
  public static final String STRING = "string";

  public LibraryCircuit {
    if (!name.matches("[a-z0-9_]{1,64}")) {
      throw new IllegalArgumentException("a circuit named '" + name + "'");
    }
    Objects.requireNonNull(maker);
  }
}
