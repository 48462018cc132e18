package org.schurmpc.core.circuit.io;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitAssembler;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.circuit.SharedCircuits;

class CircuitReaderTest {
  @TempDir Path folder;

  private static Circuit read(String text) throws BadFile {
    return CircuitReader.read(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)), "test");
  }

  private static byte[] written(Circuit circuit) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BristolFashion.write(circuit, out);
    return out.toByteArray();
  }

  @Test
  void fashionRoundTripIsExact() throws Exception {
    for (long seed = 0; seed < 500; seed++) {
      Circuit circuit = seed % 2 == 0 ? RandomCircuits.of(seed) : RandomCircuits.withLookups(seed);
      byte[] text = written(circuit);
      Circuit again = CircuitReader.read(new ByteArrayInputStream(text), "test");
      assertEquals(circuit, again, "seed " + seed);
      assertArrayEquals(circuit.inputSizes(), again.inputSizes(), "seed " + seed);
      assertArrayEquals(text, written(again), "seed " + seed);
      assertArrayEquals(BristolFashion.digest(circuit), BristolFashion.digest(again));
    }
  }

  @Test
  void digestIsThatOfTheText() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(2);
    builder.output(builder.and(x[0], x[1]));
    Circuit circuit = builder.build();
    assertEquals(
        "1 3\n1 2\n1 1\n\n2 1 0 1 2 AND\n",
        new String(written(circuit), StandardCharsets.US_ASCII));
    byte[] sha = java.security.MessageDigest.getInstance("SHA-256").digest(written(circuit));
    assertEquals(
        HexFormat.of().formatHex(sha), HexFormat.of().formatHex(BristolFashion.digest(circuit)));
  }

  @Test
  void lookupsAndTheirTables() throws Exception {
    LookupTable square = new LookupTable(2, 4, new int[] {0, 1, 4, 9});
    LookupTable parity = new LookupTable(2, 1, new int[] {0, 1, 1, 0});
    CircuitAssembler gates = new CircuitAssembler(7, new int[] {2}, new int[] {1});
    gates.addLookup(square, new int[] {1, 0}, new int[] {5, 3, 4, 2});
    gates.addLookup(parity, new int[] {5, 2}, new int[] {6});
    Circuit circuit = gates.assemble();
    String text =
        """
        2 7
        1 2
        1 1

        2 4 0 1 4 9 TABLE
        2 1 0 1 1 0 TABLE

        2 4 1 0 5 3 4 2 0 LOOKUP
        2 1 5 2 6 1 LOOKUP
        """;
    assertEquals(text, new String(written(circuit), StandardCharsets.US_ASCII));
    assertEquals(circuit, read(text));
    // What was defined in another order, twice or in vain has the same text.
    assertEquals(
        circuit,
        read(
            """
            2 7
            1 2
            1 1
            2 1 0 1 1 0 TABLE
            2 4 0 1 4 9 TABLE
            1 1 0 1 TABLE
            2 4 0 1 4 9 TABLE
            2 4 1 0 5 3 4 2 3 LOOKUP
            2 1 5 2 6 0 LOOKUP
            """));
  }

  @Test
  void theGuideShowsWhatIsWritten() throws Exception {
    CircuitBuilder gates = new CircuitBuilder();
    LookupTable square = new LookupTable(2, 4, new int[] {0, 1, 4, 9});
    gates.output(gates.lookup(square, gates.input(2)));
    String text = new String(written(gates.build()), US_ASCII);
    Path guide = SharedCircuits.projectRoot().resolve("docs/circuits.md");
    assertTrue(Files.readString(guide).contains("```\n" + text + "```\n"), text);
  }

  @Test
  void circuitsThatDifferInATableHaveOtherDigests() throws Exception {
    String text = "1 3\n1 2\n1 1\n\n2 1 0 0 0 %d TABLE\n\n2 1 0 1 2 0 LOOKUP\n";
    String zero = HexFormat.of().formatHex(BristolFashion.digest(read(text.formatted(0))));
    String one = HexFormat.of().formatHex(BristolFashion.digest(read(text.formatted(1))));
    assertNotEquals(zero, one);
  }

  /** As many tables as there may be, and one more. */
  @Test
  void tablesAreLimited() throws Exception {
    String header = "1 3\n1 2\n1 1\n";
    String tables = "1 1 0 1 TABLE\n".repeat(CircuitAssembler.MAX_TABLES);
    String gate = "1 1 0 2 65535 LOOKUP\n";
    assertEquals(1, read(header + tables + gate).tables().size());
    BadFile error =
        assertThrows(BadFile.class, () -> read(header + tables + "1 1 0 1 TABLE\n" + gate));
    assertEquals("test line 65540: there are more than 65536 tables", error.getMessage());
  }

  /** The largest table, whose line is the longest. */
  @Test
  void largestTable() throws Exception {
    Random random = new Random(16);
    LookupTable table = RandomCircuits.table(random, 16, 16);
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.lookup(table, builder.input(16)));
    assertEquals(builder.build(), read(new String(written(builder.build()), US_ASCII)));
  }

  @Test
  void oldFormatRoundTrip() throws Exception {
    Circuit circuit = read("3 7\n2 2 2\n\n2 1 0 2 4 XOR\n2 1 1 3 6 AND\n1 1 4 5 INV\n");
    assertArrayEquals(new int[] {2, 2}, circuit.inputSizes());
    assertArrayEquals(new int[] {2}, circuit.outputSizes());
    Path file = folder.resolve("old.txt");
    OldBristol.write(circuit, file);
    assertEquals("3 7\n2 2 2\n\n2 1 0 2 4 XOR\n", Files.readString(file).substring(0, 25));
    assertEquals(circuit, CircuitReader.read(file));
  }

  @Test
  void oldFormatWithOneInput() throws Exception {
    Circuit circuit = read("1 4\n3 0 1\n2 1 0 2 3 XOR");
    assertArrayEquals(new int[] {3}, circuit.inputSizes());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    OldBristol.write(circuit, out);
    assertEquals(circuit, read(out.toString(StandardCharsets.US_ASCII)));
  }

  @Test
  void headersThatBothFormatsKnowAreToldApartByTheNextLine() throws Exception {
    String gates = "2 1 0 1 3 XOR\n2 1 0 1 4 XOR\n";
    Circuit old = read("2 5\n2 1 1\n" + gates);
    assertArrayEquals(new int[] {2, 1}, old.inputSizes());
    Circuit fashion = read("3 5\n2 1 1\n1 1\n2 1 0 1 2 AND\n" + gates);
    assertArrayEquals(new int[] {1, 1}, fashion.inputSizes());
  }

  @Test
  void constantsCopiesAndMultipleAnds() throws Exception {
    Circuit circuit =
        read(
            """
            4 10
            1 4
            1 3

            4 2 0 1 2 3 4 8 MAND
            1 1 1 5 EQ
            1 1 4 9 EQW
            4 2 0 4 5 5 6 7 MAND
            """);
    assertEquals(6, circuit.gateCount());
    assertEquals(4, circuit.count(GateType.AND));
    assertEquals(0, circuit.left(0));
    assertEquals(2, circuit.right(0));
    assertEquals(4, circuit.out(0));
    assertEquals(3, circuit.right(1));
    assertEquals(GateType.ONE, circuit.type(2));
    assertEquals(-1, circuit.left(2));
    assertEquals(GateType.EQW, circuit.type(3));
    assertEquals(GateType.ZERO, read("1 2\n1 1\n1 1\n1 1 0 1 EQ").type(0));
    assertEquals(GateType.INV, read("1 2\n1 1\n1 1\n1 1 0 1 NOT").type(0));
  }

  @Test
  void blankLinesSpacesAndWindowsLineEndsDoNoHarm() throws Exception {
    Circuit plain = read("2 4\n1 2\n1 1\n2 1 0 1 2 AND\n1 1 2 3 INV\n");
    assertEquals(
        plain,
        read(
            "\r\n 2  4 \r\n\r\n\r\n1\t2 \r\n1 1 \r\n  2 1 0  1 2 AND \r\n\r\n1 1 2 3 INV\r\n\r\n"));
    assertEquals(plain, read("2 4\n1 2\n1 1\n2 1 0 1 2 AND\n1 1 2 3 INV"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''| line 1| ends where gates and wires",
        "'\n\n'| line 3| ends where gates and wires",
        "'2'| line 1| two numbers",
        "'1 2 3'| line 1| two numbers",
        "'hello'| line 1| hello where gates and wires",
        "'-1 3\n'| line 1| negative",
        "'99999999999 3\n'| line 1| larger than",
        "'1 3'| line 1| sizes of the inputs",
        "'2000000000 2000000001\n1 1\n1 1\n'| line 1| limit",
        "'1 2000000000\n1 1\n1 1\n'| line 3| limit",
        "'1 2147483647\n1 2147483646\n1 1\n'| line 3| limit",
        "'5 3\n1 2\n1 1\n'| line 1| cannot write different wires",
        "'1 3\n2 2\n1 1\n2 1 0 1 2 AND'| line 2| count and as many",
        "'1 3\n1 2\n2 1\n2 1 0 1 2 AND'| line 3| count and as many",
        "'1 3\n1 2\n2 1 0 1 2 AND'| line 2| three numbers",
        "'1 3\n1 2'| line 2| three numbers",
        "'1 3\n1 2\n1 0\n2 1 0 1 2 AND'| line 3| no outputs",
        "'1 3\n1 2\n1 2\n2 1 0 1 2 AND'| line 3| do not fit",
        "'1 3\n1 2\n3 1000000000 1000000000 1000000000\n2 1 0 1 2 AND'| line 3| do not fit",
        "'1 3\n1 2\n1 1\n'| line 4| ends after 0 of 1",
        "'2 4\n1 2\n1 1\n2 1 0 1 2 AND\n'| line 5| ends after 1 of 2",
        "'1 3\n1 2\n1 1\n2 1 0 1 2 AND\n2 1 0 1 2 AND'| line 5| more after the 1 gates",
        "'1 3\n1 2\n1 1\n2 1 0 1 2 AND 7\n'| line 4| more after AND",
        "'1 3\n1 2\n1 1\n2 1 0 1 2 AND OR\n'| line 4| more after AND",
        "'1 3\n1 2\n1 1\n2 1 0 1 2 OR\n'| line 4| unknown gate OR",
        "'1 3\n1 2\n1 1\n2 1 0 1 2 and\n'| line 4| unknown gate and",
        "'1 3\n1 2\n1 1\n2 1 0 1 2 ANDANDANDANDANDANDAND\n'| line 4| unknown gate ANDAND",
        "'1 3\n1 2\n1 1\n2 1 0 1 2\n'| line 4| name of a gate is missing",
        "'1 3\n1 2\n1 1\nAND\n'| line 4| AND must be \"2 1\"",
        "'1 3\n1 2\n1 1\n2 1 0 1 AND\n'| line 4| AND must be \"2 1\"",
        "'1 3\n1 2\n1 1\n1 1 0 2 XOR\n'| line 4| XOR must be \"2 1\"",
        "'1 3\n1 2\n1 1\n2 1 0 1 2 INV\n'| line 4| INV must be \"1 1\"",
        "'1 3\n1 2\n1 1\n2 1 0 -1 2 AND\n'| line 4| negative",
        "'1 3\n1 2\n1 1\n2 1 0 1 2AND\n'| line 4| unexpected character 'A'",
        "'1 3\n1 2\n1 1\n2 1 0 1 2 A+D\n'| line 4| unexpected character '+'",
        "'1 3\n1 2\n1 1\n2 1 0 5 2 AND\n'| line 4| wire 5 is not one of 3",
        "'1 3\n1 2\n1 1\n2 1 0 1 3 AND\n'| line 4| wire 3 is not one of 3",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 AND\n'| line 4| wire 1 is an input",
        "'1 3\n1 2\n1 1\n2 1 0 2 2 AND\n'| line 4| wire 2 is read before",
        "'2 4\n1 2\n1 1\n2 1 0 3 2 AND\n2 1 0 1 3 AND'| line 4| wire 3 is read before",
        "'2 4\n1 2\n1 1\n2 1 0 1 2 AND\n2 1 0 1 2 AND'| line 5| wire 2 is written twice",
        "'1 4\n1 2\n1 1\n2 1 0 1 2 AND\n'| line 5| wire 3 is never written",
        "'1 5\n1 2\n1 1\n2 1 0 1 4 AND\n'| line 5| 2 wires are never written, the first",
        "'1 3\n1 2\n1 1\n1 1 2 2 EQ\n'| line 4| to 0 or 1, not to 2",
        "'1 3\n1 2\n1 1\n1 1 2 2 EQW\n'| line 4| wire 2 is read before",
        "'1 4\n1 2\n1 1\n4 2 0 1 2 1 2 3 MAND\n'| line 4| wire 2 is read before",
        "'1 4\n1 2\n1 1\n4 2 0 1 1 1 2 MAND\n'| line 4| MAND must be \"4 2\"",
        "'1 4\n1 2\n1 1\n4 2000000000 0 1 1 1 2 MAND\n'| line 4| MAND does not have",
        "'1 4\n1 2\n1 1\n0 0 MAND\n'| line 4| MAND does not have",
        "'1 4\n1 2\n1 1\nMAND\n'| line 4| MAND does not have",
        "'0 2\n1 2\n1 1\n'| line 3| do not fit 2 wires",
        "'1 3\n1 2\n1 1\n2 1 0 1 2 0 LOOKUP'| line 4| there is no table 0 among 0",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\n2 1 0 1 2 1 LOOKUP'| line 5| there is no table 1 among 1",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\n2 1 0 1 2 2147483647 LOOKUP'| line 5| there is no table 2147483647",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\n2 1 0 1 2 LOOKUP'| line 5| no table 2 among 1",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\n1 1 0 2 0 LOOKUP'| line 5| a LOOKUP of table 0 must be \"2 1\"",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\n2 2 0 1 1 2 0 LOOKUP'| line 5| a LOOKUP of table 0 must be \"2 1\"",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\n2 1 0 1 2 2 0 LOOKUP'| line 5| a LOOKUP of table 0 must be \"2 1\"",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\n2 1 0 2 0 LOOKUP'| line 5| a LOOKUP of table 0 must be \"2 1\"",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\n2 1 0 -1 2 0 LOOKUP'| line 5| negative",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\nLOOKUP'| line 5| LOOKUP does not have",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\n2 1 LOOKUP'| line 5| LOOKUP does not have",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\n2 1 0 2 2 0 LOOKUP'| line 5| wire 2 is read before",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\n2 1 0 3 2 0 LOOKUP'| line 5| wire 3 is not one of 3",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\n2 1 0 1 1 0 LOOKUP'| line 5| wire 1 is an input",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\n2 1 0 1 2 0 LOOKUP 1'| line 5| more after LOOKUP",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\n'| line 5| ends after 0 of 1",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\n2 1 0 1 2 0'| line 5| name of a gate is missing",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\n2 1 0 1 2 0 lookup'| line 5| unknown gate lookup",
        "'1 3\n1 2\n1 1\n2 1 0 1 2 AND\n2 1 0 1 1 0 TABLE'| line 5| more after the 1 gates",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 TABLE\n'| line 4| TABLE must be 1 to 16 input bits",
        "'1 3\n1 2\n1 1\n2 1 0 1 1 0 0 TABLE\n'| line 4| TABLE must be 1 to 16 input bits",
        "'1 3\n1 2\n1 1\n0 1 0 TABLE\n'| line 4| TABLE must be 1 to 16 input bits",
        "'1 3\n1 2\n1 1\n17 1 0 TABLE\n'| line 4| TABLE must be 1 to 16 input bits",
        "'1 3\n1 2\n1 1\n33 1 0 0 TABLE\n'| line 4| TABLE must be 1 to 16 input bits",
        "'1 3\n1 2\n1 1\n2147483647 1 0 0 TABLE\n'| line 4| TABLE must be 1 to 16 input bits",
        "'1 3\n1 2\n1 1\nTABLE\n'| line 4| TABLE must be 1 to 16 input bits",
        "'1 3\n1 2\n1 1\n2 TABLE\n'| line 4| TABLE must be 1 to 16 input bits",
        "'1 3\n1 2\n1 1\n1 0 0 0 TABLE\n'| line 4| 1 to 16 output bits, not 0",
        "'1 3\n1 2\n1 1\n1 17 0 0 TABLE\n'| line 4| 1 to 16 output bits, not 17",
        "'1 3\n1 2\n1 1\n1 1 0 2 TABLE\n'| line 4| entry 1 of a table of 1 output bits is 2",
        "'1 3\n1 2\n1 1\n1 1 0 -1 TABLE\n'| line 4| negative",
        "'1 3\n1 2\n1 1\n1 1 0 1 TABLE TABLE\n'| line 4| more after TABLE",
        "'2 4\n1 2\n1 1\n2 1 0 1 2 AND\n1 1 0 1 TABLE\n'| line 5| before the first gate",
        "'1 4\n1 2\n1 1\n1 2 0 3 TABLE\n1 2 0 2 2 0 LOOKUP\n'| line 5| wire 2 is written twice",
        "'1 5\n1 2\n1 1\n1 2 0 3 TABLE\n1 2 0 2 4 0 LOOKUP\n'| line 6| wire 3 is never written",
        "'2 4\n1 2\n1 1\n1 2 0 3 TABLE\n1 2 0 2 3 0 LOOKUP\n2 1 0 1 3 AND\n'| line 6| wire 3 is written twice",
        "'1 3\n1 1 1\n1 1 0 1 TABLE\n1 1 0 2 0 LOOKUP'| line 3| old Bristol format has no tables",
      })
  void malformedFilesNameLineAndReason(String text, String line, String reason) {
    BadFile error = assertThrows(BadFile.class, () -> read(text));
    assertTrue(error.getMessage().startsWith("test " + line.strip() + ":"), error.getMessage());
    assertTrue(error.getMessage().contains(reason), error.getMessage());
  }

  @Test
  void binaryGarbage() {
    byte[] class0 = {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe};
    BadFile error =
        assertThrows(
            BadFile.class, () -> CircuitReader.read(new ByteArrayInputStream(class0), "x.class"));
    assertEquals(
        "x.class line 1: unexpected byte 0xca; so this is no Bristol circuit, which begins with the"
            + " numbers of gates and wires, such as '375 439'",
        error.getMessage());
  }

  @Test
  void filesThatCannotBeRead() {
    Path missing = folder.resolve("missing.txt");
    BadFile error = assertThrows(BadFile.class, () -> CircuitReader.read(missing));
    assertEquals(missing + " cannot be read: it does not exist", error.getMessage());
    error = assertThrows(BadFile.class, () -> CircuitReader.read(folder));
    assertEquals(folder + " is a directory, not a circuit file", error.getMessage());
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("the disk is gone");
          }

          @Override
          public int read(byte[] buffer, int offset, int length) throws IOException {
            return read();
          }
        };
    error = assertThrows(BadFile.class, () -> CircuitReader.read(broken, "it"));
    assertEquals("it cannot be read: the disk is gone", error.getMessage());
    assertThrows(BadFile.class, () -> BristolFashion.write(RandomCircuits.of(1), folder));
    Path nowhere = missing.resolve("x.txt");
    error = assertThrows(BadFile.class, () -> BristolFashion.write(RandomCircuits.of(1), nowhere));
    assertEquals(nowhere + " cannot be written: its folder does not exist", error.getMessage());
  }

  @Test
  void oldFormatRefusesWhatItCannotSay() {
    String end = "\n2 1 0 1 3 AND\n";
    assertThrows(Refused.class, () -> old("2 4\n1 2\n1 1\n1 1 0 2 EQ" + end));
    assertThrows(Refused.class, () -> old("2 4\n1 2\n1 1\n1 1 0 2 EQW" + end));
    assertThrows(Refused.class, () -> old("2 5\n3 1 1 1\n1 1\n1 1 0 3 INV\n1 1 3 4 INV"));
    assertThrows(Refused.class, () -> old("2 4\n2 2 0\n1 1\n1 1 0 2 INV" + end));
    assertThrows(Refused.class, () -> old("2 4\n1 2\n2 1 1\n1 1 0 2 INV" + end));
    assertThrows(Refused.class, () -> old("1 3\n1 2\n1 1\n2 1 0 1 1 0 TABLE\n2 1 0 1 2 0 LOOKUP"));
  }

  private static void old(String text) throws Exception {
    Circuit circuit = read(text);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      OldBristol.write(circuit, out);
    } finally {
      assertEquals(0, out.size(), "bytes written before the refusal");
    }
  }

  @Test
  void libraryWithoutCircuitsNamesTheModuleThatHasThem() {
    Thread test = Thread.currentThread();
    ClassLoader before = test.getContextClassLoader();
    test.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    BadFile refused;
    try {
      refused = assertThrows(BadFile.class, () -> CircuitLibrary.open("aes_128"));
    } finally {
      test.setContextClassLoader(before);
    }
    assertTrue(refused.getMessage().contains("org.schurmpc:mpc-circuits"), refused.getMessage());
  }
}
