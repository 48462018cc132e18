package org.schurmpc.circuits.lib;

import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitStatistics;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.io.BristolFashion;

/** Generates the index of the library: a page that describes each circuit. */
final class LibraryIndex {
  private static final String TOP =
      """
      # Circuits

      This folder holds the circuit library: circuits in Bristol Fashion, which the classes in
      `org.schurmpc.circuits.lib` generate. The module mpc-circuits contains the files. Open a circuit by
      its name, for example with `CircuitLibrary.open("aes_128")` or, on the command line, with
      `--circuit aes_128`. [docs/circuits.md](../docs/circuits.md) describes how to use the circuits and
      how to write others.

      To regenerate the files and this page, run in the project's root folder:

      ```
      mvn -q -pl circuits -am compile
      java -cp mpc-core/target/classes:circuits/target/classes org.schurmpc.circuits.lib.GenerateCircuits circuits
      ```

      A test generates the circuits again and compares them with the files.

      ## Sizes

      A circuit whose name ends in `_shallow` has a smaller AND depth and more ANDs than the circuit
      without this suffix. A circuit whose name ends in `_sbox` has lookups in place of ANDs, and is
      listed in the second table. The digest is the SHA-256 of the circuit's text; for a file that ends
      in `.gz`, of the unpacked text.

      | circuit | AND | XOR | INV | AND depth | SHA-256 |
      |---|---|---|---|---|---|
      """;

  private static final String LOOKUPS =
      """

      The following circuits have lookups, an extension of Bristol Fashion
      ([docs/circuits.md](../docs/circuits.md#lookups)), for protocols that evaluate them. The depth
      counts layers of ANDs and lookups.

      | circuit | LOOKUP | AND | XOR | INV | depth | SHA-256 |
      |---|---|---|---|---|---|---|
      """;

  private static final String VALUES =
      """

      ## Inputs and outputs

      The table lists the values of each circuit in order, with their numbers of bits. The order of the
      bits of a value is one of:

      * *number*: wire 0 is the least significant bit of the value.
      * *string*: the bytes form one big-endian number, so wire 0 is the least significant bit of the
        last byte.

      The last column names the implementation with which the tests compare the circuit.

      | circuit | inputs | outputs | order | computes | compared with |
      |---|---|---|---|---|---|
      """;

  private LibraryIndex() {}

  /**
   * Returns the page as Markdown.
   *
   * @param figures the line of each circuit by the circuit's name, as returned by {@link #figures}
   */
  static String text(Collection<LibraryCircuit> library, Map<String, Figures> figures) {
    StringBuilder page = new StringBuilder(TOP);
    for (boolean lookups : new boolean[] {false, true}) {
      page.append(lookups ? LOOKUPS : "");
      for (LibraryCircuit entry : library) {
        Figures line = figures.get(entry.name());
        page.append(line.lookups() == lookups ? line.line() : "");
      }
    }
    page.append(VALUES);
    for (LibraryCircuit entry : library) {
      page.append(
          "| %s | %s | %s | %s | %s | %s |\n"
              .formatted(
                  entry.name(),
                  entry.inputs(),
                  entry.outputs(),
                  entry.order(),
                  entry.function(),
                  entry.reference()));
    }
    return page.toString();
  }

  /**
   * Holds a circuit's line in the tables of sizes.
   *
   * @param lookups whether the line belongs to the table of circuits with lookups
   * @param line the line, with its line break
   */
  record Figures(boolean lookups, String line) {}

  /** Returns a circuit's line in its table of figures. */
  static Figures figures(String name, Circuit circuit) {
    CircuitStatistics figures = CircuitStatistics.of(circuit);
    boolean lookups = figures.count(GateType.LOOKUP) > 0;
    return new Figures(
        lookups,
        "| %s | %s%,d | %,d | %,d | %,d | `%s` |\n"
            .formatted(
                name,
                lookups ? "%,d | ".formatted(figures.count(GateType.LOOKUP)) : "",
                figures.count(GateType.AND),
                figures.count(GateType.XOR),
                figures.count(GateType.INV),
                figures.depth(),
                HexFormat.of().formatHex(BristolFashion.digest(circuit))));
  }
}
