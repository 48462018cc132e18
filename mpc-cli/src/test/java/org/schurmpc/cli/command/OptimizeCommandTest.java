package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.circuits.opt.CircuitComparison;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.circuit.io.CircuitReader;

class OptimizeCommandTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private String assertEnds(int code, Object... files) {
    String[] line = new String[files.length + 2];
    line[0] = "circuit";
    line[1] = "optimize";
    for (int i = 0; i < files.length; i++) {
      line[i + 2] = files[i].toString();
    }
    int ended =
        new CommandLineProgram(OperatorCommands.standalone())
            .run(
                line,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    String said = out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    assertEquals(code, ended, said);
    assertFalse(said.contains("\tat "), said);
    return said;
  }

  /** Returns a multiplexer of two 8-bit values with two ANDs per bit, of which one would do. */
  private static Circuit wasteful() {
    CircuitBuilder builder = new CircuitBuilder();
    int which = builder.input(1)[0];
    int[] a = builder.input(8);
    int[] b = builder.input(8);
    int[] chosen = new int[8];
    for (int i = 0; i < 8; i++) {
      chosen[i] = builder.xor(builder.and(which, a[i]), builder.and(builder.not(which), b[i]));
    }
    builder.output(chosen);
    return builder.build();
  }

  @Test
  void writesASmallerCircuit() throws Exception {
    Path in = folder.resolve("in.txt");
    Path to = folder.resolve("out.txt");
    BristolFashion.write(wasteful(), in);
    String said = assertEnds(0, in, to);
    assertTrue(said.matches("(?s)AND +16 -> +8\n.*"), said);
    Circuit small = CircuitReader.read(to);
    assertEquals(8, small.count(GateType.AND));
    assertTrue(CircuitComparison.agree(wasteful(), small, 1));
  }

  @Test
  void overwritesIfForcedOnly() throws Exception {
    Path to = Files.writeString(folder.resolve("out.txt"), "mine");
    String said = assertEnds(2, "add_32", to);
    assertTrue(said.contains("out.txt is there already"), said);
    assertEquals("mine", Files.readString(to));
    assertEnds(0, "add_32", to, "--force");
    assertEquals(31, CircuitReader.read(to).count(GateType.AND));
    said = assertEnds(2, to, folder.resolve(".").resolve("out.txt"), "--force");
    assertTrue(said.contains("IN and OUT are the same file"), said);
  }

  @Test
  void packsByTheNameOfTheResult() throws Exception {
    Path to = folder.resolve("out.txt.gz");
    assertEnds(0, "add_32", to);
    try (InputStream in = new GZIPInputStream(Files.newInputStream(to))) {
      assertTrue(new String(in.readAllBytes(), StandardCharsets.UTF_8).contains(" AND\n"));
    }
    assertEquals(31, CircuitReader.read(to).count(GateType.AND));
  }

  @Test
  void optimizesAroundLookups() throws Exception {
    Path in = folder.resolve("in.txt");
    Path to = folder.resolve("out.txt");
    CircuitBuilder builder = new CircuitBuilder();
    LookupTable table = new LookupTable(2, 2, new int[] {0, 1, 3, 2});
    int[] x = builder.input(3);
    int[] found = builder.lookup(table, x[0], x[1]);
    builder.output(
        builder.xor(builder.and(x[2], found[0]), builder.and(builder.not(x[2]), found[1])));
    BristolFashion.write(builder.build(), in);
    String said = assertEnds(0, in, to);
    assertTrue(said.matches("(?s)AND +2 -> +1\nLOOKUP +1 -> +1\ndepth +2 -> +2\n.*"), said);
    assertTrue(CircuitComparison.agree(builder.build(), CircuitReader.read(to), 1));
  }

  @Test
  void takesNamesOfTheLibrary() throws Exception {
    Path to = folder.resolve("out.txt");
    assertEnds(0, "add_32", to);
    assertEquals(31, CircuitReader.read(to).count(GateType.AND));
  }

  @Test
  void saysWhatIsWrong() throws Exception {
    Path bad = Files.writeString(folder.resolve("bad.txt"), "1 3\n1 2\n1 1\n\n2 1 0 1 2 NAND\n");
    assertTrue(assertEnds(3, bad, folder.resolve("out")).contains("unknown gate NAND"));
    assertTrue(assertEnds(3, folder.resolve("none.txt"), folder.resolve("out")).contains("none"));
    assertTrue(assertEnds(3, "add_32", folder.resolve("no/out")).contains("out"));
    assertTrue(assertEnds(2, "add_32").contains("OUT"));
    assertFalse(Files.exists(folder.resolve("out")));
  }
}
