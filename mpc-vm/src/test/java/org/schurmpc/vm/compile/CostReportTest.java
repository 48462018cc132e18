package org.schurmpc.vm.compile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.asm.Disassembler;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.ProgramReader;
import org.schurmpc.vm.code.ProgramWriter;
import org.schurmpc.vm.lang.Index;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecretVar;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.BitLength;
import org.schurmpc.vm.lib.Comparison;
import org.schurmpc.vm.lib.FixedPoint;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;

/** The cost report counts what a run counts. */
class CostReportTest {
  private static final IntType TYPE = IntType.signed(32);

  private static void requireSame(Compiled program) throws Exception {
    Cost total = CostReport.of(program.verified()).total();
    Interpreter.Outcome outcome = program.run();
    assertEquals(outcome.rounds(), total.rounds(), "rounds");
    assertEquals(outcome.checks().get(0), total.checks(), "checks");
    assertEquals(outcome.opened().get(0), total.opened(), "opened");
  }

  /** Some products and reveals, in loops that are nested at random. */
  private static void body(ProgramBuilder b, Random random, SecretVar x, int depth) {
    for (int i = 0; i < 4; i++) {
      switch (random.nextInt(depth < 3 ? 4 : 3)) {
        case 0 -> x.set(x.get().times(x.get()).assumeFits(TYPE));
        case 1 -> x.set(x.get().plus(x.get().reveal().lowBits(8)).assumeFits(TYPE));
        case 2 -> b.print(x.get().reveal().lowBits(3).toIndex());
        default -> {
          long seed = random.nextLong();
          b.repeat(random.nextInt(4), j -> body(b, new Random(seed), x, depth + 1));
        }
      }
    }
  }

  @Test
  void countsWhatRunsCount() throws Exception {
    for (long seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      Compiled program =
          new Compiled(
              b -> {
                SecretVar x = b.secretVar(TYPE, 3);
                body(b, random, x, 0);
                b.output("x", x.get());
              });
      requireSame(program);
    }
  }

  @Test
  void countsTapesOfSteps() throws Exception {
    SecureProgram define =
        b -> {
          SecretIntArray cells = b.secretArray("cells", TYPE, 6);
          b.parallel(
              3,
              tape -> {
                SecretIntArray own = cells.chunk(tape, 2);
                SecretInt x = own.get(0).assumeFits(IntType.signed(16));
                own.set(1, x.times(x).plus(tape.toClear().assumeFits(TYPE)).assumeFits(TYPE));
              });
          b.output("cells", cells.vector(0, 6));
        };
    CostReport report = CostReport.of(new Compiled(define).verified());
    assertEquals(1, report.total().rounds());
    assertEquals(3, report.total().items().squares());
    assertEquals(1, report.total().checks());
    // Each of three parties sends three elements of 16 bytes to two others.
    assertEquals(3 * 16 * 2, report.openedBytes());
    assertFalse(report.isUnbounded());
  }

  @Test
  void givesCostsOfLines() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretInt x = b.input("x", 0, TYPE);
              SecretVar y = b.secretVar(TYPE, x);
              b.repeat(10, i -> y.set(y.get().times(x).assumeFits(TYPE)));
              Index many = x.reveal().toIndex();
              b.range(b.index(0), many, i -> y.set(y.get().square().assumeFits(TYPE)));
              b.output("y", y.get());
            });
    CostReport report = CostReport.of(program.verified());
    List<Long> rounds = report.lines().values().stream().map(Cost::rounds).toList();
    assertEquals(List.of(0L, 10L, 1L, 1L), rounds);
    assertTrue(report.lines().keySet().stream().allMatch(key -> key.startsWith("CostReportTest")));
    assertTrue(report.isUnbounded());
    assertTrue(report.text().contains("Loops whose turns are not known count once."));
  }

  @Test
  void whatIsTakenOnTheDevelopersWordIsListed() throws Exception {
    SecureProgram program =
        b -> {
          SecretInt x = b.input("x", 0, IntType.signed(16));
          SecretInt y = b.inputUnproven("y", 1, IntType.signed(8));
          FixedPoint fixed = new FixedPoint(b);
          b.output("bit", x.assumeBit());
          b.output(
              "narrow", x.assumeFits(IntType.unsigned(8)).times(y.assumeFits(IntType.signed(9))));
          fixed.output("wide", fixed.assumeFits().inputs("z", 0, 1).times(4));
          b.output("length", new BitLength(b).of(new Comparison(b).abs(x.asVector())).bits());
        };
    CompileOptions options = CompileOptions.of(Fields.named("p128"), 2);
    VerifiedProgram compiled = Compiler.compile(program, "words", options);
    List<String> words =
        compiled.program().lines().words().stream()
            .map(word -> word.replaceFirst("^CostReportTest.java:[0-9]+ ", ""))
            .toList();
    assertEquals(
        List.of(
            "inputUnproven: -128 to 127",
            "assumeBit: 0 to 1",
            "assumeFits: 0 to 255",
            "FixedPoint.assumeFits"),
        words);
    String text = CostReport.of(compiled).text();
    assertTrue(text.contains("Taken on the developer's word, which nothing checks:\n"), text);
    assertTrue(text.endsWith(" FixedPoint.assumeFits\n"), text);
    byte[] file = ProgramWriter.write(compiled.program());
    assertEquals(words.size(), ProgramReader.read(file, "words").lines().words().size());
    Program assembled = Assembler.assemble(Disassembler.text(compiled.program()), "words");
    assertArrayEquals(file, ProgramWriter.write(assembled));
    assertEquals(
        List.of(),
        Compiler.compile(b -> b.output("x", b.secret(1)), "none", options)
            .program()
            .lines()
            .words());
  }
}
