package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
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

/** The functions on integers against BigInteger, in the clear and at real parties. */
class IntegersTest {
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

  private static VerifiedProgram compile(
      List<Function> functions, int bits, int n, int singles, int parties) throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), parties).withSigmaMask(SIGMA_MASK).withoutLines();
    return Compiler.compile(b -> define(b, functions, bits, n, singles), "integers", options);
  }

  private static List<BigInteger> edges(int bits, int random) {
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
  private static BigInteger[][] pairs(int bits, int random) {
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

  private static void compare(int bits, int random, int seeds) throws Exception {
    List<Function> functions = Function.all(bits);
    BigInteger[][] pairs = pairs(bits, random);
    int singles = Math.min(2, pairs[0].length);
    VerifiedProgram program = compile(functions, bits, pairs[0].length, singles, 2);
    Values inputs = Interpreter.inputs(program.program());
    inputs.set("x", pairs[0]);
    inputs.set("y", pairs[1]);
    for (int seed = 0; seed < seeds; seed++) {
      Values outputs = Interpreter.run(program, inputs, seed).outputs();
      requireRight(functions, outputs, pairs, singles);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 32})
  void functionsAreRightAtTheEdgesOfTheRange(int bits) throws Exception {
    compare(bits, 1, 1);
  }

  @ParameterizedTest
  @Tag("slow")
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 15, 16, 17, 31, 32, 33, 40})
  void functionsAreRightOnManyRanges(int bits) throws Exception {
    compare(bits, 6, 5);
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 86})
  void comparisonsAreRightOnWideRanges(int bits) throws Exception {
    List<Function> functions = Function.all(bits).subList(0, 5);
    BigInteger[][] pairs = pairs(bits, 1);
    VerifiedProgram program = compile(functions, bits, pairs[0].length, 0, 2);
    Values inputs = Interpreter.inputs(program.program());
    inputs.set("x", pairs[0]);
    inputs.set("y", pairs[1]);
    requireRight(functions, Interpreter.run(program, inputs, 1).outputs(), pairs, 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void functionsAreRightAtRealParties(int parties) throws Exception {
    int bits = 6;
    List<Function> functions = Function.all(bits);
    BigInteger[][] pairs = pairs(bits, 1);
    for (int side = 0; side < 2; side++) {
      pairs[side] = Arrays.copyOfRange(pairs[side], 9, 12);
    }
    VerifiedProgram program = compile(functions, bits, 3, 1, parties);
    VmRun run = new VmRun(program, Map.of("x", pairs[0], "y", pairs[1]));
    for (VmRun.End end : run.run(OpeningMode.ALL)) {
      assertNull(end.failure());
      requireRight(functions, end.outputs(), pairs, 1);
    }
  }

  @Test
  void roundsDownAndUpWithoutBias() throws Exception {
    Function about =
        new Function("about", (b, x, y) -> new Shift(b).rightProbabilistic(x, 2), null, null, 1);
    int n = 4000;
    VerifiedProgram program = compile(List.of(about), 8, n, 0, 2);
    Values inputs = Interpreter.inputs(program.program());
    BigInteger[] x = new BigInteger[n];
    Arrays.fill(x, BigInteger.valueOf(-5));
    inputs.set("x", x);
    inputs.set("y", x);
    BigInteger[] quotients = Interpreter.run(program, inputs, 1).outputs().get("all0");
    // -5/4 is -2 + 3/4: up with probability 3/4, and a deviation of 27 is usual.
    long up = Arrays.stream(quotients).filter(BigInteger.ONE.negate()::equals).count();
    assertTrue(Math.abs(up - 3000) < 6 * 27, "up " + up);
  }

  private static void requireTooWide(String message, int bits, Function.OnVectors vectors) {
    Function function = new Function("wide", vectors, null, null, 0);
    BadFile e = assertThrows(BadFile.class, () -> compile(List.of(function), bits, 2, 0, 2));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  @Test
  void theFieldHasRoomForTheMask() {
    requireTooWide(
        "masked values of 88 bits need a prime of 129 bits, and p128 has 128",
        87,
        (b, x, y) -> new Comparison(b).lessThan(x, y).asInts());
    requireTooWide(
        "masked values of 88 bits need a prime of 129 bits, and p128 has 128",
        87,
        (b, x, y) -> new Equality(b).of(x, y).asInts());
    requireTooWide(
        "masked values of 88 bits need a prime of 129 bits, and p128 has 128",
        88,
        (b, x, y) -> new Shift(b).right(x, 3));
    requireTooWide(
        "masked values of 88 bits need a prime of 129 bits, and p128 has 128",
        88,
        (b, x, y) -> new Shift(b).rightProbabilistic(x, 3));
    requireTooWide(
        "masked values of 88 bits need a prime of 129 bits, and p128 has 128",
        88,
        (b, x, y) -> new BitDecomposition(b).of(x).get(0).asInts());
    requireTooWide(
        "masked values of 127 bits need a prime of 168 bits, and p128 has 128",
        62,
        (b, x, y) -> new Division(b).quotient(x, 10));
  }
}
