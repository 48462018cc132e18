package org.schurmpc.core.circuit.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitAssembler;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.LookupTable;

/**
 * Reads circuit files in the old Bristol format (Tillich and Smart) and in Bristol Fashion (COSIC),
 * and detects which format a file has.
 *
 * <p>Both begin with a line {@code gates wires}. Old Bristol continues with {@code n1 n2 n3}: the
 * bits of two inputs and the output; {@code n2} is 0 if there is one input. Bristol Fashion
 * continues with {@code k len1 … lenk} for the inputs and {@code m len1 … lenm} for the outputs.
 * The reader tells them apart by whether the third line consists of numbers only. The gates follow,
 * one in each line; each gate of a multiple AND becomes an AND of the circuit. Blank lines, extra
 * spaces and Windows line ends are accepted. Files compressed with gzip are decompressed on the
 * fly.
 *
 * <p>Lookups extend Bristol Fashion by two kinds of line. The tables come before the first gate and
 * do not count as gates: {@code n m e0 … TABLE} has n input bits, m output bits and 2^n entries,
 * that of index 0 first. A gate {@code n m in1 … inn out1 … outm t LOOKUP} reads n wires as an
 * index, the least significant bit first, and writes the entry of table t, also the least
 * significant bit first. Tables are numbered from 0.
 *
 * <p>A malformed file gives a {@link BadFile} that names file, line and reason. Memory is
 * proportional to the bytes read, whatever the header says.
 */
public final class CircuitReader {
  private final Tokens tokens;
  private final List<LookupTable> tables = new ArrayList<>();
  private int gateLines;
  private boolean old;
  private CircuitAssembler circuit;

  private CircuitReader(Tokens tokens) {
    this.tokens = tokens;
  }

