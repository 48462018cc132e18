package org.schurmpc.vm.compile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.OutOfRange;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.lang.ClearInt;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.Index;
import org.schurmpc.vm.lang.IndexVar;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretGf2ns;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretVar;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.FixedPoint;
import org.schurmpc.vm.lib.SecretFixed;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;

/** What a trial checks beside a program: the developer's word, and indices that wrap around. */
class TrialTest {
  private static final IntType LONG = IntType.signed(64);
  private static final IntType WIDE = IntType.signed(80);
  private static final long[] EDGES = {
    0,
    1,
    -1,
    2,
    -2,
    3,
    1L << 31,
    (1L << 32) + 1,
    3037000499L,
    3037000500L,
    -3037000500L,
    1L << 62,
    -(1L << 62),
    Long.MAX_VALUE,
    Long.MAX_VALUE - 1,
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1
  };

  private static CompileOptions options() throws MpcException {
    return CompileOptions.of(Fields.named("p128"), 2).withSecond(Fields.named("gf2_128"));
  }

  private static Interpreter.Outcome run(SecureProgram program, boolean trial, long... x)
      throws MpcException {
    VerifiedProgram compiled =
        trial
            ? Compiler.compileForTrial(program, "test", options())
            : Compiler.compile(program, "test", options());
    Values inputs = Interpreter.inputs(compiled.program());
    inputs.set("x", Arrays.stream(x).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new));
    return Interpreter.run(compiled, inputs, 1);
  }

  /** Requires that a trial ends at the line of this file in which the program says a word. */
  private static void requireFault(String word, SecureProgram program, long... x)
      throws MpcException {
    run(program, false, x);
    String said = assertThrows(OutOfRange.class, () -> run(program, true, x)).getMessage();
    assertTrue(said.contains("TrialTest.java:"), said);
    assertTrue(said.contains(word), said);
  }

  private static void requireNone(SecureProgram program, long... x) throws MpcException {
    BigInteger[] wanted = run(program, false, x).outputs().get("y");
    assertArrayEquals(wanted, run(program, true, x).outputs().get("y"));
  }

  @ParameterizedTest
  @CsvSource({"-8,true", "7,true", "-9,false", "8,false", "-9223372036854775808,false"})
  void aRangeHoldsToItsEnds(long x, boolean holds) throws Exception {
    IntType type = IntType.signed(4);
    List<SecureProgram> programs =
        List.of(
            b -> b.output("y", b.input("x", 0, LONG).assumeFits(type).plus(1).reveal()),
            b -> b.output("y", b.input("x", 0, LONG).reveal().assumeFits(type)),
            b -> b.output("y", b.inputs("x", 0, LONG, 1).asElements().assumeFits(type).sum()));
    for (SecureProgram program : programs) {
      if (holds) {
        requireNone(program, x);
      } else {
        requireFault("assumeFits takes a value to be from -8 to 7, and it is not", program, x);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 100})
  void eachElementOfAVectorIsChecked(int n) throws Exception {
    SecureProgram program =
        b -> b.output("y", b.inputs("x", 0, WIDE, n).assumeFits(IntType.unsigned(3)).sum());
    long[] x = new long[n];
    Arrays.setAll(x, i -> i % 8);
    requireNone(program, x);
    for (int at = 0; at < n; at++) {
      long[] spoilt = x.clone();
      spoilt[at] = at % 2 == 0 ? 8 : -1;
      requireFault("assumeFits", program, spoilt);
    }
  }

  @Test
  void bitsFactorsAndInputsWithoutProofAreChecked() throws Exception {
    SecureProgram bit = b -> b.output("y", b.input("x", 0, LONG).assumeBit().asInt());
    SecureProgram bits = b -> b.output("y", b.inputs("x", 0, LONG, 2).assumeBits().asInts().sum());
    SecureProgram unproven = b -> b.output("y", b.inputUnproven("x", 0, IntType.unsigned(4)));
    SecureProgram half =
        b -> {
          ClearInt y = b.clear(1).overInField(b.clear(2));
          b.output("y", b.input("x", 0, LONG).timesInField(y, LONG));
        };
    SecureProgram second =
        b -> {
          SecretGf2ns zero = b.secondField().secretArray(1).vector(0, 1);
          b.output("y", zero.plus(b.inputGf2n("x", 0)).assumeBits().get(0).asElement());
        };
    requireNone(bit, 1);
    requireFault("assumeBit takes", bit, 2);
    requireNone(bits, 1, 0);
    requireFault("assumeBits takes", bits, 0, -1);
    requireNone(unproven, 15);
    requireFault("inputUnproven takes", unproven, 16);
    requireNone(half, -6);
    requireFault("timesInField takes", half, 7);
    requireNone(second, 1);
    requireFault("assumeBits takes", second, 2);
  }

  @Test
  void fixedPointThatIsTakenToFitIsChecked() throws Exception {
    SecureProgram product =
        b -> {
          FixedPoint fixed = new FixedPoint(b, 20, 8).assumeFits();
          SecretFixed x = fixed.of(b.inputs("x", 0, IntType.signed(12), 2));
          b.output("y", x.get(0).times(x.get(1)).units().get(0));
        };
    SecureProgram quotient =
        b -> {
          FixedPoint fixed = new FixedPoint(b, 20, 8).assumeFits();
          SecretFixed x = fixed.scaled(b.inputs("x", 0, IntType.signed(20), 2));
          b.output("y", x.get(0).dividedBy(x.get(1)).units().get(0));
        };
    requireNone(product, 45, 45);
    requireFault("FixedPoint.assumeFits takes", product, 46, 45);
    requireFault("FixedPoint.assumeFits takes", product, 2047, -2048);
    requireNone(quotient, 524287, 257);
    requireFault("FixedPoint.assumeFits takes", quotient, 524287, 250);
    requireFault("FixedPoint.assumeFits takes", quotient, 524287, 1);
  }

  @Test
  void indicesThatWrapAroundAreReported() throws Exception {
    requireLikeJava(Math::addExact, (x, y) -> x.plus(y));
    requireLikeJava(Math::subtractExact, (x, y) -> x.minus(y));
    requireLikeJava(Math::multiplyExact, (x, y) -> x.times(y));
    for (int bits : new int[] {0, 1, 31, 62, 63}) {
      requireLikeJava(
          (x, y) -> {
            if (x << bits >> bits != x) {
              throw new ArithmeticException();
            }
            return x << bits;
          },
          (x, y) -> x.shiftLeft(bits));
    }
  }

  private static void requireLikeJava(LongBinaryOperator exact, BinaryOperator<Index> of)
      throws MpcException {
    SecureProgram program =
        b -> {
          ClearInts x = b.inputs("x", 0, LONG, 2).reveal();
          b.output("y", of.apply(x.get(0).toIndex(), x.get(1).toIndex()).toClear());
        };
    VerifiedProgram compiled = Compiler.compileForTrial(program, "test", options());
    for (long x : EDGES) {
      for (long y : EDGES) {
        Values inputs = Interpreter.inputs(compiled.program());
        inputs.set("x", BigInteger.valueOf(x), BigInteger.valueOf(y));
        BigInteger wanted;
        try {
          wanted = BigInteger.valueOf(exact.applyAsLong(x, y));
        } catch (ArithmeticException e) {
          String said =
              assertThrows(OutOfRange.class, () -> Interpreter.run(compiled, inputs, 1))
                  .getMessage();
          assertTrue(said.contains("a number of type Index wraps around at 64 bits"), said);
          continue;
        }
        assertEquals(wanted, Interpreter.run(compiled, inputs, 1).outputs().get("y")[0]);
      }
    }
  }

  /** What is known when the program is compiled is checked as what is not. */
  @Test
  void constantsAndLoopsThatWrapAroundAreReported() throws Exception {
    SecureProgram constant =
        b -> b.output("y", b.input("x", 0, LONG).plus(large(b).times(large(b)).mod(8).toClear()));
    SecureProgram loop =
        b -> {
          IndexVar power = b.indexVar(1);
          b.repeat(70, i -> power.set(power.get().times(3)));
          b.output("y", b.input("x", 0, LONG).plus(power.get().mod(8).toClear()));
        };
    SecureProgram shortLoop =
        b -> {
          IndexVar power = b.indexVar(1);
          b.repeat(39, i -> power.set(power.get().times(3)));
          b.output("y", b.input("x", 0, LONG).plus(power.get().mod(8).toClear()));
        };
    requireFault("wraps around", constant, 1);
    requireFault("wraps around", loop, 1);
    requireNone(shortLoop, 1);
  }

  private static Index large(ProgramBuilder b) {
    return b.index(1L << 40);
  }

  /** A word is asked about where the program says it, and only if it comes there. */
  @Test
  void aWordHoldsWhereItStands() throws Exception {
    SecureProgram program =
        b -> {
          SecretInt x = b.input("x", 0, LONG);
          ClearInt known = x.reveal();
          SecretVar sum = b.secretVar(LONG, 0);
          b.ifThen(
              known.toIndex().lt(16), () -> sum.set(x.assumeFits(IntType.unsigned(4)).plus(1)));
          b.output("y", sum.get());
        };
    requireNone(program, 15);
    requireNone(program, 1000);
    requireFault("assumeFits", program, -1);
  }
}
