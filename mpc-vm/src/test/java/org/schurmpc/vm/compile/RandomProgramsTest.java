package org.schurmpc.vm.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * Random programs: their rounds are the longest path, and results do not depend on the compiler.
 */
class RandomProgramsTest {
  private static final int FAST = 200;
  private static final int SLOW = 1000;

  private static SecureProgram program(long seed, boolean control, int steps) {
    return b -> new RandomWalk<>(new InLanguage(b), control).walk(seed, steps);
  }

  private static int steps(long seed) {
    return 5 + new Random(seed).nextInt(25);
  }

  private static BigInteger[] inputs(long seed) {
    Random random = new Random(seed);
    BigInteger[] inputs = new BigInteger[RandomWalk.INPUTS];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = BigInteger.valueOf(random.nextInt());
    }
    return inputs;
  }

  private static void requireEqual(long seed, Directly expected, VerifiedProgram compiled)
      throws Exception {
    Values values = Interpreter.inputs(compiled.program());
    BigInteger[] inputs = inputs(seed);
    for (int i = 0; i < inputs.length; i++) {
      // An input that nothing depends on keeps its port.
      values.set("in" + i, inputs[i]);
    }
    Interpreter.Outcome outcome = Interpreter.run(compiled, values, seed);
    for (int i = 0; i < RandomWalk.OUTPUTS; i++) {
      assertEquals(
          expected.outputs[i], outcome.outputs().get("out" + i)[0], "output of seed " + seed);
    }
    assertEquals(expected.prints, outcome.prints(), "prints of seed " + seed);
  }

  private static void results(int from, int to) throws Exception {
    Field field = Fields.named("p128");
    CompileOptions options = CompileOptions.of(field, 2).withoutLines();
    for (long seed = from; seed < to; seed++) {
      SecureProgram program = program(seed, true, steps(seed));
      Directly expected = new Directly(field.order(), inputs(seed));
      new RandomWalk<>(expected, true).walk(seed, steps(seed));
      requireEqual(seed, expected, Compiler.compile(program, "random", options));
      requireEqual(seed, expected, Compiler.compile(program, "random", options.asWritten()));
    }
  }

  private static void rounds(int from, int to) throws Exception {
    CompileOptions options = CompileOptions.of(Fields.named("p128"), 2).withoutLines();
    int total = 0;
    for (int i = from; i < to; i++) {
      long seed = i;
      int steps = steps(seed);
      AsGraph graph = new AsGraph();
      new RandomWalk<>(new Everything<>(graph), false).walk(seed, steps);
      SecureProgram program =
          b -> new RandomWalk<>(new Everything<>(new InLanguage(b)), false).walk(seed, steps);
      VerifiedProgram compiled = Compiler.compile(program, "random", options);
      int rounds = Listing.rounds(compiled.program().tapes().get(0));
      assertEquals(graph.longestPath(), rounds, "rounds of seed " + seed);
      Directly expected = new Directly(Fields.named("p128").order(), inputs(seed));
      new RandomWalk<>(new Everything<>(expected), false).walk(seed, steps);
      requireEqual(seed, expected, compiled);
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
