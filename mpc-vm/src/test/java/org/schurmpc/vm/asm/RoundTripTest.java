package org.schurmpc.vm.asm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.Programs;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Lines;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.ProgramReader;
import org.schurmpc.vm.code.ProgramWriter;
import org.schurmpc.vm.code.Tape;

/** Text to program to file and back. */
class RoundTripTest {
  private static final String SALARIES =
      "2fe485b0969e7623d3a1f5a1c78f5ef46e7a44f2636c701eda9df9a539533251";

  @ParameterizedTest
  @ValueSource(strings = {"all.asm", "salaries.asm", "bits.asm"})
  void textAndFileAreOfOneProgram(String name) throws Exception {
    Program program = Programs.assembled(name);
    byte[] file = ProgramWriter.write(program);
    Program read = ProgramReader.read(file, name);
    assertArrayEquals(file, ProgramWriter.write(read));
    String text = Disassembler.text(read);
    Program again = Assembler.assemble(text, "again");
    assertArrayEquals(file, ProgramWriter.write(again), text);
    assertEquals(text, Disassembler.text(again));
    assertArrayEquals(program.digest(), again.digest());
  }

  @Test
  void everyInstructionTakesPart() throws Exception {
    Set<Op> missing = EnumSet.allOf(Op.class);
    for (String file : List.of("all.asm", "bits.asm")) {
      for (Tape tape : Programs.assembled(file).tapes()) {
        for (int at = 0; at < tape.words().length; at += Code.words(tape.words(), at)) {
          missing.remove(Code.op(tape.words()[at]));
        }
      }
    }
    assertEquals(EnumSet.noneOf(Op.class), missing);
  }

  @Test
  void linesAreKeptButNotInTheDigest() throws Exception {
    Program program = Programs.assembled("all.asm");
    assertEquals("Main.java:3", program.lines().of(0, 1));
    assertEquals("Other.java:17", program.lines().of(0, 2));
    assertEquals("", program.lines().of(1, 0));
    Program other =
        Assembler.assemble(Programs.text("all.asm").replace(".line 1 17", ".line 1 18"), "other");
    assertArrayEquals(program.digest(), other.digest());
    assertEquals("Other.java:18", other.lines().of(0, 2));
  }

  /** Files are as they were before there was what they do not have. */
  @Test
  void programsHaveTheFirstFormatThatHasAllOfThem() throws Exception {
    String text =
        Programs.text("salaries.asm")
            .replace(".demand inputs 0 0 0 ownbits 32 32 32", ".demand bits 96 inputs 32 32 32");
    Program program = Assembler.assemble(text, "first");
    requireFormat(1, 7, program);
    assertEquals(SALARIES, HexFormat.of().formatHex(program.digest()));
    String table = ".table bits 2 3 0157\n.tape main";
    requireFormat(2, 8, Assembler.assemble(text.replace(".tape main", table), "second"));
    requireFormat(3, 8, Programs.assembled("salaries.asm"));
    requireFormat(3, 8, Programs.assembled("all.asm"));
    requireFormat(4, 8, Programs.assembled("bits.asm"));
  }

  private static void requireFormat(int format, int sections, Program program) throws Exception {
    byte[] file = ProgramWriter.write(program);
    assertEquals(format, file[9]);
    assertEquals(sections, file[15]);
    assertArrayEquals(file, ProgramWriter.write(ProgramReader.read(file, "again")));
  }

  /** A program has one file: without parties' own bits it is not of the format that has them. */
  @Test
  void theThirdFormatHasOwnBits() throws Exception {
    byte[] file = ProgramWriter.write(Programs.assembled("salaries.asm"));
    int end = file.length - 32;
    int numbers = 0;
    for (int at = 0; at + 8 <= end; at++) {
      if (ByteBuffer.wrap(file).getLong(at) == 32) {
        file[at + 7] = 0;
        numbers++;
      }
    }
    assertEquals(3, numbers);
    MessageDigest sha = MessageDigest.getInstance("SHA-256");
    sha.update(file, 0, end);
    System.arraycopy(sha.digest(), 0, file, end, 32);
    BadFile e = assertThrows(BadFile.class, () -> ProgramReader.read(file, "none"));
    assertTrue(e.getMessage().contains("declares no bits of parties"), e.getMessage());
  }

