package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;

/** The functions on integers against BigInteger, in the clear and at real parties. */
class IntegersTest {
  private static void compare(int bits, int random, int seeds) throws Exception {
    BigInteger[][] pairs = FunctionRuns.pairs(bits, random);
    int singles = Math.min(2, pairs[0].length);
    FunctionRuns.compare(Function.all(bits), bits, pairs, singles, seeds);
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
    FunctionRuns.compare(functions, bits, FunctionRuns.pairs(bits, 1), 0, 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void functionsAreRightAtRealParties(int parties) throws Exception {
    int bits = 6;
    BigInteger[][] pairs = FunctionRuns.pairs(bits, 1);
    for (int side = 0; side < 2; side++) {
      pairs[side] = Arrays.copyOfRange(pairs[side], 9, 12);
    }
    FunctionRuns.compareAtParties(Function.all(bits), bits, pairs, parties);
  }

  @Test
  void roundsDownAndUpWithoutBias() throws Exception {
    Function about =
        new Function("about", (b, x, y) -> new Shift(b).rightProbabilistic(x, 2), null, null, 1);
    int n = 4000;
    VerifiedProgram program = FunctionRuns.compile(List.of(about), 8, n, 0, 2);
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
    BadFile e =
        assertThrows(BadFile.class, () -> FunctionRuns.compile(List.of(function), bits, 2, 0, 2));
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
