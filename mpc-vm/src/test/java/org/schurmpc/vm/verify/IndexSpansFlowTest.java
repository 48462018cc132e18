package org.schurmpc.vm.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.ProgramFault;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;

/** Which lookups of bytecode are proven to be at indices: by instruction, and by way through it. */
class IndexSpansFlowTest {
  /** Bits in s0 and s1, any element in s2, the constants 1 and 2 in c0 and c1. */
  private static final String HEAD =
      """
      .program spans parties 2
      .field gf2_40 sigma_mask 0
      .const 1
      .const 2
      .memory s 4 c 4 i 0
      .input x party 0 bit count 2
      .input e party 1 element count 1
      .table bits 1 1 10
      .tape main s 8 c 4 i 3 unbounded
      .demand triples 4 bits 4 inputs 4 4 lookups 4
      .footprint write s 0 0 4
      .footprint write c 0 0 4
      input x 0 s0[2], e 0 s2
      ldk c0[2], 0
      startopen product s7 s0 s1, lookup s6 s0 0
      stopopen
      """;

  private static final String TAIL =
      """
      again:
      jnz i0, again
      end
      """;

  private static final String SCHEDULE = ".schedule run main 0\n";

  private static VerifiedProgram program(String code, String routine) throws Exception {
    String lines = code.replaceAll("LOOKUP (s[0-9])", "startopen lookup s7 $1 0 / stopopen");
    String text = HEAD + lines.replace(" / ", "\n") + "\n" + TAIL + routine + "\n" + SCHEDULE;
    return Verifier.verify(Assembler.assemble(text, "TEXT"), "TEXT");
  }

