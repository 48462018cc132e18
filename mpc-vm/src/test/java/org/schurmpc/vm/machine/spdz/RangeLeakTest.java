package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.OutOfRange;
import org.schurmpc.core.field.Fields;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.Index;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.Routine;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.FixedMatrix;
import org.schurmpc.vm.lib.FixedPoint;
import org.schurmpc.vm.lib.LinearRegression;
import org.schurmpc.vm.lib.SecretFixed;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * A peer that chooses its inputs, in their proven range, so that fixed-point results of another
 * party's numbers leave theirs: such programs do not compile, saturate, or stop.
 */
class RangeLeakTest {
  private static final double ONE = 65536;
  private static final double RATE = 16383.99;
  private static final int ROWS = 8;

  /** Computes compound interest: amounts of the first party, rates of the second one. */
  private static SecureProgram interest(UnaryOperator<FixedPoint> arithmetic) {
    return b -> {
      FixedPoint fixed = arithmetic.apply(new FixedPoint(b));
      SecretFixed amount = fixed.inputs("amount", 0, 2);
      SecretFixed rate = fixed.inputs("rate", 1, 2);
      fixed.output("out", amount.times(rate).times(rate).times(rate).times(rate));
    };
  }

  private static SecureProgram regression(UnaryOperator<FixedPoint> arithmetic) {
    return b -> {
      FixedPoint fixed = arithmetic.apply(new FixedPoint(b));
      SecretFixed x = fixed.inputs("x", 0, ROWS);
      SecretFixed z = fixed.inputs("z", 1, ROWS);
      SecretFixed y = fixed.inputs("y", 1, ROWS);
      fixed.output("out", new LinearRegression(fixed).fit(new FixedMatrix(List.of(z, x)), y, 0));
    };
  }

  private static VerifiedProgram compile(SecureProgram program, int parties) throws Exception {
    return Compiler.compile(program, "leak", CompileOptions.of(Fields.named("p128"), parties));
  }

  private static BigInteger[] units(double... numbers) {
    return Arrays.stream(numbers)
        .mapToObj(each -> BigInteger.valueOf(Math.round(each * ONE)))
        .toArray(BigInteger[]::new);
  }

  private static double[] alternating(double size, double spread) {
    double[] column = new double[ROWS];
    Arrays.setAll(column, i -> (i % 2 == 0 ? size : -size) + spread * i);
    return column;
  }

  private static Map<String, BigInteger[]> columns() {
    double[] y = new double[ROWS];
    Arrays.setAll(y, i -> i < ROWS / 2 ? RATE : -RATE);
    return Map.of(
        "x", units(alternating(8000, 1)), "z", units(alternating(RATE, 0)), "y", units(y));
  }

  private static void requireRefused(SecureProgram program, String message) {
    BadFile e = assertThrows(BadFile.class, () -> compile(program, 2));
    assertTrue(e.getMessage().startsWith("RangeLeakTest.java:"), e.getMessage());
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  @Test
  void programsThatCanLeaveTheRangeDoNotCompile() {
    requireRefused(
        interest(format -> format),
        "a product can be from -268435455.75 to 268435456, and numbers");
    requireRefused(regression(format -> format), "and numbers of 31 bits, 16 of them behind");
  }

  @Test
  void saturatedResultsAreTheEnds() throws Exception {
    Map<String, BigInteger[]> inputs =
        Map.of("amount", units(1234.56, -0.25), "rate", units(RATE, 2));
    for (VmRun.End end :
        new VmRun(compile(interest(FixedPoint::saturating), 2), inputs).run(OpeningMode.ALL)) {
      assertNull(end.failure());
      assertEquals(BigInteger.valueOf((1 << 30) - 1), end.outputs().get("out")[0]);
      assertEquals(-4 * ONE, end.outputs().get("out")[1].doubleValue(), 15);
    }
  }

  private static void requireStopped(SecureProgram program, Map<String, BigInteger[]> inputs, int n)
      throws Exception {
    for (VmRun.End end : new VmRun(compile(program, n), inputs).run(OpeningMode.ALL)) {
      assertInstanceOf(OutOfRange.class, end.failure());
      assertNull(end.outputs());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void checkedResultsEndTheRunAtAllPartiesAlike(int parties) throws Exception {
    requireStopped(
        interest(FixedPoint::checked),
        Map.of("amount", units(1234.56, -0.25), "rate", units(1, RATE)),
        parties);
    requireStopped(regression(FixedPoint::checked), columns(), parties);
  }

  @Test
  void checkedRunsInTheRangeEndWell() throws Exception {
    Map<String, BigInteger[]> inputs = Map.of("amount", units(100, -0.25), "rate", units(1.5, 3));
    for (VmRun.End end :
        new VmRun(compile(interest(FixedPoint::checked), 2), inputs).run(OpeningMode.ALL)) {
      assertNull(end.failure());
      assertEquals(506.25 * ONE, end.outputs().get("out")[0].doubleValue(), 20);
    }
  }

  /** A result out of range is found in a loop, in a routine, and in each tape. */
  private static SecureProgram everywhere(int where) {
    return b -> {
      FixedPoint fixed = new FixedPoint(b).checked();
      SecretIntArray cells = b.secretArray("cells", IntType.signed(31), 4);
      SecretFixed x = fixed.inputs("x", 0, 4);
      cells.store(0, x.units());
      switch (where) {
        case 0 -> b.repeat(4, i -> cells.set(i, twice(fixed, cells, i)));
        case 1 -> {
          Routine routine =
              b.routine(
                  "twice", () -> cells.store(0, fixed.scaled(cells.vector(0, 4)).times(2).units()));
          routine.call();
        }
        case 2 ->
            b.parallel(
                4,
                run -> {
                  SecretIntArray own = cells.chunk(run, 1);
                  own.set(0, fixed.scaled(own.vector(0, 1)).times(2).units().get(0));
                });
        default -> {
          b.ifThen(b.index(1), () -> cells.set(3, twice(fixed, cells, b.index(3))));
          b.step(() -> cells.set(0, b.secret(0)), () -> cells.set(1, b.secret(0)));
        }
      }
      fixed.output("out", fixed.scaled(cells.vector(0, 4)));
    };
  }

  private static SecretInt twice(FixedPoint fixed, SecretIntArray cells, Index at) {
    return fixed.scaled(cells.vector(at, 1)).times(2).units().get(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void resultsAreCheckedEverywhere(int where) throws Exception {
    requireStopped(everywhere(where), Map.of("x", units(1, 2, 3, 9000)), 2);
    VmRun inRange = new VmRun(compile(everywhere(where), 2), Map.of("x", units(1, 2, 3, 8000)));
    for (VmRun.End end : inRange.run(OpeningMode.ALL)) {
      assertNull(end.failure());
      assertEquals(BigInteger.valueOf(16000 << 16), end.outputs().get("out")[3]);
    }
  }

  /** What is revealed is checked before. */
  @Test
  void nothingIsRevealedOutOfRange() throws Exception {
    SecureProgram program =
        b -> {
          FixedPoint fixed = new FixedPoint(b).checked();
          b.print("twice ", fixed.inputs("x", 0, 1).times(2).reveal().get(0));
        };
    for (VmRun.End end :
        new VmRun(compile(program, 2), Map.of("x", units(9000))).run(OpeningMode.ALL)) {
      assertInstanceOf(OutOfRange.class, end.failure());
      assertEquals(List.of(), end.prints());
    }
  }
}
