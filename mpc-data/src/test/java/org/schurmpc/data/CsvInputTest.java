package org.schurmpc.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.program.ProgramPort;

class CsvInputTest {
  private static final String HEAD =
      """
      [table.ward]
      csv = "ward.csv"
      rows = 4
      [table.ward.columns]
      """;

  private static final String AGES = HEAD + "age = { integer = [0, 120] }\n";
  private static final ProgramPort AGE = Folder.port("ward_age1", 7, 4);

  @TempDir Path path;
  private Folder folder;

  @BeforeEach
  void begin() {
    folder = new Folder(path);
  }

  private void assertWrong(String sentence, String csv, String toml, ProgramPort... ports)
      throws Exception {
    folder.with("ward.csv", csv);
    BadFile e = assertThrows(BadFile.class, () -> folder.read(toml, ports));
    assertEquals(sentence, e.getMessage().replace(path + "/", ""));
    assertFalse(sentence.contains("77"), "a value is in the message");
  }

  @Test
  void fillsUpToTheCapacity() throws Exception {
    folder.with("ward.csv", "name,age\nx,30\ny,50\n");
    SortedMap<String, BigInteger[]> values =
        folder.read(AGES, AGE, Folder.port("ward_valid1", 1, 4));
    assertEquals("30 50 0 0", Folder.text(values.get("ward_age1")));
    assertEquals("1 1 0 0", Folder.text(values.get("ward_valid1")));
  }

  @Test
  void whatIsMissingHasABit() throws Exception {
    folder.with("ward.csv", "age,note\n,abc\n5,\n");
    String toml =
        HEAD + "age = { integer = [1, 120], null = true }\nnote = { string = 3, null = true }\n";
    SortedMap<String, BigInteger[]> values =
        folder.read(
            toml,
            Folder.port("ward_age", 7, 4),
            Folder.port("ward_age_null", 1, 4),
            Folder.port("ward_note", 24, 4),
            Folder.port("ward_note_null", 1, 4));
    assertEquals("1 5 1 1", Folder.text(values.get("ward_age")));
    assertEquals("1 0 0 0", Folder.text(values.get("ward_age_null")));
    assertEquals("6382179 0 0 0", Folder.text(values.get("ward_note")));
    assertEquals("0 1 0 0", Folder.text(values.get("ward_note_null")));
  }

  @Test
  void theOnlyTableMayLeaveOutItsName() throws Exception {
    folder.with("ward.csv", "age\n30\n");
    SortedMap<String, BigInteger[]> values =
        folder.read(AGES, Folder.port("age1", 7, 4), Folder.port("valid", 1, 4));
    assertEquals("30 0 0 0", Folder.text(values.get("age1")));
    assertEquals("1 0 0 0", Folder.text(values.get("valid")));
    String two = AGES + "[table.other]\nrows = 1\n[table.other.columns]\nx = { boolean = true }\n";
    assertFalse(folder.data(two).gives(Folder.port("age1", 7, 4)));
    assertTrue(folder.data(two).gives(AGE));
  }

  @Test
  void longTextsHaveParts() throws Exception {
    folder.with("ward.csv", "note\n" + "a".repeat(16) + "\n");
    SortedMap<String, BigInteger[]> values =
        folder.read(
            HEAD + "note = { string = 16 }\n",
            Folder.port("ward_note_part11", 120, 4),
            Folder.port("ward_note_part2", 8, 4));
    assertEquals("97 0 0 0", Folder.text(values.get("ward_note_part2")));
    assertEquals(119, values.get("ward_note_part11")[0].bitLength());
  }

  @Test
  void rowsAreOrderedByTheKey() throws Exception {
    folder.with("ward.csv", "id,age\n9,1\n3,2\n7,3\n");
    String toml =
        HEAD.replace("rows = 4", "rows = 4\nkey = [\"id\"]")
            + "id = { integer = [0, 99] }\nage = { integer = [0, 120] }\n";
    SortedMap<String, BigInteger[]> values = folder.read(toml, AGE);
    assertEquals("2 3 1 0", Folder.text(values.get("ward_age1")));
    assertWrong(
        "table ward: line 2 of ward.csv and line 4 of ward.csv have the same key",
        "id,age\n77,1\n3,2\n77,3\n",
        toml,
        AGE);
  }

  @Test
  void rowsAreGivenInAnOrder() throws Exception {
    folder.with("ward.csv", "id,age\n9,1\n3,2\n9,3\n");
    String toml =
        HEAD.replace("rows = 4", "rows = 4\norder = [\"id\"]")
            + "id = { integer = [0, 99] }\nage = { integer = [0, 120] }\n";
    SortedMap<String, BigInteger[]> values = folder.read(toml, AGE);
    assertEquals("2 1 3 0", Folder.text(values.get("ward_age1")), "equal ones as in the source");
  }

  @Test
  void namesTableRowAndColumnAndNoValue() throws Exception {
    assertWrong(
        "table ward, line 3 of ward.csv, column age: the value is not from 0 to 120",
        "age\n1\n177\n",
        AGES,
        AGE);
    assertWrong(
        "table ward, line 2 of ward.csv, column age: the value is missing",
        "age,b\n,77\n",
        AGES,
        AGE);
    assertWrong(
        "table ward: ward.csv has no column age, and one Age: say from = \"Age\"",
        "Age\n77\n",
        AGES,
        AGE);
    assertWrong("table ward: ward.csv has 2 columns age", "age,age\n77,77\n", AGES, AGE);
    assertWrong(
        "ward.csv, line 2: the row has 2 cells, and the first line has 1",
        "age\n77,77\n",
        AGES,
        AGE);
    assertWrong(
        "table ward has more rows than its capacity of 4: raise rows at all parties, or ask for"
            + " fewer",
        "age\n1\n2\n3\n4\n5\n",
        AGES,
        AGE);
  }

  @Test
  void requiresThatTheProgramHasRoomBeforeAnythingIsRead() throws Exception {
    assertWrong(
        "data.toml: table ward has a capacity of 4 rows, and the program takes 5 of ward_age1",
        "no table",
        AGES,
        Folder.port("ward_age1", 7, 5));
    assertWrong(
        "data.toml: table ward: ward_age is from 0 to 120 and takes 7 bits, and ward_age1 of the"
            + " program is unsigned 6",
        "no table",
        AGES,
        Folder.port("ward_age1", 6, 4));
    assertWrong(
        "data.toml: table ward: ward_age is from -1 to 120 and takes 8 bits, and ward_age1 of the"
            + " program is unsigned 7",
        "no table",
        HEAD + "age = { integer = [-1, 120] }\n",
        AGE);
  }

  @Test
  void aTableOfAnotherHasArgumentsAlone() throws Exception {
    String toml =
        """
        [table.ward]
        rows = 4
        [table.ward.columns]
        age = { integer = [-1, 120] }
        id = { string = 40, as = "key" }
        note = { string = 20 }
        weight = { decimal = [6, 2] }
        """;
    assertEquals(
        "{ward_age_bits=8, ward_id_bits=64, ward_note_bits=120, ward_note_lastbits=40,"
            + " ward_note_parts=2, ward_rows=4, ward_weight_bits=21, ward_weight_scale=2}",
        folder.data(toml).arguments().toString());
    BadFile e =
        assertThrows(BadFile.class, () -> folder.read(toml, Folder.signed("ward_age", 8, 4)));
    assertEquals(
        "table ward has neither csv nor jdbc: only whoever has its rows can give them",
        e.getMessage());
  }
}
