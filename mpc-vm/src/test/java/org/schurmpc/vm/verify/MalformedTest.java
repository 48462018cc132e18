package org.schurmpc.vm.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.Programs;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.code.Footprint;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.ProgramReader;
import org.schurmpc.vm.code.ProgramWriter;
import org.schurmpc.vm.code.Schedule;
import org.schurmpc.vm.code.Tape;
import org.schurmpc.vm.compile.CostReport;

/** Every malformed file of the list malformed.txt is refused, with one sentence. */
class MalformedTest {
  private static final int DIGEST = 32;
  private static final int TABLES_SECTION = 8;
  private static final String TEMPLATE = Programs.text("verify/template.asm");

  static Stream<String> cases() {
    return Programs.text("verify/malformed.txt")
        .lines()
        .filter(line -> !line.startsWith("#") && !line.isBlank());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isRefused(String line) throws Exception {
    String[] parts = line.split(" \\| ", -1);
    byte[] file = file(parts[0], parts[1].strip());
    BadFile e =
        assertThrows(
            BadFile.class, () -> Verifier.verify(ProgramReader.read(file, "FILE"), "FILE"));
    assertTrue(e.getMessage().startsWith("FILE"), e.getMessage());
    assertTrue(e.getMessage().contains(parts[2]), e.getMessage());
    assertTrue(e.getMessage().lines().count() == 1, e.getMessage());
  }

  private static byte[] file(String kind, String content) throws Exception {
    return switch (kind) {
      case "code" ->
          ProgramWriter.write(assembled(TEMPLATE.replace("CODE", content.replace(" / ", "\n"))));
      case "text" -> {
        String[] change = content.replace("\\n", "\n").split(" => ", -1);
        String text = TEMPLATE.replace("CODE\n", "");
        String changed = text.replace(change[0], change[1]);
        assertTrue(!changed.equals(text), change[0]);
        yield ProgramWriter.write(assembled(changed));
      }
      case "program" -> ProgramWriter.write(assembled(content.replace("\\n", "\n")));
      case "lookup" ->
          ProgramWriter.write(
              assembled(withTables(TEMPLATE.replace("CODE", content.replace(" / ", "\n")))));
      case "tables" ->
          withBytes(
              ProgramWriter.write(assembled(withTables(TEMPLATE.replace("CODE\n", "")))),
              TABLES_SECTION + " " + content);
      case "words" -> ProgramWriter.write(withCode(plain(), words(content)));
      case "schedule" -> ProgramWriter.write(withSchedule(plain(), words(content)));
      case "bytes" -> withBytes(ProgramWriter.write(plain()), content);
      default -> withSize(ProgramWriter.write(plain()), content);
    };
  }

  private static String withTables(String text) {
    return text.replace(".file", ".table bits 2 3 0157\n.table bytes 2 8 637c777b\n.file");
  }

  private static Program assembled(String text) throws BadFile {
    return Assembler.assemble(text, "TEXT");
  }

  private static Program plain() throws BadFile {
    return assembled(TEMPLATE.replace("CODE\n", ""));
  }

  private static int[] words(String hex) {
    if (hex.isEmpty()) {
      return new int[0];
    }
    return Arrays.stream(hex.split(" ", -1))
        .mapToInt(each -> (int) Long.parseLong(each, 16))
        .toArray();
  }

  static Program withCode(Program p, int[] words) {
    return withFirstTape(p, p.tapes().get(0).footprints(), words);
  }

  static Program withFirstTape(Program p, List<Footprint> footprints, int[] words) {
    List<Tape> tapes = new ArrayList<>(p.tapes());
    Tape first = tapes.get(0);
    tapes.set(
        0,
        new Tape(
            first.name(),
            first.sRegisters(),
            first.cRegisters(),
            first.iRegisters(),
            first.demand(),
            first.bounded(),
            footprints,
            words));
    return with(p, tapes, p.schedule());
  }

  private static Program withSchedule(Program p, int[] words) {
    return with(p, p.tapes(), new Schedule(words));
  }

  private static Program with(Program p, List<Tape> tapes, Schedule schedule) {
    return new Program(
        p.name(),
        p.parties(),
        p.fields(),
        p.pools(),
        p.memory(),
        p.inputs(),
        p.outputs(),
        p.texts(),
        p.tables(),
        tapes,
        schedule,
        p.lines());
  }

  private static byte[] withBytes(byte[] file, String content) throws Exception {
    String[] parts = content.split(" ", -1);
    int section = Integer.parseInt(parts[0]);
    int start = section == 0 ? 0 : ByteBuffer.wrap(file).getInt(16 + 12 * (section - 1) + 4);
    byte[] bytes = HexFormat.of().parseHex(parts[2]);
    System.arraycopy(bytes, 0, file, start + Integer.parseInt(parts[1]), bytes.length);
    return signed(file);
  }

  /** Returns the file with the right digest at its end. */
  static byte[] signed(byte[] file) throws Exception {
    int end = file.length - DIGEST;
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Arrays.copyOf(file, end));
    System.arraycopy(digest, 0, file, end, DIGEST);
    return file;
  }

