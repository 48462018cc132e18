package org.schurmpc.core.circuit.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.GateType;

/**
 * Writes circuits in the old Bristol format, which has one or two inputs, one output and the gates
 * AND, XOR and INV.
 */
public final class OldBristol {
  private OldBristol() {}

  /**
   * Writes a circuit to a file, replacing its content.
   *
   * @throws Refused if the format cannot represent the circuit; nothing is written then
   */
  public static void write(Circuit circuit, Path file) throws BadFile, Refused {
    requireExpressible(circuit);
    try (OutputStream out = Files.newOutputStream(file)) {
      write(circuit, out);
    } catch (IOException e) {
      throw FileErrors.unwritable(file, e);
    }
  }

  /**
   * Writes a circuit to a stream, which stays open.
   *
   * @throws Refused if the format cannot represent the circuit; nothing is written then
   */
  public static void write(Circuit circuit, OutputStream out) throws IOException, Refused {
    requireExpressible(circuit);
    int[] inputs = circuit.inputSizes();
    GateText text = new GateText(out);
    text.number(circuit.gateCount()).space().number(circuit.wireCount()).text("\n");
    text.number(inputs[0]).space().number(inputs.length == 1 ? 0 : inputs[1]);
    text.space().number(circuit.outputWires()).text("\n\n");
    for (int g = 0; g < circuit.gateCount(); g++) {
      switch (circuit.type(g)) {
        case XOR -> BristolFashion.binary(text, circuit, g, " XOR\n");
        case AND -> BristolFashion.binary(text, circuit, g, " AND\n");
        case INV -> BristolFashion.unary(text, circuit.left(g), circuit.out(g), " INV\n");
        case EQW, ZERO, ONE, LOOKUP -> throw new IllegalStateException("refused before");
      }
    }
    text.flush();
  }

  private static void requireExpressible(Circuit circuit) throws Refused {
    int[] inputs = circuit.inputSizes();
    boolean empty = false;
    for (int size : inputs) {
      empty |= size == 0;
    }
    if (inputs.length < 1 || inputs.length > 2 || empty || circuit.outputSizes().length != 1) {
      throw new Refused(
          "old Bristol format has one or two inputs that are not empty and one output, but the"
              + " circuit has "
              + inputs.length
              + " and "
              + circuit.outputSizes().length);
    }
    for (int g = 0; g < circuit.gateCount(); g++) {
      GateType type = circuit.type(g);
      if (type.arity() == 0 || type == GateType.EQW) {
        throw new Refused(
            "old Bristol format has no constants and no copies, but gate " + g + " is one");
      }
      if (type == GateType.LOOKUP) {
        throw new Refused("old Bristol format has no lookups, but gate " + g + " is one");
      }
    }
  }
}
