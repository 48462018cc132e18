package org.schurmpc.vm.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.schurmpc.vm.Programs;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.code.Op.Operand;

/** docs/bytecode.md says what the table of instructions says. */
class BytecodePageTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolve("docs/bytecode.md");

  @Test
  void everyInstructionHasItsRow() throws IOException {
    List<String> rows =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.matches("\\| `[0-9a-f]{2}` \\| `.*"))
            .map(BytecodePageTest::withoutEffect)
            .toList();
    assertEquals(Arrays.stream(Op.values()).map(BytecodePageTest::row).toList(), rows);
  }

  private static String withoutEffect(String row) {
    int end = row.lastIndexOf(" | ");
    assertTrue(row.length() > end + 5, row);
    return row.substring(0, end);
  }

  private static String row(Op op) {
    String operands = operands(op);
    return "| `%02x` | `%s` | %s| %s"
        .formatted(
            op.code(),
            op.mnemonic(),
            operands.isEmpty() ? "" : "`" + operands + "` ",
            op.kind().name().toLowerCase(Locale.ROOT));
  }

  private static String operands(Op op) {
    StringBuilder text = new StringBuilder();
    boolean counted = op.shape() != Op.Shape.VECTOR;
    for (int i = 0; i < op.operands().size(); i++) {
      String name = name(op.operands().get(i));
      text.append(i == 0 ? "" : ", ").append(op.oneFlag(i) == 0 ? "" : "*").append(name);
      if (!counted && name.length() == 1) {
        text.append("[n]");
        counted = true;
      }
    }
    return text.toString();
  }

  private static String name(Operand operand) {
    return switch (operand) {
      case S_OUT, S_IN, B_OUT -> "s";
      case C_OUT, C_IN, D_OUT, D_IN -> "c";
      case I_OUT, I_IN -> "i";
      case S_ADDRESS, C_ADDRESS, I_ADDRESS -> "address";
      case BASE -> "base";
      case LENGTH -> "length";
      case POOL -> "constant";
      case IMM32 -> "number";
      case IMM64 -> "integer";
      case TARGET -> "label";
      case PORT -> "port";
      case FIRST -> "first";
      case LIST -> "entries";
    };
  }

  /** The program of the page is the one of the tests. */
  @Test
  void theProgramOfThePageIsRight() throws Exception {
    String page = Files.readString(PAGE);
    int start = page.indexOf(".program");
    String text = page.substring(start, page.indexOf("```", start));
    byte[] digest = Assembler.assemble(text, "page").digest();
    assertEquals(
        Arrays.toString(Programs.assembled("salaries.asm").digest()), Arrays.toString(digest));
  }
}
