package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.field.Fields;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Floating point against Java's, in the clear and at real parties. */
class FloatingPointTest {
  private static VerifiedProgram compile(List<FloatFunction> functions, int n, int parties)
      throws Exception {
    CompileOptions options = CompileOptions.of(Fields.named("p128"), parties).withoutLines();
    return Compiler.compile(
        b -> {
          SecretFloat x = new FloatingPoint(b).inputs("x", 0, n);
          SecretFloat y = new FloatingPoint(b).inputs("y", 1, n);
          for (int i = 0; i < functions.size(); i++) {
            b.output("f" + i, functions.get(i).inProgram().of(b, x, y));
          }
        },
        "floats",
        options);
  }

  private static BigInteger[] bits(int... floats) {
    return Arrays.stream(floats)
        .mapToObj(bits -> BigInteger.valueOf(Integer.toUnsignedLong(bits)))
        .toArray(BigInteger[]::new);
  }

  private static void requireRight(
      List<FloatFunction> functions, FloatCases cases, Values outputs) {
    for (int i = 0; i < functions.size(); i++) {
      FloatFunction function = functions.get(i);
      BigInteger[] results = outputs.get("f" + i);
      for (int k = 0; k < cases.size(); k++) {
        float x = FloatFunction.flushed(Float.intBitsToFloat(cases.x()[k]));
        float y = FloatFunction.flushed(Float.intBitsToFloat(cases.y()[k]));
        long expected = function.plain().of(x, y);
        long result = results[k].longValueExact();
        assertEquals(
            Long.toHexString(expected),
            Long.toHexString(result),
            () -> "%s of %a, %a".formatted(function.name(), x, y));
      }
    }
  }

  private static void compare(
      VerifiedProgram program, List<FloatFunction> functions, FloatCases cases) throws Exception {
    Values inputs = Interpreter.inputs(program.program());
    inputs.set("x", bits(cases.x()));
    inputs.set("y", bits(cases.y()));
    requireRight(functions, cases, Interpreter.run(program, inputs, 1).outputs());
  }

  @Test
  void functionsAreRightOnSpecialAndRandomNumbers() throws Exception {
    FloatCases cases = FloatCases.special().and(FloatCases.random(3000, 1));
    List<FloatFunction> functions = FloatFunction.all();
    compare(compile(functions, cases.size(), 2), functions, cases);
  }

  @Test
  @Tag("slow")
  void functionsAreRightOnManyNumbers() throws Exception {
    VerifiedProgram program = compile(FloatFunction.all(), 10_000, 2);
    for (int seed = 2; seed < 12; seed++) {
      compare(program, FloatFunction.all(), FloatCases.random(10_000, seed));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void functionsAreRightAtRealParties(int parties) throws Exception {
    FloatCases special = FloatCases.special();
    FloatCases cases = special.some(1, special.size(), 1000).and(FloatCases.random(4, 3));
    List<FloatFunction> functions = FloatFunction.all();
    VerifiedProgram program = compile(functions, cases.size(), parties);
    Map<String, BigInteger[]> inputs = Map.of("x", bits(cases.x()), "y", bits(cases.y()));
    for (VmRun.End end : new VmRun(program, inputs).run(OpeningMode.ALL)) {
      assertNull(end.failure());
      requireRight(functions, cases, end.outputs());
    }
  }
}
