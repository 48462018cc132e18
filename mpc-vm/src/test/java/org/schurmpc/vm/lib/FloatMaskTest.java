package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.ForcedBits;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Floating-point numbers below powers of 2, under masks of chosen bits, which are rare else. */
class FloatMaskTest {
  private static List<BooleanSupplier> masks() {
    Random rare = new Random(1);
    int[] count = new int[1];
    return List.of(
        () -> false,
        () -> true,
        () -> count[0]++ % 2 == 0,
        () -> rare.nextInt(32) == 0,
        () -> rare.nextInt(32) != 0);
  }

  private static VerifiedProgram compile(SecureProgram program) throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 2).withMixed(false).withoutLines();
    return Compiler.compile(program, "masks", options);
  }

  private static BigInteger bits(float x) {
    return BigInteger.valueOf(Integer.toUnsignedLong(Float.floatToIntBits(x)));
  }

  private static float[][] summands() {
    List<float[]> all = new ArrayList<>();
    float[] ends = {16777215f, 16777214f, 8388607.5f, 16777216f, 1f, 1.5f};
    for (float x : ends) {
      for (int e = -5; e < 27; e++) {
        float y = Math.scalb(1f, -e);
        for (float each : new float[] {y, 1.5f * y, Math.nextDown(y), 1.25f * y, 1.75f * y}) {
          all.add(new float[] {x, each});
          all.add(new float[] {-x, each});
        }
      }
    }
    return all.toArray(float[][]::new);
  }

  @Test
  void sumsAreRight() throws Exception {
    float[][] summands = summands();
    int n = summands.length;
    VerifiedProgram program =
        compile(
            b -> {
              FloatingPoint floats = new FloatingPoint(b);
              SecretFloat x = floats.inputs("x", 0, n);
              floats.output("sum", x.plus(floats.inputs("y", 1, n)));
            });
    Values inputs = Interpreter.inputs(program.program());
    inputs.set("x", Arrays.stream(summands).map(each -> bits(each[0])).toArray(BigInteger[]::new));
    inputs.set("y", Arrays.stream(summands).map(each -> bits(each[1])).toArray(BigInteger[]::new));
    for (BooleanSupplier mask : masks()) {
      BigInteger[] sums = ForcedBits.run(program, inputs, mask).get("sum");
      for (int i = 0; i < n; i++) {
        float[] of = summands[i];
        assertEquals(bits(of[0] + of[1]), sums[i], () -> "%a + %a".formatted(of[0], of[1]));
      }
    }
  }

  /** Numbers just below powers of 2, and the powers. */
  private static BigInteger[] integers(int width) {
    List<BigInteger> all = new ArrayList<>();
    for (int i = 1; i < width; i++) {
      BigInteger power = BigInteger.TWO.pow(i);
      for (int k = 0; k < i; k++) {
        all.add(power.subtract(BigInteger.TWO.pow(k)));
        all.add(power.subtract(BigInteger.TWO.pow(k)).not());
      }
      all.add(power.negate());
    }
    return all.toArray(BigInteger[]::new);
  }

  private static void requireConversions(int width) throws Exception {
    BigInteger[] x = integers(width);
    IntType type = IntType.signed(width);
    VerifiedProgram program =
        compile(
            b -> {
              FloatingPoint floats = new FloatingPoint(b);
              floats.output("y", floats.of(b.inputs("x", 0, type, x.length)));
            });
    Values inputs = Interpreter.inputs(program.program());
    inputs.set("x", x);
    for (BooleanSupplier mask : masks()) {
      BigInteger[] y = ForcedBits.run(program, inputs, mask).get("y");
      for (int i = 0; i < x.length; i++) {
        assertEquals(bits(x[i].floatValue()), y[i], x[i].toString());
      }
    }
  }

  @Test
  void conversionsAreRight() throws Exception {
    requireConversions(32);
    requireConversions(64);
  }
}
