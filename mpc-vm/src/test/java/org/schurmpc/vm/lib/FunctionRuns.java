package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.schurmpc.core.field.Fields;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Runs functions on pairs of integers, in the clear and at real parties. */
final class FunctionRuns {
  private FunctionRuns() {}

  private static final int SIGMA_MASK = 40;

  private static void define(
      ProgramBuilder b, List<Function> functions, int bits, int n, int singles) {
    SecretInts x = b.inputs("x", 0, IntType.signed(bits), n);
    SecretInts y = b.inputs("y", 1, IntType.signed(bits), n);
    for (int i = 0; i < functions.size(); i++) {
      Function function = functions.get(i);
      b.output("all" + i, function.vectors().of(b, x, y));
      for (int k = 0; k < singles; k++) {
        b.output("one%d_%d".formatted(i, k), function.values().of(b, x.get(k), y.get(k)));
      }
    }
  }

  static VerifiedProgram compile(
      List<Function> functions, int bits, int n, int singles, int parties) throws Exception {
    return compile(functions, bits, n, singles, parties, parties == 2);
  }

  static VerifiedProgram compile(
      List<Function> functions, int bits, int n, int singles, int parties, boolean mixed)
      throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), parties)
            .withSigmaMask(SIGMA_MASK)
            .withMixed(mixed)
            .withoutLines();
    return Compiler.compile(b -> define(b, functions, bits, n, singles), "integers", options);
  }

  static List<BigInteger> edges(int bits, int random) {
    BigInteger most = BigInteger.TWO.pow(bits - 1).subtract(BigInteger.ONE);
    Set<BigInteger> edges = new LinkedHashSet<>();
    for (BigInteger each : List.of(BigInteger.ZERO, most, most.not())) {
      for (int i = -1; i <= 1; i++) {
        BigInteger edge = each.add(BigInteger.valueOf(i));
        if (edge.bitLength() < bits) {
          edges.add(edge);
        }
      }
    }
    Random generator = new Random(bits);
    for (int i = 0; i < random; i++) {
      edges.add(new BigInteger(bits, generator).subtract(BigInteger.TWO.pow(bits - 1)));
    }
    return new ArrayList<>(edges);
  }

  /** Pairs of all edges of the range, and random ones. */
  static BigInteger[][] pairs(int bits, int random) {
    List<BigInteger> edges = edges(bits, random);
    int n = edges.size();
    BigInteger[][] pairs = new BigInteger[2][n * n];
    for (int i = 0; i < n * n; i++) {
      pairs[0][i] = edges.get(i / n);
      pairs[1][i] = edges.get(i % n);
    }
    return pairs;
  }

  private static void requireRight(
      List<Function> functions, Values outputs, BigInteger[][] pairs, int singles) {
    for (int i = 0; i < functions.size(); i++) {
      for (int k = 0; k < pairs[0].length; k++) {
        requireRight(functions.get(i), outputs.get("all" + i)[k], pairs[0][k], pairs[1][k]);
      }
      for (int k = 0; k < singles; k++) {
        BigInteger one = outputs.get("one%d_%d".formatted(i, k))[0];
        requireRight(functions.get(i), one, pairs[0][k], pairs[1][k]);
      }
    }
  }

  private static void requireRight(
      Function function, BigInteger result, BigInteger x, BigInteger y) {
    BigInteger error = result.subtract(function.plain().apply(x, y));
    assertTrue(
        error.signum() >= 0 && error.compareTo(BigInteger.valueOf(function.slack())) <= 0,
        () -> "%s of %s, %s: %s".formatted(function.name(), x, y, result));
  }

  /** Runs functions in the clear on pairs, and requires that they are right. */
  static void compare(
      List<Function> functions, int bits, BigInteger[][] pairs, int singles, int seeds)
      throws Exception {
    VerifiedProgram program = compile(functions, bits, pairs[0].length, singles, 2);
    Values inputs = Interpreter.inputs(program.program());
    inputs.set("x", pairs[0]);
    inputs.set("y", pairs[1]);
    for (int seed = 0; seed < seeds; seed++) {
      Values outputs = Interpreter.run(program, inputs, seed).outputs();
      requireRight(functions, outputs, pairs, singles);
    }
  }

  /** Runs functions at real parties on pairs, the first also alone, and requires results. */
  static void compareAtParties(
      List<Function> functions, int bits, BigInteger[][] pairs, int parties) throws Exception {
    VerifiedProgram program = compile(functions, bits, pairs[0].length, 1, parties);
    VmRun run = new VmRun(program, Map.of("x", pairs[0], "y", pairs[1]));
    for (VmRun.End end : run.run(OpeningMode.ALL)) {
      assertNull(end.failure());
      requireRight(functions, end.outputs(), pairs, 1);
    }
  }
}