  /** Every section but the lines has a part in the digest. */
  static Stream<List<String>> changes() {
    return Stream.of(
        List.of("sigma_mask 40", "sigma_mask 41"),
        List.of(".const 5", ".const 6"),
        List.of("i 20\n", "i 21\n"),
        List.of("input x party 0", "input x party 1"),
        List.of("in \\\"quotes", "in \\\"quote"),
        List.of("ldk c3[2]", "ldk c2[2]"),
        List.of("read s 0 5 5", "read s 0 5 4"),
        List.of("demandg triples 4", "demandg triples 7"),
        List.of("table bits 2 3 0157", "table bits 2 3 0156"),
        List.of("table bits 2 3 0157", "table bits 2 4 0157"),
        List.of("table bytes 1 8", "table bits 1 8"),
        List.of("lookups 2 2 1", "lookups 2 2 2"),
        List.of("ownbits 131 32", "ownbits 131 33"),
        List.of("schedule loop 2", "schedule loop 3"));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void digestChangesWithThePart(List<String> change) throws Exception {
    String text = Programs.text("all.asm");
    String changed = text.replace(change.get(0), change.get(1));
    assertTrue(!changed.equals(text));
    byte[] digest = Assembler.assemble(text, "a").digest();
    assertTrue(!Arrays.equals(digest, Assembler.assemble(changed, "b").digest()));
  }

  @Test
  void readsAFile(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("p");
    byte[] file = ProgramWriter.write(Programs.assembled("salaries.asm"));
    Files.write(path, file);
    assertArrayEquals(file, ProgramWriter.write(ProgramReader.read(path)));
    assertThrows(BadFile.class, () -> ProgramReader.read(folder));
    assertThrows(BadFile.class, () -> ProgramReader.read(folder.resolve("none")));
  }

  @ParameterizedTest
  @CsvSource({
    "product s35 s0 c1, 'a register s is expected, not c'",
    "product s35 c0 s1, 'a register s is expected, not c'",
    "product s35[2] s0 s1[2], only the first register of a vector instruction has a count",
    "square s35 *s0, this register cannot be one element for all"
  })
  void aRegisterThatDoesNotFitAnOpeningIsNamed(String opening, String message) {
    String text =
        Programs.text("all.asm").replace("startopen product s35 s0 s1", "startopen " + opening);
    BadFile e = assertThrows(BadFile.class, () -> Assembler.assemble(text, "wrong"));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  @Test
  void longTextsAndNoLinesAreWritten() throws Exception {
    Program program = Programs.assembled("salaries.asm");
    assertEquals("", program.lines().of(0, 0));
    assertEquals(1, Lines.none(1).tapes().size());
    assertThrows(
        BadFile.class, () -> Assembler.assemble(".text \"" + "a".repeat(5000) + "\"", "long"));
  }

  /** Lines that the grammar does not allow, each put behind the first instruction of a tape. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "foo s0, s1",
        "addiG i0, i0, i0",
        "addig i0, i0, i0",
        "adds s0 s1, s2",
        "adds s0, s1",
        "adds s0, s1, s2, s3",
        "adds s0, s1, c2",
        "adds *s0, s1, s2",
        "adds s0, s1[3], s2",
        "adds s0[0], s1, s2",
        "adds s99999999999, s1, s2",
        "adds s-1, s1, s2",
        "ldk c0, -1",
        "ldk c0, c1",
        "int i0, 9223372036854775808",
        "jmp nowhere",
        "end: end: end",
        "output none, 0, s0",
        "output total, s0, s0",
        "input none 0 s0",
        "input salary0 0 c0",
        "startopen",
        "startopen open c0 s0",
        "startopen reveal s0 s0",
        "startopen masked c0 *s0",
        "startopen square s0 *s1",
        "startopen product s0 s1",
        "startopen lookup s0 s1",
        "startopen lookup s0 *s1 0",
        "startopen lookup c0 s1 0",
        "startopen lookup s0 s1 x",
        ".demand lookups 1",
        ".table",
        ".table words 1 1 01",
        ".table bits 0 1 0",
        ".table bits 1 17 0000000000",
        ".table bits 2 3",
        ".table bits 2 3 015",
        ".table bits 2 3 01577",
        ".table bits 2 3 0158",
        ".table bits 2 3 015F",
        ".table bits 2 3 0157 0",
        "print s0",
        "print c0",
        "print c0 something",
        "print text",
        ".demandg triples 1",
        ".demand triples x",
        ".demand inputs 1 2",
        ".demand inputs 1 2 3 ownbits 1 2",
        ".demand ownbits 1 2 x",
        ".footprint read x 0 0 1",
        ".footprint read s 0 0",
        ".line 0",
        ".nothing",
        ".const 340282366920938463463374607431768211297",
        ".constg 1",
        ".field p129 sigma_mask 3",
        ".field p128 sigma_mask 3\n.field p128 sigma_mask 3",
        ".input salary0 party 0 bit",
        ".input other party 300 bit",
        ".input other party 0 huge",
        ".text no quotes",
        ".text \"open",
        ".text \"a\" b",
        ".schedule run none 0",
        ".schedule stop",
        ".schedule run main",
        ".tape main s 0 c 0 i 0",
        ".tape other s 0 c 0",
      })
  void grammarIsChecked(String line) {
    String text = Programs.text("salaries.asm").replace("adds s3, s3, s2", line);
    BadFile e = assertThrows(BadFile.class, () -> Assembler.assemble(text, "FILE"));
    assertTrue(e.getMessage().startsWith("FILE, line 1"), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", ".program p parties 2", "end", ".tape main s 0 c 0 i 0"})
  void aProgramIsMissing(String text) {
    assertThrows(BadFile.class, () -> Assembler.assemble(text, "FILE"));
  }
}