  private static byte[] withSize(byte[] file, String content) {
    int change = Integer.parseInt(content.replace("+", ""));
    return Arrays.copyOf(
        file, content.startsWith("+") ? file.length + change : file.length - change);
  }

  @Test
  void theListIsLong() {
    assertTrue(cases().count() >= 200);
    assertEquals(cases().count(), cases().distinct().count());
  }

  @Test
  void theTemplateIsFine() throws Exception {
    Verifier.verify(ProgramReader.read(ProgramWriter.write(plain()), "FILE"), "FILE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"all.asm", "salaries.asm", "bits.asm"})
  void rightProgramsPass(String name) throws Exception {
    VerifiedProgram program = Verifier.verify(Programs.assembled(name), name);
    assertEquals(32, program.digest().length);
  }

  private static String nested(int depth, String begin, String within, String end) {
    return (begin + "\n").repeat(depth) + within + ("\n" + end).repeat(depth);
  }

  /** Costs are counted by recursion, so that deep nesting must not pass. */
  @Test
  void loopsAreNestedToALimit() throws Exception {
    String most = TEMPLATE.replace("CODE", nested(256, "loop i0, 1", "movi i1, i2", "endloop"));
    CostReport.of(Verifier.verify(assembled(most), "FILE"));
    String[] deeper = {
      TEMPLATE.replace("CODE", nested(257, "loop i0, 1", "movi i1, i2", "endloop")),
      TEMPLATE.replace(
          "CODE",
          nested(200, "loop i0, 1", "call on", "endloop")
              + "\nend\non: movi i1, i2\n"
              + nested(57, "loop i0, 1", "movi i1, i2", "endloop")
              + "\nret\nmovi i1, i2"),
      TEMPLATE
          .replace("CODE\n", "")
          .replace(
              ".schedule run main 0",
              nested(257, ".schedule loop 1", ".schedule run main 0", ".schedule end"))
    };
    for (String text : deeper) {
      BadFile e = assertThrows(BadFile.class, () -> Verifier.verify(assembled(text), "FILE"));
      assertTrue(e.getMessage().contains("nested more than 256 deep"), e.getMessage());
    }
  }

  @Test
  void tablesAreLimited() throws Exception {
    String table = ".table bits 1 1 01\n";
    String text =
        ".program p parties 2\n.field gf2_40 sigma_mask 0\n%s.tape main s 0 c 0 i 0\nend\n";
    String run = ".schedule run main 0\n";
    Verifier.verify(assembled(text.formatted(table.repeat(64)) + run), "FILE");
    Program more = assembled(text.formatted(table.repeat(65)) + run);
    BadFile e = assertThrows(BadFile.class, () -> Verifier.verify(more, "FILE"));
    assertEquals("FILE: there are more than 64 tables", e.getMessage());
    String bytes = ".table bytes 9 1 %s\n".formatted("0".repeat(1 << 9));
    Program longer = assembled(text.formatted(bytes) + run);
    e = assertThrows(BadFile.class, () -> Verifier.verify(longer, "FILE"));
    assertEquals("FILE: table 0 has bytes of more than 8 bits", e.getMessage());
  }

  /** Instructions that look like some of the list, and are right. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ldk c0[10], *1",
        "ldk c8[2], 0",
        "movs s0[9], s1",
        "adds s0[3], s0, s3",
        "adds s0[3], s3, *s1",
        "addc c0[5], c5, c0",
        "sums s0, s0\nsums s3, s0\nsums s9, s0",
        "lds s0, 9\nsts s0, 7\nldsx s0[10], 0, 10, *i0",
        "ldix i0[2], 0, 10, i0\nldix i0[2], 0, 10, i2\nldix i0[2], 0, 10, *i1",
        "shl c0, c0, 512",
        "loop i0, 2147483647\nloop i1, 512\nendloop\nendloop",
        "loop i0, 0\nendloop",
        "startopen reveal c0 s0\nldk c1, 0\nldkg c0, 0\nmovs s0, s1\nstopopen",
        "startopen reveal c0[2] s0, reveal c2[2] s1\nstopopen",
        "loop i0, 2\nagain: jz i1, on\non: endloop",
        "jmp on\nend\non: movi i0, i1",
      })
  void similarOnesPass(String code) throws Exception {
    Verifier.verify(assembled(TEMPLATE.replace("CODE", code)), "FILE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 0 | lookup s0 s3 0",
        "0 1 | lookup s0 s0 1",
        "0 2 | lookup s1[2] s1 1",
        "0 2 | lookup s0 s3 1, lookup s1 s3 1",
      })
  void lookupsPass(String demand, String lookups) throws Exception {
    String text =
        TEMPLATE
            .replace("CODE", "startopeng %s\nldkg c0, 0\nstopopeng".formatted(lookups))
            .replace(".line 0 7", ".demandg inputs 0 0 lookups " + demand);
    Verifier.verify(assembled(withTables(text)), "FILE");
  }

  /** Lists of the most values and bits, the demand of each, and registers. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "triples 8388608 | s 8388610 c 0 | startopen product s2[8388608] *s0 *s1",
        "triples 8388608 | s 8388608 c 0 | startopen square s0[8388608] s0",
        "triples 0 | s 16777216 c 16777216 | startopen masked c0[16777216] s0",
        "bits 4194304 inputs 4194280 24 | s 104881 c 0 | input x 0 s0[104857], b 0 s104857[24]",
      })
  void theLongestListsPass(String demand, String registers, String list) throws Exception {
    Verifier.verify(
        assembled(
            """
            .program p parties 2
            .field gf2_40 sigma_mask 0
            .input x party 0 unsigned 40 count 104857
            .input b party 1 bit count 24
            .output o party all element count 16777215
            .output p party 1 element
            .tape main %s i 0
            .demand %s
            %s
            %s
            end
            .schedule run main 0
            """
                .formatted(registers, demand, list, list.startsWith("input") ? "" : "stopopen")),
        "FILE");
  }

  @Test
  void theSentenceNamesTheSourceLine() throws Exception {
    Program program = assembled(TEMPLATE.replace("CODE", "movs s0, s10"));
    BadFile e = assertThrows(BadFile.class, () -> Verifier.verify(program, "FILE"));
    assertEquals(
        "FILE, tape main, instruction 0 (F.java:7): movs uses 1 registers s from 10 on, and the"
            + " tape has 10",
        e.getMessage());
  }

  @Test
  void tapesWithPartsOfTheirOwnRunTogether() throws Exception {
    String text = TEMPLATE.replace("CODE\n", "");
    Verifier.verify(
        assembled(text.replace("run main 0", "run part 0, part 4, part 1, loud 0")), "FILE");
  }
}
