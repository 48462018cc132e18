package org.schurmpc.vm.verify;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.Programs;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.ProgramWriter;
import org.schurmpc.vm.machine.spdz.VmRun;

/**
 * Programs that were compiled when inputs over prime fields took random bits and input masks: they
 * keep their files and digests, and run.
 */
class OlderProgramsTest {
  private static final String SALARIES =
      "2fe485b0969e7623d3a1f5a1c78f5ef46e7a44f2636c701eda9df9a539533251";

  private static final String UNBOUNDED =
      """
      .program unbounded parties 2
      .field p128 sigma_mask 40
      .input x party 0 unsigned 8 count 3
      .input y party %d element
      .output o party all element
      .tape main s 4 c 0 i 3 unbounded
      .demand bits 80 inputs 90 91
      int i1, 3
      int i2, 1
      input y 0 s0
      again: input x i0 s1
      bit s2
      subs s2, s2, s2
      adds s0, s0, s1
      adds s0, s0, s2
      addi i0, i0, i2
      jlt i0, i1, again
      output o, 0, s0
      end
      .schedule run main 0
      """;

  private static BigInteger[] numbers(long... values) {
    BigInteger[] numbers = new BigInteger[values.length];
    for (int i = 0; i < values.length; i++) {
      numbers[i] = BigInteger.valueOf(values[i]);
    }
    return numbers;
  }

  private static void requireRuns(VerifiedProgram program, Map<String, BigInteger[]> inputs)
      throws Exception {
    VmRun run = new VmRun(program, inputs);
    for (VmRun.End end : run.run(OpeningMode.ALL)) {
      assertNull(end.failure());
      for (int i = 0; i < program.program().outputs().size(); i++) {
        assertArrayEquals(run.interpret().outputs().elements(i), end.outputs().elements(i));
      }
    }
  }

  @Test
  void boundedTapesConsumeWhatTheyConsumeNow() throws Exception {
    String text =
        Programs.text("salaries.asm")
            .replace(".demand inputs 0 0 0 ownbits 32 32 32", ".demand bits 96 inputs 32 32 32");
    VerifiedProgram program = Verifier.verify(Assembler.assemble(text, "TEXT"), "TEXT");
    assertEquals(SALARIES, HexFormat.of().formatHex(program.digest()));
    assertEquals(1, ProgramWriter.write(program.program())[9]);
    Counts demand = program.tapes().get(0).tape().demand()[0];
    assertTrue(demand.sameAs(Counts.known(new long[3], new long[] {32, 32, 32})));
    requireRuns(
        program,
        Map.of("salary0", numbers(3000), "salary1", numbers(-5000), "salary2", numbers(1)));
    String other = text.replace("bits 96", "bits 95");
    BadFile e =
        assertThrows(
            BadFile.class, () -> Verifier.verify(Assembler.assemble(other, "TEXT"), "TEXT"));
    assertTrue(e.getMessage().contains("the tape declares 0 triples, 0 squares, 95 bits"));
  }

  /** What is prepared at once: bits for inputs as many as input masks. */
  @Test
  void unboundedTapesPrepareAsMany() throws Exception {
    long[][] inputs = {{90, 0}, {0, 91}};
    for (int owner = 0; owner < 2; owner++) {
      String text = UNBOUNDED.formatted(owner);
      if (owner == 0) {
        text = text.replace("90 91", "90 0");
      }
      VerifiedProgram program = Verifier.verify(Assembler.assemble(text, "TEXT"), "TEXT");
      Counts demand = program.tapes().get(0).tape().demand()[0];
      assertEquals(80, demand.bits());
      assertArrayEquals(inputs[owner], demand.inputs());
      assertArrayEquals(new long[] {90, 0}, demand.ownBits());
      requireRuns(program, Map.of("x", numbers(200, 3, 255), "y", numbers(7)));
    }
    String text = UNBOUNDED.formatted(1).replace("bit s2", "movs s2, s1");
    VerifiedProgram none = Verifier.verify(Assembler.assemble(text, "TEXT"), "TEXT");
    assertEquals(0, none.tapes().get(0).tape().demand()[0].bits());
  }
}