  private static int unproven(VerifiedProgram program) {
    VerifiedTape tape = program.tapes().get(0);
    int count = 0;
    for (int at = 0; at < tape.code().length; at++) {
      count += tape.looksUpUnproven(at) ? 1 : 0;
    }
    return count;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Instructions.
        "0 | LOOKUP s0",
        "0 | LOOKUP s5",
        "1 | LOOKUP s2",
        "0 | adds s3, s0, s1 / LOOKUP s3",
        "1 | adds s3, s0, s2 / LOOKUP s3",
        "0 | sums s3[2], s0 / LOOKUP s3",
        "1 | sums s3[3], s0 / LOOKUP s3",
        "0 | mulm s3, s0, c0 / rsubm s3, s3, c0 / LOOKUP s3",
        "1 | mulm s3, s0, c1 / LOOKUP s3",
        "1 | subm s3, s0, c1 / LOOKUP s3",
        "0 | share s3, c0 / LOOKUP s3",
        "1 | share s3, c1 / LOOKUP s3",
        "0 | bit s3 / LOOKUP s3",
        "1 | rand s3 / LOOKUP s3",
        "1 | triple s3, s4, s5 / LOOKUP s5",
        "0 | startopen product s3 s0 s1, square s4 s0 / stopopen / LOOKUP s3 / LOOKUP s4",
        "1 | startopen product s3 s0 s2 / stopopen / LOOKUP s3",
        "0 | startopen lookup s3 s0 0 / stopopen / LOOKUP s3",
        "1 | movs s3[3], s0 / LOOKUP s4 / LOOKUP s5",
        "1 | movs s1[2], s0 / LOOKUP s2 / movs s0[3], *s2 / adds s0, s0, s1 / rand s1 / LOOKUP s1",
        "0 | startopen reveal c2 s2 / stopopen / shr c2, c2, 5 / mod2k c2, c2, 1 / addm s3, s0, c2"
            + " / LOOKUP s3",
        "1 | startopen reveal c2 s2 / stopopen / shr c2, c2, 5 / addm s3, s0, c2 / LOOKUP s3",
        "0 | startopen masked c2 s0 / stopopen / mulm s3, s1, c2 / LOOKUP s3",
        "1 | int i1, 1 / itoc c2, i1 / mulm s3, s1, c2 / LOOKUP s3",
        // What a group writes is there at its stopopen.
        "1 | movs s3, s2 / startopen product s3 s0 s1 / sts s3, 0 / stopopen / lds s4, 0"
            + " / LOOKUP s3 / LOOKUP s4",
        // Memory takes what is stored anywhere, in cells that are accessed together.
        "0 | sts s0, 0 / sts s2, 1 / lds s3, 0 / LOOKUP s3",
        "1 | sts s0, 0 / sts s2, 1 / lds s3[2], 0 / LOOKUP s3",
        "1 | lds s3, 0 / LOOKUP s3 / sts s2, 0",
        "1 | int i1, 0 / stsx s0, 0, 2, i1 / sts s2, 1 / lds s3, 0 / LOOKUP s3",
        "0 | int i1, 0 / stsx s0, 0, 2, i1 / sts s2, 2 / ldsx s3, 0, 2, i1 / LOOKUP s3",
        "1 | stc c1, 0 / ldc c2, 0 / mulm s3, s0, c2 / LOOKUP s3",
        // Branches.
        "1 | movs s3, s0 / jz i1, over / movs s3, s2 / over: / LOOKUP s3",
        "0 | movs s3, s0 / jz i1, over / movs s4, s2 / over: / LOOKUP s3",
        "0 | jz i1, over / movs s3, s0 / LOOKUP s3 / over: / movs s3, s1 / LOOKUP s3",
        "1 | movs s3, s2 / jz i1, other / movs s3, s0 / jmp over / other: / check / over: / LOOKUP s3",
        "1 | jz i1, other / movs s3, s2 / jmp over / other: / movs s3, s0 / over: / LOOKUP s3",
        "1 | movs s3, s0 / back: / LOOKUP s3 / movs s3, s2 / jnz i1, back",
        "1 | back: / LOOKUP s3 / movs s3, s2 / jnz i1, back",
        // Loops.
        "0 | loop i2, 3 / LOOKUP s0 / movs s3, s2 / endloop",
        "1 | movs s3, s0 / loop i2, 3 / LOOKUP s3 / movs s3, s2 / endloop",
        "1 | movs s3, s0 / loop i2, 3 / loop i2, 2 / LOOKUP s3 / endloop / movs s3, s2 / endloop",
        "0 | loop i2, 3 / movs s3, s0 / loop i2, 2 / LOOKUP s3 / endloop / movs s3, s2 / endloop",
        "1 | movs s3, s0 / loop i2, 3 / LOOKUP s3 / startopen masked c2 s2, product s3 s2 s2"
            + " / stopopen / endloop",
        "1 | movs s3, s2 / loop i2, 0 / movs s3, s0 / endloop / LOOKUP s3",
        "0 | movs s3, s2 / loop i2, 1 / movs s3, s0 / endloop / LOOKUP s3"
      })
  void byInstructionAndWay(int expected, String code) throws Exception {
    assertEquals(expected, unproven(program(code, "")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | call routine / LOOKUP s0 | check",
        "1 | movs s3, s0 / loop i2, 2 / LOOKUP s3 / call routine / endloop | movs s3, s2",
        "1 | check / call routine | startopen lookup s7 s0 0 / stopopen",
        "0 | call routine | movs s3, s6 / bit s3 / startopen lookup s7 s3 0 / stopopen"
      })
  void callsForget(int expected, String code, String routine) throws Exception {
    String lines = "routine:\n" + routine.replace(" / ", "\n") + "\nret";
    assertEquals(expected, unproven(program(code, lines)));
  }

  // Random programs.

  private static final Pattern PLACE = Pattern.compile("instruction ([0-9,]+).*no index");

  private static String instruction(Random random) {
    int to = 3 + random.nextInt(4);
    int x = random.nextInt(7);
    int y = random.nextInt(7);
    int c = random.nextInt(4);
    int cell = random.nextInt(4);
    return switch (random.nextInt(15)) {
      case 0 -> "adds s%d, s%d, s%d".formatted(to, x, y);
      case 1 -> "mulm s%d, s%d, c%d".formatted(to, x, c);
      case 2 -> "addm s%d, s%d, c%d".formatted(to, x, c);
      case 3 -> "movs s%d[2], s%d".formatted(3 + random.nextInt(3), random.nextInt(5));
      case 4 -> "startopen product s%d s%d s%d / stopopen".formatted(to, x, y);
      case 5 -> "startopen lookup s%d s%d 0 / stopopen".formatted(to, x);
      case 6 -> "sts s%d, %d".formatted(x, cell);
      case 7 -> "lds s%d, %d".formatted(to, cell);
      case 8 -> "startopen reveal c%d s%d / stopopen".formatted(2 + random.nextInt(2), x);
      case 9 -> "mod2k c%d, c%d, %d".formatted(2 + random.nextInt(2), c, random.nextInt(3));
      case 10 -> "shr c%d, c%d, %d".formatted(2 + random.nextInt(2), c, random.nextInt(3));
      case 11 -> "startopen product s%d s0 s1 / sts s%d, %d / stopopen".formatted(to, x, cell);
      case 12 -> "movs s%d, s%d".formatted(to, random.nextInt(2));
      case 13 -> "stc c%d, %d".formatted(c, cell);
      default -> "ldc c%d, %d".formatted(2 + random.nextInt(2), cell);
    };
  }

  private static void block(Random random, int depth, int[] labels, List<String> to) {
    for (int i = 0; i < 4; i++) {
      int kind = depth == 0 ? 9 : random.nextInt(8);
      if (kind == 0) {
        to.add("loop i2, " + random.nextInt(3));
        block(random, depth - 1, labels, to);
        to.add("endloop");
      } else if (kind == 1) {
        int label = labels[0]++;
        to.add("jz i%d, l%d".formatted(random.nextInt(2), label));
        block(random, depth - 1, labels, to);
        to.add("l%d:".formatted(label));
      } else {
        to.add(instruction(random));
      }
    }
  }

  /** Returns the positions by number of instruction. */
  private static List<Integer> positions(int[] code) {
    List<Integer> positions = new ArrayList<>();
    for (int at = 0; at < code.length; at += Code.words(code, at)) {
      positions.add(at);
    }
    return positions;
  }

  /** In the clear, no index that is proven is ever none; of others, many are. */
  private static void requireProvenIndices(int programs) throws Exception {
    Random random = new Random(48);
    int none = 0;
    int proven = 0;
    for (int run = 0; run < programs; run++) {
      List<String> lines = new ArrayList<>(List.of("int i1, 1"));
      block(random, 3, new int[1], lines);
      VerifiedProgram program = program(String.join(" / ", lines), "");
      VerifiedTape tape = program.tapes().get(0);
      proven += unproven(program) == 0 ? 1 : 0;
      for (int inputs = 0; inputs < 4; inputs++) {
        Values values = Interpreter.inputs(program.program());
        BigInteger[] x = {BigInteger.valueOf(inputs & 1), BigInteger.valueOf(inputs >> 1)};
        values.set("x", x);
        values.set("e", new BigInteger[] {BigInteger.valueOf(2 + random.nextInt(1000))});
        try {
          Interpreter.run(program, values, 1);
        } catch (ProgramFault e) {
          Matcher place = PLACE.matcher(e.getMessage());
          assertTrue(place.find(), e.getMessage());
          int number = Integer.parseInt(place.group(1).replace(",", ""));
          int at = positions(tape.code()).get(number);
          assertTrue(tape.looksUpUnproven(at), String.join("\n", lines));
          none++;
        }
      }
    }
    assertTrue(none > programs / 6 && proven > programs / 10, none + " and " + proven);
  }

  @Test
  void provenIndicesAreIndices() throws Exception {
    requireProvenIndices(600);
  }

  @Tag("slow")
  @Test
  void provenIndicesOfManyProgramsAreIndices() throws Exception {
    requireProvenIndices(20_000);
  }
}
