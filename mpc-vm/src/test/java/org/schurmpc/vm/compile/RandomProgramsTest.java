package org.schurmpc.vm.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * Random programs: their rounds are the longest path, and results do not depend on the compiler.
 */
class RandomProgramsTest {
  private static final int FAST = 200;
  private static final int SLOW = 1000;

  private static void results(int from, int to) throws Exception {
    for (int seed = from; seed < to; seed++) {
      RandomProgram program = new RandomProgram(seed, RandomWalk.Kind.CONTROL, false);
      program.requireRight(program.compile(2, true));
      program.requireRight(program.compile(2, false));
    }
  }

  private static void rounds(int from, int to) throws Exception {
    int total = 0;
    for (int seed = from; seed < to; seed++) {
      RandomProgram program = new RandomProgram(seed, RandomWalk.Kind.BLOCK, true);
      VerifiedProgram compiled = program.compile(2, true);
      int rounds = Listing.rounds(compiled.program().tapes().get(0));
      assertEquals(program.longestPath(), rounds, "rounds of seed " + seed);
      program.requireRight(compiled);
      total += rounds;
    }
    assertTrue(total > 2 * (to - from), "programs have several rounds");
  }

  @Test
  void resultsAreThoseOfDirectComputation() throws Exception {
    results(0, FAST);
  }

  @Test
  void roundsAreTheLongestPath() throws Exception {
    rounds(0, FAST);
  }

  @Test
  @Tag("slow")
  void thousandProgramsAgree() throws Exception {
    results(FAST, FAST + SLOW);
    rounds(FAST, FAST + SLOW);
  }
}
