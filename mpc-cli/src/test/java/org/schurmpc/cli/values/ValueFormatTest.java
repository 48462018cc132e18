package org.schurmpc.cli.values;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;

/** Tests values as numbers, and values with names. */
class ValueFormatTest {
  private static final int MOST = 100;

  @TempDir Path folder;

  private static ValueWriting writing(String side, int[] sizes, String formats, String... names)
      throws Refused {
    return ValueWriting.of(
        side,
        sizes,
        ValueOrder.NUMBER,
        Optional.empty(),
        Optional.of(List.of(formats.split(" ", -1))),
        names.length == 0 ? Optional.empty() : Optional.of(List.of(names)));
  }

  private static boolean[] all(int n) {
    boolean[] flags = new boolean[n];
    java.util.Arrays.fill(flags, true);
    return flags;
  }

  private InputFile file(String text, int[] sizes, ValueWriting writing) throws IOException {
    Path path = Files.writeString(folder.resolve("in"), text);
    return new InputFile(path, false, sizes, all(sizes.length), writing, MOST);
  }

  private BitMatrix read(String text, int[] sizes, ValueWriting writing) throws Exception {
    InputFile file = file(text, sizes, writing);
    BitMatrix matrix = new BitMatrix(java.util.Arrays.stream(sizes).sum(), file.lanes());
    file.read(matrix);
    return matrix;
  }

