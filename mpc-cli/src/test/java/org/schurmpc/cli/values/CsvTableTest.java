package org.schurmpc.cli.values;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.program.ProgramPort;

class CsvTableTest {
  private static final ProgramPort AGE = port("age2", 3);
  private static final ProgramPort TREATED = port("treated2", 3);

  @TempDir Path folder;
  private final List<String> notes = new ArrayList<>();

  /** An input of party 2. */
  private static ProgramPort port(String name, int count) {
    return new ProgramPort(
        name,
        OptionalInt.of(1),
        "unsigned 7",
        BigInteger.ZERO,
        BigInteger.valueOf(127),
        false,
        count);
  }

  private static BigInteger[] numbers(long... values) {
    return LongStream.of(values).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new);
  }

  private SortedMap<String, BigInteger[]> read(String text, ProgramPort... ports) throws Exception {
    return CsvTable.read(
        Files.writeString(folder.resolve("t.csv"), text), List.of(ports), notes::add);
  }

  private void assertWrong(String sentence, String text, ProgramPort... ports) {
    BadFile e = assertThrows(BadFile.class, () -> read(text, ports), text);
    assertEquals(folder + "/t.csv" + sentence, e.getMessage());
    assertFalse(sentence.contains("77"), "a value is in the message");
  }

  @Test
  void readsColumnsByName() throws Exception {
    String table =
        String.join(
            "\r\n",
            "\ufeffid,\"treated\", age ,note",
            "a,1,30,\"quoted, \"\"and\"\"\nin two lines\"",
            "",
            "b,0,\"41\",",
            "c, +1 ,127,x");
    SortedMap<String, BigInteger[]> values = read(table, TREATED, AGE);
    assertEquals(List.of("age2", "treated2"), List.copyOf(values.keySet()));
    assertArrayEquals(numbers(30, 41, 127), values.get("age2"));
    assertArrayEquals(numbers(1, 0, 1), values.get("treated2"));
  }

  /** The whole name is looked for first, and the number of another party is part of a name. */
  @Test
  void namesOfColumnsMayHaveThePartysNumber() throws Exception {
    assertArrayEquals(numbers(1, 2, 3), read("age,age2\n9,1\n9,2\n9,3\n", AGE).get("age2"));
    assertWrong(
        " has no column age1: its first line names the columns, with commas, semicolons or tabs between them",
        "age\n1\n2\n3\n",
        port("age1", 3));
    assertArrayEquals(numbers(4), read("\ufeff2\n4\n", port("2", 1)).get("2"));
  }

  @Test
  void saysWhichColumnIsMissing() {
    String how = ": its first line names the columns, with commas, semicolons or tabs between them";
    String capitals = ", and one that differs in capital letters: rename it";
    assertWrong(" has no column age2 or age" + capitals, "Age\n1\n2\n3\n", AGE);
    assertWrong(" has no column age2 or age" + how, "age|treated\n1|1\n2|0\n3|0\n", AGE);
    assertWrong(" has no column treated2 or treated" + how, "age\n1\n2\n3\n", AGE, TREATED);
    assertWrong(" has no column age2 or age" + how, "", AGE);
    assertWrong(" has 2 columns age", "age,treated,age\n1,1,1\n", AGE);
  }

  @Test
  void saysWhichCellIsWrong() {
    assertWrong(
        ", line 3, column age: a value of age2 is no number such as 42", "age\n1\n77y\n3\n", AGE);
    assertWrong(", line 4, column age: a value of age2 is missing", "id,age\na,1\n\nb,\n", AGE);
    assertWrong(
        ", line 2, column age: a value of age2 is not in the range of unsigned 7", "age\n777", AGE);
    assertWrong(
        ", line 3, column age: a value of age2 has digits behind its point, and age2 takes whole"
            + " numbers",
        "age\n1\n77.5\n",
        AGE);
    assertWrong(
        ", line 4: the row has 1 cells, and the first line has 2", "id,age\na,1\nb,2\n77", AGE);
    assertWrong(", line 2: the row has 3 cells, and the first line has 2", "id,age\na,1,77\n", AGE);
    assertWrong(
        ", line 4: a quoted cell does not end, or text follows it", "age\n1\n\"77\n\n", AGE);
    assertWrong(", line 2: a quoted cell does not end, or text follows it", "age\n\"7\"7\n", AGE);
  }

  /** Tables as spreadsheets, databases and people write them; all have ages 1, 2 and 3. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "age\n1\n2\n3\n",
        "age\n1\n2\n3",
        "age\r\n1\r\n2\r\n3\r\n",
        "age\r1\r2\r3\r",
        "\ufeffage\n1\n2\n3\n",
        "\ufeff\r\nage\r\n1\r\n2\r\n3",
        "\n\nage\n\n1\n\n2\n\n3\n\n",
        "\"age\"\n\"1\"\n\"2\"\n\"3\"\n",
        "age,note\n1,a\n2,b\n3,c\n",
        "note,age\n,1\n,2\n,3\n",
        "note , age \n a , 1\n b , 2\n c , 3 \n",
        "note,age,\na,1,\nb,2,\nc,3,\n",
        "note;age\na;1\nb;2\nc;3\n",
        "\ufeffnote;age\r\n\"a;b\";1\r\n;2\r\n\"x,y\";3\r\n",
        "note\tage\na\t1\nb\t2\nc\t3\n",
        "note\tage\nword, word\t1\nb;c\t2\n\t3\n",
        "\"note, long\";age\na;1\nb;2\nc;3\n",
        "\"in\ntwo lines\",age\n\"a\n\nb\",1\nb,2\nc,3\n",
        "\"say \"\"so\"\"\",age\na,1\nb,2\n\"\"\"\",3\n",
        "age,Age,AGE\n1,7,8\n2,7,8\n3,7,8\n",
        "age2,age\n1,9\n2,9\n3,9\n",
        "age\n1.0\n2.\n3.000\n",
        "age\n+1\n 2\n3 \n",
        "age\n01\n002\n3\n",
        "größe,age\n1,1\n2,2\n3,3\n",
        "age;größe\n1;1,5\n2;2,5\n3;3,5\n"
      })
  void tablesHaveManyForms(String text) throws Exception {
    assertArrayEquals(numbers(1, 2, 3), read(text, AGE).get("age2"));
    boolean commas = notes.isEmpty();
    assertEquals(
        commas,
        !text.contains("note;age") && !text.contains("note\tage") && !text.contains(";"),
        notes.toString());
  }

  /** A cell of age in line 3 that is wrong, and the end of the sentence. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "x77 | is no number such as 42",
        "77x | is no number such as 42",
        "7 7 | is no number such as 42",
        "0x77 | is no number such as 42",
        "77e0 | is no number such as 42",
        "--77 | is no number such as 42",
        "7-7 | is no number such as 42",
        "$77 | is no number such as 42",
        "77% | is no number such as 42",
        "77€ | is no number such as 42",
        "NULL | is no number such as 42",
        "NaN | is no number such as 42",
        "n/a | is no number such as 42",
        "true | is no number such as 42",
        "2026-11-29 | is no number such as 42",
        "12:30 | is no number such as 42",
        "７７ | is no number such as 42",
        "٧ | is no number such as 42",
        "7\u00a07 | is no number such as 42",
        "1'077 | is no number such as 42",
        "=7+7 | is no number such as 42",
        "(77) | is no number such as 42",
        "−77 | is no number such as 42",
        "`\"1,077\"` | has a comma: write 1234.5, with a point and no mark between thousands",
        "`\"77,0\"` | has a comma: write 1234.5, with a point and no mark between thousands",
        "`` | is missing",
        "`\"\"` | is missing",
        "`\" \"` | is missing",
        "- | is missing",
        "+ | is missing",
        ". | is missing",
        "128 | is not in the range of unsigned 7",
        "-1 | is not in the range of unsigned 7",
        "128.0 | is not in the range of unsigned 7",
        "99999999999999999999 | is not in the range of unsigned 7",
        "7.7.7 | is no number such as 42",
        "77.5 | has digits behind its point, and age2 takes whole numbers",
        "77.0000000000000000001 | has digits behind its point, and age2 takes whole numbers"
      })
  void eachWrongCellIsNamed(String cell, String sentence) {
    String text = cell.replace("\\u00a0", "\u00a0");
    assertWrong(
        ", line 3, column age: a value of age2 " + sentence,
        "note,age\na,1\nb," + text + "\nc,3\n",
        AGE);
  }

  @Test
  void allColumnsHaveAValueInEachRow() {
    String says = " rows below the first line, and the program takes 3 of age2";
    assertWrong(" has 2" + says, "age\n77\n2\n", AGE);
    assertWrong(" has 4" + says, "age\n1\n2\n3\n77\n", AGE);
    assertWrong(" has 0" + says, "age", AGE);
    assertWrong(
        " has 3 rows below the first line, and the program takes 1 of treated2",
        "age,treated\n1,0\n2,0\n3,77\n",
        AGE,
        port("treated2", 1));
  }

  @Test
  void refusesWhatIsNoTextFile() throws Exception {
    assertThrows(BadFile.class, () -> CsvTable.read(folder, List.of(AGE), notes::add));
    Path file = folder.resolve("t.csv");
    BadFile lost = assertThrows(BadFile.class, () -> CsvTable.read(file, List.of(AGE), notes::add));
    assertEquals(file + " does not exist", lost.getMessage());
    Files.write(file, new byte[] {'a', 'g', 'e', '\n', (byte) 0xc3, 0x28, '\n'});
    BadFile binary =
        assertThrows(BadFile.class, () -> CsvTable.read(file, List.of(AGE), notes::add));
    assertEquals(
        file + " is no text in UTF-8, first in line 2: save it in this encoding",
        binary.getMessage());
  }
}
