package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.OutOfRange;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;

/** What functions of the library refuse, and results outside of their range that end the run. */
class RefusalsTest {
  private static VerifiedProgram compile(SecureProgram program) throws Exception {
    return Compiler.compile(program, "refused", CompileOptions.of(Fields.named("p128"), 2));
  }

  private static void requireRefused(String reason, SecureProgram program, String which) {
    BadFile e = assertThrows(BadFile.class, () -> compile(program), which);
    assertTrue(e.getMessage().contains(reason), which + ": " + e.getMessage());
  }

  private record Operands(FixedPoint format, SecretFixed x, SecretFixed other, ProgramBuilder b) {}

  private static Operands operands(ProgramBuilder b) {
    FixedPoint format = new FixedPoint(b).saturating();
    SecretFixed other = new FixedPoint(b, 31, 8).saturating().inputs("y", 1, 2);
    return new Operands(format, format.inputs("x", 0, 2), other, b);
  }

  @Test
  void numbersOfTwoFormats() {
    List<Consumer<Operands>> all =
        List.of(
            o -> o.x().plus(o.other()),
            o -> o.x().minus(o.other()),
            o -> o.x().times(o.other()),
            o -> o.x().dividedBy(o.other()),
            o -> o.x().lessThan(o.other()),
            o -> o.format().join(o.x(), o.other()),
            o -> o.format().choose(o.b().randomBits(2), o.other(), o.x()),
            o -> o.format().choose(o.b().randomBits(2), o.x(), o.other()),
            o -> o.format().dots(List.of(o.other()), o.x()),
            o -> o.format().dots(List.of(o.x()), o.other()),
            o -> o.format().reciprocal(o.other()),
            o -> o.format().sqrt(o.other()),
            o -> o.format().reciprocalSqrt(o.other()),
            o -> o.format().log(o.other()),
            o -> o.format().exp(o.other()),
            o -> o.format().sin(o.other()),
            o -> o.format().cos(o.other()),
            o -> o.format().output("z", o.other()),
            o -> o.format().outputTo(0, "z", o.other()),
            o -> new FixedMatrix(List.of(o.x(), o.other())),
            o -> new FixedMatrix(List.of(o.x(), o.x())).times(o.other()),
            o -> new Sigmoid(o.format()).of(o.other()),
            o -> new Statistics(o.format()).mean(o.other()));
    for (int i = 0; i < all.size(); i++) {
      Consumer<Operands> function = all.get(i);
      requireRefused(
          "fixed-point numbers of two formats are combined",
          b -> function.accept(operands(b)),
          "function " + i);
    }
  }

  @Test
  void shiftsByLessThanNothing() {
    List<BiConsumer<Shift, ProgramBuilder>> all =
        List.of(
            (shift, b) -> shift.left(b.inputs("x", 0, IntType.signed(8), 2), -1),
            (shift, b) -> shift.right(b.inputs("x", 0, IntType.signed(8), 2), -1),
            (shift, b) -> shift.rightProbabilistic(b.inputs("x", 0, IntType.signed(8), 2), -1),
            (shift, b) -> shift.lowBits(b.inputs("x", 0, IntType.signed(8), 2), -1));
    for (BiConsumer<Shift, ProgramBuilder> function : all) {
      requireRefused(
          "a shift has 0 bits or more, not -1",
          b -> function.accept(new Shift(b), b),
          "shift " + all.indexOf(function));
    }
  }

  @Test
  void samplesOfOneValue() {
    requireRefused(
        "a sample has 2 values or more",
        b -> {
          FixedPoint format = new FixedPoint(b);
          SecretFixed x = format.inputs("x", 0, 1);
          new Statistics(format).sampleCovariance(x, x);
        },
        "covariance");
  }

  @Test
  void rootsThatLeaveTheRange() {
    requireRefused(
        "a reciprocal root can be from",
        b -> {
          FixedPoint format = new FixedPoint(b, 31, 24);
          format.reciprocalSqrt(format.inputs("x", 0, 1));
        },
        "reciprocal root");
  }

  /** 200^2 is beyond 16384, and 100^2 is not. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void checkedResultsOutsideOfTheirRangeEndTheRun(boolean reveals) throws Exception {
    VerifiedProgram program =
        compile(
            b -> {
              FixedPoint format = new FixedPoint(b);
              SecretFixed x = format.inputs("x", 0, 1).checked();
              SecretFixed square = x.times(x);
              if (reveals) {
                b.print("square ", square.reveal().get(0));
              } else {
                format.output("y", square);
              }
            });
    List<String> prints = new ArrayList<>();
    for (int x : new int[] {100, 200}) {
      Values inputs = Interpreter.inputs(program.program());
      inputs.set("x", BigInteger.valueOf(x).shiftLeft(16));
      if (x == 100) {
        prints.addAll(Interpreter.run(program, inputs, 1).prints());
      } else {
        assertThrows(OutOfRange.class, () -> Interpreter.run(program, inputs, 1));
      }
    }
    assertEquals(reveals ? 1 : 0, prints.size());
  }
}
