package org.schurmpc.cli.values;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.io.CircuitLibrary;

/** Tests inputs and outputs as text and as bytes. */
class ValueFilesTest {
  private static final int[] SIZES = {1, 4, 5, 8, 9, 12, 31, 64, 130};
  private static final int MOST = 1000;

  @TempDir Path folder;

  private static boolean[] all(int n, boolean value) {
    boolean[] flags = new boolean[n];
    java.util.Arrays.fill(flags, value);
    return flags;
  }

  private static BitMatrix random(int rows, int lanes, long seed) {
    Random random = new Random(seed);
    BitMatrix matrix = new BitMatrix(rows, lanes);
    for (int row = 0; row < rows; row++) {
      for (int lane = 0; lane < lanes; lane++) {
        matrix.set(row, lane, random.nextBoolean());
      }
    }
    return matrix;
  }

  private InputFile file(byte[] content, boolean raw, int[] sizes, ValueOrder order)
      throws IOException {
    Path path = Files.write(folder.resolve("in"), content);
    return new InputFile(path, raw, sizes, all(sizes.length, true), ValueWriting.hex(order), MOST);
  }

  private static byte[] written(
      BitMatrix values, int[] sizes, boolean[] learnt, ValueOrder order, boolean raw)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new OutputText(sizes, learnt, ValueWriting.hex(order), raw).write(values, out);
    return out.toByteArray();
  }

  private BitMatrix read(byte[] content, boolean raw, int[] sizes, ValueOrder order)
      throws Exception {
    InputFile file = file(content, raw, sizes, order);
    BitMatrix matrix = new BitMatrix(java.util.Arrays.stream(sizes).sum(), file.lanes());
    file.read(matrix);
    return matrix;
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrittenIsReadAgain(ValueOrder order) throws Exception {
    int wires = java.util.Arrays.stream(SIZES).sum();
    for (int lanes : new int[] {1, 2, 63, 64, 65, 200}) {
      BitMatrix values = random(wires, lanes, lanes);
      for (boolean raw : new boolean[] {true, false}) {
        byte[] bytes = written(values, SIZES, all(SIZES.length, true), order, raw);
        assertEquals(values, read(bytes, raw, SIZES, order), order + ", " + lanes + ", " + raw);
      }
    }
  }

  @Test
  void numbersAreBigEndian() throws Exception {
    BitMatrix values = random(130, 1, 5);
    BigInteger number = BigInteger.ZERO;
    for (int wire = 0; wire < 130; wire++) {
      number = values.get(wire, 0) ? number.setBit(wire) : number;
    }
    byte[] text = written(values, new int[] {130}, all(1, true), ValueOrder.NUMBER, false);
    assertEquals("%033x%n".formatted(number), new String(text, StandardCharsets.US_ASCII));
  }

  @ParameterizedTest
  @CsvSource({
    "number, 12, abc, 001111010101",
    "lsb, 12, abc, 110101010011",
    "msb, 12, abc, 101010111100",
    "number, 5, 13, 11001",
    "msb, 5, 13, 10011",
    "lsb, 5, 13, 11001",
    "number, 3, 6, 011",
    "msb, 16, 80ff, 1000000011111111",
    "lsb, 16, 80ff, 0000000111111111",
    "number, 16, 80FF, 1111111100000001"
  })
  void wiresAreInOrder(String order, int bits, String text, String wires) throws Exception {
    ValueOrder way = ValueOrder.valueOf(order.toUpperCase(java.util.Locale.ROOT));
    byte[] content = text.getBytes(StandardCharsets.US_ASCII);
    BitMatrix matrix = read(content, false, new int[] {bits}, way);
    StringBuilder found = new StringBuilder();
    for (int wire = 0; wire < bits; wire++) {
      found.append(matrix.get(wire, 0) ? '1' : '0');
    }
    assertEquals(wires, found.toString());
  }

  @Test
  void aesInTheLibraryTakesFipsOrderAsNumbers() throws Exception {
    Circuit aes = CircuitLibrary.open("aes_128");
    String line = "000102030405060708090a0b0c0d0e0f 00112233445566778899aabbccddeeff\n";
    byte[] content = line.getBytes(StandardCharsets.US_ASCII);
    BitMatrix inputs = read(content, false, aes.inputSizes(), ValueOrder.NUMBER);
    BitMatrix outputs = PlainEvaluation.evaluate(aes, inputs);
    byte[] text = written(outputs, new int[] {128}, all(1, true), ValueOrder.NUMBER, false);
    assertEquals("69c4e0d86a7b0430d8cdb78070b4c55a\n", new String(text, StandardCharsets.US_ASCII));
  }

  @Test
  void whatIsNotLearntIsADash() throws Exception {
    int[] sizes = {8, 3, 16};
    BitMatrix values = new BitMatrix(27, 2);
    values.fillRow(0, true);
    boolean[] learnt = {true, false, true};
    byte[] text = written(values, sizes, learnt, ValueOrder.NUMBER, false);
    assertEquals("01 - 0000\n01 - 0000\n", new String(text, StandardCharsets.US_ASCII));
    byte[] raw = written(values, sizes, learnt, ValueOrder.NUMBER, true);
    assertArrayEquals(new byte[] {1, 0, 0, 1, 0, 0}, raw);
  }

  @Test
  void onlyWhatIsSuppliedIsInTheFile() throws Exception {
    int[] sizes = {4, 8, 4};
    Path path = Files.writeString(folder.resolve("in"), "f 1\r\n\t3   5 \r\n\r\n\n  \n");
    InputFile file =
        new InputFile(
            path,
            false,
            sizes,
            new boolean[] {true, false, true},
            ValueWriting.hex(ValueOrder.LSB),
            MOST);
    assertEquals(2, file.lanes());
    BitMatrix matrix = new BitMatrix(16, 2);
    file.read(matrix);
    byte[] text = written(matrix, sizes, all(3, true), ValueOrder.LSB, false);
    assertEquals("f 00 1\n3 00 5\n", new String(text, StandardCharsets.US_ASCII));
  }

  private void refused(String content, String sentence) throws Exception {
    byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
    InputFile file = file(bytes, false, new int[] {8, 5}, ValueOrder.NUMBER);
    BadFile e = assertThrows(BadFile.class, file::lanes, content);
    assertEquals(folder.resolve("in") + sentence, e.getMessage());
  }

  @Test
  void mistakesInTextAreNamedByPlace() throws Exception {
    refused("", " holds no values");
    refused("\n\n", " holds no values");
    refused("aa 1", ", line 1, value 2: 1 hex digits where 2 are wanted");
    refused("aa 1f\naa", ", line 2: 1 value where 2 are wanted");
    refused("aa 1f 3", ", line 1: more values than the 2 that are wanted");
    refused("aa1f", ", line 1, value 1: more than the 2 hex digits that are wanted");
    refused(
        "aa 1f\nbb 2f\n",
        ", line 2, value 2: digits for more than its 5 bits: the unused high bits are not 0");
    refused("aa 1f\n\nbb 0f\n", ", line 2: empty, and values follow it");
    String character = "is neither a hex digit nor a blank";
    refused("0xaa 1f", ", line 1: the character at column 2 " + character);
    refused("# a comment", ", line 1: the character at column 1 " + character);
    refused("aa \u00e9", ", line 1: the character at column 4 " + character);
    refused("aa\r1f", ", line 1: a carriage return amid the line, at column 3");
    refused(
        "aa 1f\n".repeat(MOST) + "aa 1f",
        ", line 1001: more lines than the 1,000 that are allowed");
  }

  @Test
  void mistakesInBytesAreNamedByPlace() throws Exception {
    int[] sizes = {8, 5};
    InputFile cut = file(new byte[] {1, 2, 3}, true, sizes, ValueOrder.NUMBER);
    String where = folder.resolve("in") + ", lane 2, value 2: ";
    assertEquals(
        where + "the file ends after 0 of 1 bytes",
        assertThrows(BadFile.class, cut::lanes).getMessage());
    InputFile high = file(new byte[] {1, 2, 3, 32}, true, sizes, ValueOrder.NUMBER);
    assertEquals(
        where + "the unused high bits beyond its 5 bits are not 0",
        assertThrows(BadFile.class, high::lanes).getMessage());
    InputFile none = file(new byte[0], true, sizes, ValueOrder.NUMBER);
    assertThrows(BadFile.class, none::lanes);
    InputFile many = file(new byte[2 * MOST + 1], true, sizes, ValueOrder.NUMBER);
    assertTrue(assertThrows(BadFile.class, many::lanes).getMessage().contains("more lanes"));
  }

  @Test
  void whatCannotBeReadIsNamed() {
    for (String name : new String[] {"nothing", "."}) {
      Path path = folder.resolve(name);
      InputFile file =
          new InputFile(
              path, false, new int[] {1}, all(1, true), ValueWriting.hex(ValueOrder.NUMBER), MOST);
      String message = assertThrows(BadFile.class, file::lanes).getMessage();
      assertTrue(message.contains(path.toString()), message);
    }
  }

  @Test
  void anOutputFileIsThereWholeOrNotAtAll() throws Exception {
    Path path = folder.resolve("out");
    OutputFile file = OutputFile.open(path);
    try (Stream<Path> before = Files.list(folder)) {
      assertEquals(0, before.count(), "a killed process leaves nothing");
    }
    file.write(out -> out.write('1'));
    assertEquals("1", Files.readString(path));
    OutputFile again = OutputFile.open(path);
    assertThrows(
        BadFile.class,
        () ->
            again.write(
                out -> {
                  out.write('2');
                  throw new IOException("No space left on device");
                }));
    assertEquals("1", Files.readString(path));
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(1, left.count());
    }
    assertThrows(BadFile.class, () -> OutputFile.open(folder));
    assertThrows(BadFile.class, () -> OutputFile.open(folder.resolve("no/such")));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDeviceIsABadFile() throws Exception {
    OutputFile file = OutputFile.open(Path.of("/dev/full"));
    BadFile e = assertThrows(BadFile.class, () -> file.write(out -> out.write(1)));
    assertTrue(e.getMessage().contains("/dev/full"), e.getMessage());
    assertTrue(Files.exists(Path.of("/dev/full")));
  }
}
