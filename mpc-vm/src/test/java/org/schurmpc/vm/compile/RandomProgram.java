package org.schurmpc.vm.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;

/** A random program over two fields: its inputs, its compiled form, and its results. */
final class RandomProgram {
  private static final Field PRIME;
  private static final Field BINARY;

  static {
    try {
      PRIME = Fields.named("p128");
      BINARY = Fields.named("gf2_40");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private final long seed;
  private final RandomWalk.Kind kind;
  private final boolean everything;
  private final BigInteger[] inputs = new BigInteger[RandomWalk.INPUTS + RandomWalk.ELEMENTS + 1];
  private final Directly expected;

  /**
   * Makes up a program.
   *
   * @param everything whether every opened value is used
   */
  RandomProgram(long seed, RandomWalk.Kind kind, boolean everything) {
    this.seed = seed;
    this.kind = kind;
    this.everything = everything;
    Random random = new Random(seed);
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] =
          i < RandomWalk.INPUTS
              ? BigInteger.valueOf(random.nextInt())
              : new BigInteger(BINARY.bits(), random);
    }
    inputs[inputs.length - 1] = BigInteger.valueOf(random.nextInt(4));
    expected = new Directly(PRIME.order(), BINARY, inputs);
    walk(expected);
  }

  private <S, C, I, G> void walk(Operations<S, C, I, G> to) {
    Operations<S, C, I, G> all = everything ? new Everything<>(to) : to;
    new RandomWalk<>(all, kind).walk(seed, 5 + new Random(seed).nextInt(25));
  }

  /** Returns the number of openings on the longest path. */
  int longestPath() {
    AsGraph graph = new AsGraph();
    walk(graph);
    return graph.longestPath();
  }

  VerifiedProgram compile(int parties, boolean optimise) throws Exception {
    SecureProgram program = b -> walk(new InLanguage(b));
    CompileOptions options = CompileOptions.of(PRIME, parties).withSecond(BINARY).withoutLines();
    return Compiler.compile(program, "random", optimise ? options : options.asWritten());
  }

  /** Returns the inputs by port. */
  Map<String, BigInteger[]> inputs() {
    Map<String, BigInteger[]> all = new TreeMap<>();
    for (int i = 0; i < inputs.length; i++) {
      int element = i - RandomWalk.INPUTS;
      String name = element < 0 ? "in" + i : "element" + element;
      all.put(element == RandomWalk.ELEMENTS ? "index" : name, new BigInteger[] {inputs[i]});
    }
    return all;
  }

  Interpreter.Outcome interpret(VerifiedProgram compiled) throws Exception {
    Values values = Interpreter.inputs(compiled.program());
    for (Map.Entry<String, BigInteger[]> each : inputs().entrySet()) {
      values.set(each.getKey(), each.getValue());
    }
    return Interpreter.run(compiled, values, seed);
  }

  /** Requires the results of the direct computation. */
  void requireRight(Values outputs, List<String> prints) {
    for (int i = 0; i < RandomWalk.OUTPUTS; i++) {
      assertEquals(expected.outputs[i], outputs.get("out" + i)[0], "output of seed " + seed);
    }
    assertEquals(List.of(expected.element), Arrays.asList(outputs.get("element")), "seed " + seed);
    assertEquals(expected.prints, prints, "prints of seed " + seed);
  }

  void requireRight(VerifiedProgram compiled) throws Exception {
    Interpreter.Outcome outcome = interpret(compiled);
    requireRight(outcome.outputs(), outcome.prints());
  }

  @Override
  public String toString() {
    return kind + " of seed " + seed;
  }
}
