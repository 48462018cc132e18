package org.schurmpc.vm.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.schurmpc.vm.lang.Index;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecretVar;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.machine.plain.Interpreter;

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
}