  /** Reads a circuit file. */
  public static Circuit read(Path file) throws BadFile {
    if (Files.isDirectory(file)) {
      throw new BadFile(file + " is a directory, not a circuit file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      return read(in, file.toString());
    } catch (IOException e) {
      throw FileErrors.unreadable(file, e);
    }
  }

  /**
   * Reads a circuit from a stream to its end; the caller closes the stream.
   *
   * @param name name of the stream in messages
   */
  public static Circuit read(InputStream in, String name) throws BadFile {
    try {
      return new CircuitReader(new Tokens(Unpacking.of(in), name)).read();
    } catch (IOException e) {
      throw new BadFile(name + " cannot be read: " + e.getMessage(), e);
    }
  }

  private Circuit read() throws BadFile {
    boolean atGate = readTables(readHeader());
    for (int i = 0; i < gateLines; i++) {
      if (!atGate && !tokens.readLine()) {
        throw tokens.bad("the file ends after " + i + " of " + gateLines + " gates");
      }
      atGate = false;
      readGate();
    }
    if (atGate || tokens.readLine()) {
      throw tokens.bad("there is more after the " + gateLines + " gates that the header announces");
    }
    try {
      return circuit.assemble();
    } catch (IllegalArgumentException e) {
      throw tokens.bad(e.getMessage());
    }
  }

  /** Reads the header. Returns whether the line read last is the first gate already. */
  private boolean readHeader() throws BadFile {
    readNumbers("gates and wires");
    if (tokens.count() != 2) {
      throw tokens.bad("the first line must be two numbers, gates and wires");
    }
    tokens.begin();
    gateLines = tokens.numbers()[0];
    int wires = tokens.numbers()[1];
    if (gateLines > CircuitAssembler.MAX_GATES) {
      throw tokens.bad(
          gateLines + " gates are more than the limit of " + CircuitAssembler.MAX_GATES);
    }
    if (gateLines > wires) {
      throw tokens.bad(gateLines + " gates cannot write different wires among " + wires);
    }
    readNumbers("the sizes of the inputs");
    int[] second = Arrays.copyOf(tokens.numbers(), tokens.count());
    long secondLine = tokens.line();
    boolean more = tokens.readLine();
    if (more && tokens.word().isEmpty()) {
      int[] third = Arrays.copyOf(tokens.numbers(), tokens.count());
      begin(wires, sizes(second, secondLine, "inputs"), sizes(third, tokens.line(), "outputs"));
      return false;
    }
    if (second.length != 3) {
      throw tokens.bad(
          secondLine, "without a line of output sizes, the sizes must be three numbers");
    }
    old = true;
    int[] inputs = Arrays.stream(second, 0, 2).filter(n -> n > 0).toArray();
    begin(wires, inputs, new int[] {second[2]});
    return more;
  }

  /** Reads the tables. Takes and returns whether the line read last is one after the header. */
  private boolean readTables(boolean atLine) throws BadFile {
    boolean more = atLine || tokens.readLine();
    while (more && tokens.word().equals("TABLE")) {
      if (old) {
        throw tokens.bad("old Bristol format has no tables");
      }
      readTable();
      more = tokens.readLine();
    }
    return more;
  }

  private void readTable() throws BadFile {
    int[] n = tokens.numbers();
    int bits = tokens.count() < 2 ? 0 : n[0];
    if (tables.size() == CircuitAssembler.MAX_TABLES) {
      throw tokens.bad("there are more than " + CircuitAssembler.MAX_TABLES + " tables");
    }
    if (bits < 1 || bits > LookupTable.MAX_BITS || tokens.count() != 2 + (1 << bits)) {
      throw tokens.bad(
          "TABLE must be 1 to "
              + LookupTable.MAX_BITS
              + " input bits, the output bits and an entry for each index");
    }
    try {
      tables.add(new LookupTable(bits, n[1], Arrays.copyOfRange(n, 2, tokens.count())));
    } catch (IllegalArgumentException e) {
      throw tokens.bad(e.getMessage());
    }
  }

  private void readNumbers(String what) throws BadFile {
    if (!tokens.readLine()) {
      throw tokens.bad("the file ends where " + what + " should be");
    }
    if (!tokens.word().isEmpty()) {
      throw tokens.bad("there is " + tokens.word() + " where " + what + " should be");
    }
  }

  private int[] sizes(int[] numbers, long line, String what) throws BadFile {
    if (numbers[0] != numbers.length - 1) {
      throw tokens.bad(line, "the sizes of the " + what + " must be a count and as many numbers");
    }
    return Arrays.copyOfRange(numbers, 1, numbers.length);
  }

  private void begin(int wires, int[] inputs, int[] outputs) throws BadFile {
    try {
      circuit = new CircuitAssembler(wires, inputs, outputs);
    } catch (IllegalArgumentException e) {
      throw tokens.bad(e.getMessage());
    }
  }

  private void readGate() throws BadFile {
    String word = tokens.word();
    try {
      switch (word) {
        case "XOR" -> binary(GateType.XOR);
        case "AND" -> binary(GateType.AND);
        case "INV", "NOT" -> unary(GateType.INV);
        case "EQW" -> unary(GateType.EQW);
        case "EQ" -> constant();
        case "MAND" -> multipleAnd();
        case "LOOKUP" -> lookup();
        case "TABLE" -> throw tokens.bad("tables come before the first gate");
        case "" -> throw tokens.bad("the name of a gate is missing");
        default -> throw tokens.bad("unknown gate " + word);
      }
    } catch (IllegalArgumentException e) {
      throw tokens.bad(e.getMessage());
    }
  }

  private void binary(GateType type) throws BadFile {
    require(2, 1);
    int[] n = tokens.numbers();
    circuit.add(type, n[2], n[3], n[4]);
  }

  private void unary(GateType type) throws BadFile {
    require(1, 1);
    int[] n = tokens.numbers();
    circuit.add(type, n[2], -1, n[3]);
  }

  private void constant() throws BadFile {
    require(1, 1);
    int[] n = tokens.numbers();
    if (n[2] > 1) {
      throw tokens.bad("EQ sets a wire to 0 or 1, not to " + n[2]);
    }
    circuit.add(n[2] == 0 ? GateType.ZERO : GateType.ONE, -1, -1, n[3]);
  }

  private void multipleAnd() throws BadFile {
    int n = tokens.count() < 2 ? 0 : tokens.numbers()[1];
    if (n == 0 || n > tokens.count()) {
      throw tokens.bad("MAND does not have the wires it announces");
    }
    require(2 * n, n);
    circuit.addAnds(n, tokens.numbers(), 2);
  }

  private void lookup() throws BadFile {
    int[] n = tokens.numbers();
    int last = tokens.count() - 1;
    if (last < 2) {
      throw tokens.bad("LOOKUP does not have the wires it announces");
    }
    if (n[last] >= tables.size()) {
      throw tokens.bad("there is no table " + n[last] + " among " + tables.size());
    }
    LookupTable table = tables.get(n[last]);
    int outputs = 2 + table.inputBits();
    if (n[0] != table.inputBits()
        || n[1] != table.outputBits()
        || last != outputs + table.outputBits()) {
      throw tokens.bad(
          "a LOOKUP of table %d must be \"%d %d\", as many wires and the table"
              .formatted(n[last], table.inputBits(), table.outputBits()));
    }
    circuit.addLookup(
        table, Arrays.copyOfRange(n, 2, outputs), Arrays.copyOfRange(n, outputs, last));
  }

  /**
   * Requires that the line has the form {@code inputs outputs}, followed by that number of wires.
   */
  private void require(int inputs, int outputs) throws BadFile {
    int[] n = tokens.numbers();
    if (tokens.count() != 2 + inputs + outputs || n[0] != inputs || n[1] != outputs) {
      throw tokens.bad(
          tokens.word() + " must be \"" + inputs + " " + outputs + "\" and as many wires");
    }
  }
}
