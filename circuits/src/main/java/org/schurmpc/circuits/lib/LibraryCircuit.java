package org.schurmpc.circuits.lib;

import java.util.Objects;
import java.util.function.Supplier;
import org.schurmpc.core.circuit.Circuit;

/**
 * A circuit of the library: its maker, and its description in the index.
 *
 * @param name name of the file, without its extension
 * @param maker makes the circuit; all calls make equal circuits
 * @param inputs the values in order with their bits, for example "key (128), plaintext (128)"
 * @param outputs the output values in order with their bits
 * @param order placement of a value on wires, {@link #NUMBER} or another short text
 * @param function the function, with the standard or paper that defines it
 * @param reference the implementation with which a test compares the circuit
 */
public record LibraryCircuit(
    String name,
    Supplier<Circuit> maker,
    String inputs,
    String outputs,
    String order,
    String function,
    String reference) {

  /** Placement of numbers: wire 0 of a value is its least significant bit. */
  public static final String NUMBER = "number";

  /**
   * Placement of strings of bytes, each as a whole a big-endian number: wire 0 is the last byte's
   * lowest bit.
   */
  public static final String STRING = "string";

  public LibraryCircuit {
    if (!name.matches("[a-z0-9_]{1,64}")) {
      throw new IllegalArgumentException("a circuit named '" + name + "'");
    }
    Objects.requireNonNull(maker);
  }
}
