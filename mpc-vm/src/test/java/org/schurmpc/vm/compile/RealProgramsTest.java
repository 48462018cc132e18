package org.schurmpc.vm.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Random programs at two and three real parties: results, prints, rounds and bytes. */
class RealProgramsTest {
  private static final int FAST = 20;
  private static final int SLOW = 1000;

  private static void run(int seed, RandomWalk.Kind kind, boolean optimise) throws Exception {
    RandomProgram program = new RandomProgram(seed, kind, false);
    VerifiedProgram compiled = program.compile(2 + seed % 2, optimise);
    Interpreter.Outcome interpreted = program.interpret(compiled);
    program.requireRight(interpreted.outputs(), interpreted.prints());
    CostReport report = CostReport.of(compiled);
    VmRun run = new VmRun(compiled, program.inputs());
    for (VmRun.End end : run.run(OpeningMode.ALL)) {
      assertNull(end.failure(), program.toString());
      program.requireRight(end.outputs(), end.prints());
      if (kind != RandomWalk.Kind.CONTROL) {
        // Branches count with both sides.
        assertEquals(report.networkRounds(), end.rounds(), "rounds of " + program);
        assertEquals(report.networkBytes(end.party()), end.sent(), "bytes of " + program);
      }
    }
    if (kind != RandomWalk.Kind.CONTROL) {
      long checks = interpreted.checks().stream().mapToLong(each -> each).sum();
      assertEquals(report.total().checks(), checks, "checks of " + program);
      assertEquals(report.total().rounds(), interpreted.rounds(), "rounds of " + program);
    }
  }

  private static void run(int from, int to) throws Exception {
    RandomWalk.Kind[] kinds = RandomWalk.Kind.values();
    for (int seed = from; seed < to; seed++) {
      // Numbers of parties and kinds are combined in all ways.
      RandomWalk.Kind kind = kinds[seed / 2 % kinds.length];
      run(seed, kind, true);
      run(seed, kind, false);
    }
  }

  @Test
  void partiesComputeWhatIsComputedDirectly() throws Exception {
    run(0, FAST);
  }

  /** Openings over both fields are under way together, and sums go back for each. */
  @Test
  void partiesComputeWithANominatedParty() throws Exception {
    for (int seed = 0; seed < 4; seed++) {
      RandomProgram program = new RandomProgram(seed, RandomWalk.Kind.BLOCK, true);
      VmRun run = new VmRun(program.compile(3, true), program.inputs());
      for (VmRun.End end : run.run(OpeningMode.KING)) {
        assertNull(end.failure(), program.toString());
        program.requireRight(end.outputs(), end.prints());
      }
    }
  }

  @Test
  @Tag("slow")
  void thousandProgramsAtRealParties() throws Exception {
    run(FAST, FAST + SLOW);
  }
}
