package org.schurmpc.cli.values;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.program.ProgramPort;

class NamedValuesTest {
  private static final ProgramPort X = port("x", "signed 8", -128, 127, false, 1);
  private static final ProgramPort V = port("v", "unsigned 16", 0, 65535, false, 4);
  private static final ProgramPort G = port("g", "element of gf2_40", 0, (1L << 40) - 1, true, 2);

  @TempDir Path folder;

  private static ProgramPort port(
      String name, String type, long least, long most, boolean binary, int count) {
    return new ProgramPort(
        name,
        OptionalInt.of(0),
        type,
        BigInteger.valueOf(least),
        BigInteger.valueOf(most),
        binary,
        count);
  }

  private static BigInteger[] numbers(long... values) {
    return LongStream.of(values).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new);
  }

  private SortedMap<String, BigInteger[]> read(String text, ProgramPort... ports) throws Exception {
    return NamedValues.read(
        Files.writeString(folder.resolve("in.txt"), text), null, List.of(ports));
  }

  private void assertWrong(String sentence, String text, ProgramPort... ports) {
    BadFile e = assertThrows(BadFile.class, () -> read(text, ports), text);
    assertEquals(folder + "/" + sentence, e.getMessage());
    assertFalse(sentence.contains("77"), "a value is in the message");
  }

  @Test
  void readsNumbersAndTables() throws Exception {
    Files.writeString(folder.resolve("v.csv"), "\ufeff\n1, 2\r\n\n 65535 ,0\n\n");
    SortedMap<String, BigInteger[]> values =
        read("# mine\n\n ## x\nx=-128\r\n  v = @v.csv \n\ng\t=\t0xfF, 12", X, V, G);
    assertEquals(List.of("g", "v", "x"), List.copyOf(values.keySet()));
    assertArrayEquals(numbers(-128), values.get("x"));
    assertArrayEquals(numbers(1, 2, 65535, 0), values.get("v"));
    assertArrayEquals(numbers(255, 12), values.get("g"));
    assertArrayEquals(numbers(127), read("x = +127\n", X).get("x"));
    assertEquals(0, read("").size());
  }

  @Test
  void saysWhichLineIsWrong() {
    assertWrong("in.txt, line 2: a value of x is not in the range of signed 8", "\nx = 128", X);
    assertWrong("in.txt, line 1: a value of x is not in the range of signed 8", "x=-129", X);
    assertWrong("in.txt, line 1: a value of x is no number such as 42", "x = 77f", X);
    assertWrong("in.txt, line 1: a value of x is no number such as 42", "x = 0x77", X);
    assertWrong("in.txt, line 1: a value of x is no number such as 42", "x = \u0661", X);
    assertWrong("in.txt, line 1: a value of x is no number such as 42", "x = --77", X);
    assertWrong("in.txt, line 1: a value of x is missing", "x = -", X);
    assertWrong("in.txt, line 1: a value of x is missing", "x = \n", X);
    assertWrong("in.txt, line 1: more than the 1 values of x", "x = 7, 77", X);
    assertWrong("in.txt, line 1: a comma is expected between values", "x = 7 77", X);
    assertWrong("in.txt, line 1: a value is missing behind a comma", "x = 7,\n", X);
    assertWrong("in.txt, line 1: v has 4 values, and 3 are given", "v = 1,2,3\n\n", V);
    assertWrong("in.txt, line 1: a value of x has more than 80 digits", "x = " + "7".repeat(81), X);
    assertWrong("in.txt, line 1: 'NAME = VALUE' is expected", "x 77", X);
    assertWrong("in.txt, line 1: 'NAME = VALUE' is expected", "= 77", X);
    assertWrong("in.txt, line 2: x has values already", "x = 1\nx = 1\n", X);
    assertWrong(
        "in.txt, line 1: the program has no input of this party with this name", "y = 77", X);
    assertWrong("in.txt has no values of v", "x = 1\n", X, V);
    assertWrong(
        "in.txt, line 1: more than 4,096 characters without a blank", "7".repeat(5000) + "=", X);
  }

  /** Numbers of 31 bits, 16 of them behind the point. */
  private static ProgramPort fixed(int count) {
    BigInteger most = BigInteger.TWO.pow(30);
    return new ProgramPort(
        "f",
        OptionalInt.of(0),
        "fixed 31 16",
        most.negate(),
        most.subtract(BigInteger.ONE),
        false,
        16,
        count);
  }

  private static String written(ProgramPort port, BigInteger... values) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new NamedText(List.of(port), Map.of()).write(new TreeMap<>(Map.of("f", values)), out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void readsAndWritesDecimals() throws Exception {
    BigInteger[] values =
        read("f = 1.5, -0.5, 3, .25, 7., 0.00001, 0.3333333333, -16384", fixed(8)).get("f");
    assertArrayEquals(numbers(98304, -32768, 196608, 16384, 458752, 1, 21845, -(1L << 30)), values);
    assertEquals(
        "f = 1.5, -0.5, 3, 0.25, 7, 0.00002, 0.33333, -16384\n", written(fixed(8), values));
    String most = written(fixed(1), BigInteger.TWO.pow(30).subtract(BigInteger.ONE));
    assertEquals("f = 16383.99998\n", most);
    assertArrayEquals(numbers((1L << 30) - 1), read(most, fixed(1)).get("f"));
  }

  @Test
  void saysWhichDecimalIsWrong() {
    ProgramPort f = fixed(1);
    String range = "in.txt, line 1: a value of f is not from -16384 to 16383.99998";
    assertWrong(range, "f = 16384", f);
    assertWrong(range, "f = -16384.00001", f);
    assertWrong(range, "f = 16383.999993", f);
    assertWrong("in.txt, line 1: a value of f is no number such as 1.5", "f = 7.7.7", f);
    assertWrong("in.txt, line 1: a value of f is no number such as 1.5", "f = 77e1", f);
    assertWrong("in.txt, line 1: a value of f is missing", "f = -.", f);
    assertWrong("in.txt, line 1: a value of f has more than 80 digits", "f=." + "7".repeat(81), f);
  }

  /** A spreadsheet or a script may write whole numbers with a point. */
  @Test
  void wholeNumbersMayHaveAPointAndZeros() throws Exception {
    assertArrayEquals(numbers(7), read("x = 7.0", X).get("x"));
    assertArrayEquals(numbers(-7), read("x = -7.", X).get("x"));
    assertArrayEquals(numbers(0), read("x = .000", X).get("x"));
    String point = "a value of x has digits behind its point, and x takes whole numbers";
    for (String value : List.of(".77", "+77.77", "1.0077", "-77.0000000001")) {
      assertWrong("in.txt, line 1: " + point, "x = " + value, X);
    }
    assertWrong("in.txt, line 1: a value of x is not in the range of signed 8", "x = 128.0", X);
    assertWrong("in.txt, line 1: a value of x is no number such as 42", "x = 7.7.7", X);
    assertWrong("in.txt, line 1: a value of x is no number such as 42", "x = 77.0e1", X);
    assertWrong("in.txt, line 1: a value of g is no number such as 42", "g = 0x77.0, 1", G);
    assertWrong("in.txt, line 1: a value of x is missing", "x = -.", X);
    Files.writeString(folder.resolve("v.csv"), "1,2\n3,77.5\n");
    assertWrong(
        "v.csv, line 2: " + point.replace("of x", "of v").replace("and x", "and v"),
        "v = @v.csv",
        V);
  }

  @Test
  void saysWhichTableIsWrong() throws Exception {
    assertWrong("v.csv does not exist", "v = @v.csv", V);
    assertWrong("in.txt, line 1: '@' stands before a path", "v = @ ", V);
    Files.writeString(folder.resolve("v.csv"), "1,2\n3,x\n");
    assertWrong("v.csv, line 2: a value of v is no number such as 42", "v = @v.csv", V);
    Files.writeString(folder.resolve("v.csv"), "1,2\n3\n\n\n");
    assertWrong("v.csv, line 2: v has 4 values, and 3 are given", "v = @v.csv", V);
    Files.writeString(folder.resolve("v.csv"), "1,2\n3,4\n5");
    assertWrong("v.csv, line 3: more than the 4 values of v", "v = @v.csv", V);
    Files.write(folder.resolve("v.csv"), new byte[] {'1', (byte) 0xc3, 0x28});
    assertWrong(
        "v.csv is no text in UTF-8, first in line 1: save it in this encoding", "v = @v.csv", V);
    assertThrows(BadFile.class, () -> NamedValues.read(folder, null, List.of()));
  }

  @Test
  void aTableHasWhatTheFileHasNot() throws Exception {
    Path file = Files.writeString(folder.resolve("in.txt"), "x = 5\n");
    Path csv = Files.writeString(folder.resolve("t.csv"), "x,v\n77,1\n77,2\n77,3\n77,4\n");
    SortedMap<String, BigInteger[]> both = NamedValues.read(file, csv, List.of(X, V));
    assertArrayEquals(numbers(5), both.get("x"));
    assertArrayEquals(numbers(1, 2, 3, 4), both.get("v"));
    SortedMap<String, BigInteger[]> one = NamedValues.read(null, csv, List.of(V));
    assertArrayEquals(numbers(1, 2, 3, 4), one.get("v"));
    BadFile e = assertThrows(BadFile.class, () -> NamedValues.read(file, csv, List.of(X)));
    assertEquals(file + " has the values of all inputs: none are left for " + csv, e.getMessage());
  }
}