  private static String written(BitMatrix values, int[] sizes, ValueWriting writing)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new OutputText(sizes, all(sizes.length), writing, false).write(values, out);
    return out.toString(StandardCharsets.US_ASCII);
  }

  private void refused(String sentence, String text, int[] sizes, ValueWriting writing)
      throws Exception {
    InputFile file = file(text, sizes, writing);
    BadFile e = assertThrows(BadFile.class, file::lanes, text);
    assertEquals(folder.resolve("in") + sentence, e.getMessage());
  }

  /** What hex says of the bits is the oracle. */
  @ParameterizedTest
  @CsvSource({
    "decimal, 8, 0, 00",
    "decimal, 8, 255, ff",
    "decimal, 8, +007, 07",
    "decimal, 9, 256, 100",
    "decimal, 1, 1, 1",
    "decimal, 64, 18446744073709551615, ffffffffffffffff",
    "decimal, 65, 18446744073709551616, 10000000000000000",
    "signed, 8, -128, 80",
    "signed, 8, 127, 7f",
    "signed, 8, -1, ff",
    "signed, 1, -1, 1",
    "signed, 12, -2, ffe",
    "signed, 64, -9223372036854775808, 8000000000000000",
    "float, 64, 1.5, 3ff8000000000000",
    "float, 64, -0.0, 8000000000000000",
    "float, 64, 6e23, 44dfc3842bd1f072",
    "float, 64, NaN, 7ff8000000000000",
    "float, 64, -Infinity, fff0000000000000",
    "float, 64, 5e-324, 0000000000000001",
    "float, 32, .1, 3dcccccd",
    "float, 32, 16777217, 4b800000",
    "float, 32, -2., c0000000"
  })
  void numbersStandForTheirBits(String format, int bits, String number, String hex)
      throws Exception {
    int[] size = {bits};
    ValueWriting numbers = writing("input", size, format);
    BitMatrix matrix = read(number + "\n", size, numbers);
    assertEquals(hex + "\n", written(matrix, size, ValueWriting.hex(ValueOrder.NUMBER)));
    String text = written(matrix, size, numbers);
    assertEquals(matrix, read(text, size, numbers), text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"decimal", "signed", "float", "hex"})
  void whatIsWrittenIsReadAgain(String format) throws Exception {
    Random random = new Random(7);
    int[] sizes = {32, 64};
    ValueWriting writing = writing("input", sizes, format + " " + format);
    ValueWriting named = writing("input", sizes, format + " " + format, "a", "b.2");
    for (int lanes : new int[] {1, 65}) {
      BitMatrix matrix = new BitMatrix(96, lanes);
      for (int row = 0; row < 96; row++) {
        // Exponents that are not all ones: only one of the many NaN is written.
        for (int lane = 0; lane < lanes; lane++) {
          matrix.set(row, lane, row != 30 && row != 94 && random.nextBoolean());
        }
      }
      assertEquals(matrix, read(written(matrix, sizes, writing), sizes, writing));
      assertEquals(matrix, read(written(matrix, sizes, named), sizes, named));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "decimal, 8, 256, whole number from 0 to 255",
    "decimal, 8, -1, whole number from 0 to 255",
    "decimal, 8, 1.0, whole number from 0 to 255",
    "decimal, 8, ff, whole number from 0 to 255",
    "signed, 8, 128, whole number from -128 to 127",
    "signed, 8, -129, whole number from -128 to 127",
    "float, 32, 1e39, 'number that 32 bits of IEEE 754 can hold, such as -1.5 or 6e23'",
    "float, 64, 1e999, 'number that 64 bits of IEEE 754 can hold, such as -1.5 or 6e23'",
    "float, 64, 1d, 'number that 64 bits of IEEE 754 can hold, such as -1.5 or 6e23'",
    "float, 64, 0x1p3, 'number that 64 bits of IEEE 754 can hold, such as -1.5 or 6e23'"
  })
  void otherNumbersAreRefusedWithTheirRange(String format, int bits, String number, String range)
      throws Exception {
    int[] sizes = {4, bits};
    refused(
        ", line 2, value 2: no " + range,
        "1 0\n2 " + number + "\n",
        sizes,
        writing("input", sizes, "hex " + format));
    refused(
        ", line 2: rate: no " + range,
        "key = 1\nrate = " + number,
        sizes,
        writing("input", sizes, "hex " + format, "key", "rate"));
    refused(
        ", line 1, value 1: more than 1,024 characters",
        "1".repeat(1025),
        new int[] {bits},
        writing("input", new int[] {bits}, format));
  }

  @Test
  void valuesWithNamesAreInAnyOrderAndInTables() throws Exception {
    int[] sizes = {8, 16};
    ValueWriting writing = writing("input", sizes, "hex signed", "key", "rate");
    Files.writeString(folder.resolve("rates.csv"), "-1\n256\n\n-3\n");
    BitMatrix matrix = read("# rates\n\nrate = @rates.csv\nkey=01 , 02, ff\r\n", sizes, writing);
    assertEquals("key = 01, 02, ff\nrate = -1, 256, -3\n", written(matrix, sizes, writing));
  }

  @Test
  void onlyWhatAPartyLearnsIsWritten() throws Exception {
    int[] sizes = {8, 8};
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new OutputText(
            sizes,
            new boolean[] {false, true},
            writing("output", sizes, "decimal decimal", "a", "b"),
            false)
        .write(new BitMatrix(16, 2), out);
    assertEquals("b = 0, 0\n", out.toString(StandardCharsets.US_ASCII));
  }

  @Test
  void mistakesInNamedValuesAreNamedByPlace() throws Exception {
    int[] sizes = {8, 16};
    ValueWriting w = writing("input", sizes, "hex signed", "key", "rate");
    refused(" has no values of key", "", sizes, w);
    refused(" has no values of rate", "key = 01", sizes, w);
    refused(", line 1: 'NAME = VALUE' is expected", "01 02", sizes, w);
    String known = "this party supplies no value of this name, but key, rate";
    refused(", line 2: " + known, "key = 01\nkez = 1", sizes, w);
    refused(", line 2: key has values already", "key = 01\nkey = 01", sizes, w);
    refused(", line 1: key: 0 hex digits where 2 are wanted", "key =\n", sizes, w);
    refused(", line 1: key: character 2 of a value is no hex digit", "key = 0x01", sizes, w);
    refused(
        " has 2 values of key and 1 of rate: one for each lane is wanted",
        "rate = 1\nkey = 01, 02",
        sizes,
        w);
    refused(
        ", line 1: key: more values than the 100 that are allowed",
        "key = " + "00, ".repeat(MOST) + "00",
        sizes,
        w);
    Files.writeString(folder.resolve("t.csv"), "1\n2\n40000\n");
    InputFile file = file("key = 00\nrate = @t.csv", sizes, w);
    assertEquals(
        folder.resolve("t.csv") + ", line 3: rate: no whole number from -32768 to 32767",
        assertThrows(BadFile.class, file::lanes).getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hex | input_formats has 1 of 2 texts: one for each value of the circuit is needed",
        "hex hax | input_formats is one of hex, decimal, signed, float, not 'hax'",
        "float hex | format float is for values of 32 or 64 bits: input value 1 has 8",
        "hex signed | format signed is for values of up to 256 bits: input value 2 has 257"
      })
  void formatsMustFitTheCircuit(String formats, String sentence) {
    Refused e = assertThrows(Refused.class, () -> writing("input", new int[] {8, 257}, formats));
    assertEquals(sentence, e.getMessage());
  }

  @Test
  void namesMustBeNamesAndDiffer() {
    int[] sizes = {8, 8};
    for (String[] names : new String[][] {{"a", "a"}, {"a"}, {"a", "b c"}, {"1", "b"}}) {
      Refused e = assertThrows(Refused.class, () -> writing("output", sizes, "hex hex", names));
      assertTrue(e.getMessage().startsWith("output_names"), e.getMessage());
    }
    Refused e =
        assertThrows(
            Refused.class,
            () ->
                ValueWriting.of(
                    "input",
                    sizes,
                    ValueOrder.MSB,
                    Optional.of("decimal"),
                    Optional.empty(),
                    Optional.empty()));
    assertEquals(
        "format decimal is for numbers: the order of input value 1 is msb, not number",
        e.getMessage());
  }

  @Test
  void wordsOfHexMayBeLong() throws Exception {
    int[] sizes = {40_000};
    ValueWriting writing = writing("input", sizes, "hex", "long");
    BitMatrix matrix = new BitMatrix(40_000, 1);
    matrix.set(39_999, 0, true);
    String text = written(matrix, sizes, writing);
    assertEquals(BigInteger.ONE.shiftLeft(39_999), new BigInteger(text.substring(7).strip(), 16));
    assertEquals(matrix, read(text, sizes, writing));
  }
}
