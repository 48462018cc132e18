package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.field.Fields;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.compile.CostReport;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Comparison against BigInteger, its rounds and its material. */
class LessThanTest {
  private static final int SIGMA_MASK = 40;

  private static void define(ProgramBuilder b, int bits, int n) {
    SecretInts x = b.inputs("x", 0, IntType.signed(bits), n);
    SecretInts y = b.inputs("y", 1, IntType.signed(bits), n);
    LessThan lessThan = new LessThan(b);
    for (int i = 0; i < n; i++) {
      b.output("out" + i, lessThan.of(x.get(i), y.get(i)));
    }
  }

  private static VerifiedProgram compile(int bits, int n) throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 2).withSigmaMask(SIGMA_MASK).withoutLines();
    return Compiler.compile(b -> define(b, bits, n), "less", options);
  }

  /** Pairs of all edges of the range, and random ones. */
  private static BigInteger[][] pairs(int bits) {
    BigInteger most = BigInteger.TWO.pow(bits - 1).subtract(BigInteger.ONE);
    List<BigInteger> edges = new ArrayList<>();
    for (BigInteger each : List.of(BigInteger.ZERO, most, most.not(), most.shiftRight(1))) {
      for (int i = -1; i <= 1; i++) {
        BigInteger edge = each.add(BigInteger.valueOf(i));
        if (edge.bitLength() < bits) {
          edges.add(edge);
        }
      }
    }
    Random random = new Random(bits);
    for (int i = 0; i < 4; i++) {
      edges.add(new BigInteger(bits, random).subtract(BigInteger.TWO.pow(bits - 1)));
    }
    int n = edges.size();
    BigInteger[][] pairs = new BigInteger[2][n * n];
    for (int i = 0; i < n * n; i++) {
      pairs[0][i] = edges.get(i / n);
      pairs[1][i] = edges.get(i % n);
    }
    return pairs;
  }

  private static void requireRight(Values outputs, BigInteger[][] pairs) {
    for (int i = 0; i < pairs[0].length; i++) {
      int expected = pairs[0][i].compareTo(pairs[1][i]) < 0 ? 1 : 0;
      assertEquals(
          expected, outputs.get("out" + i)[0].intValue(), pairs[0][i] + " < " + pairs[1][i]);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 32})
  void comparesTheEdgesOfTheRange(int bits) throws Exception {
    compare(bits, 1);
  }

  @ParameterizedTest
  @Tag("slow")
  @ValueSource(ints = {1, 2, 3, 8, 31, 32, 64, 80})
  void comparesTheEdgesOfManyRanges(int bits) throws Exception {
    compare(bits, 5);
  }

  private static void compare(int bits, int seeds) throws Exception {
    BigInteger[][] pairs = pairs(bits);
    VerifiedProgram program = compile(bits, pairs[0].length);
    Values inputs = Interpreter.inputs(program.program());
    inputs.set("x", pairs[0]);
    inputs.set("y", pairs[1]);
    for (int seed = 0; seed < seeds; seed++) {
      requireRight(Interpreter.run(program, inputs, seed).outputs(), pairs);
    }
  }

  @Test
  void comparesAtRealParties() throws Exception {
    BigInteger[][] pairs = pairs(32);
    for (int side = 0; side < 2; side++) {
      pairs[side] = Arrays.copyOf(pairs[side], 30);
    }
    VerifiedProgram program = compile(32, pairs[0].length);
    VmRun run = new VmRun(program, Map.of("x", pairs[0], "y", pairs[1]));
    for (VmRun.End end : run.run(OpeningMode.ALL)) {
      assertNull(end.failure());
      requireRight(end.outputs(), pairs);
    }
  }

  @Test
  void takesLogarithmicRounds() throws Exception {
    VerifiedProgram program = compile(32, 1);
    assertEquals(1 + 5, CostReport.of(program).total().rounds());
    Counts demand = program.program().tapes().get(0).demand()[0];
    assertEquals(2 * 31 - 5, demand.triples());
    // Two inputs of 32 bits, and the mask.
    assertEquals(2 * 32 + 32 + 1 + SIGMA_MASK, demand.bits());
    assertEquals(6, CostReport.of(compile(32, 100)).total().rounds());
  }

  @Test
  void theFieldHasRoomForTheMask() {
    BadFile e = assertThrows(BadFile.class, () -> compile(90, 1));
    assertTrue(
        e.getMessage()
            .endsWith("masked values of 92 bits need a prime of 133 bits, and p128 has 128"),
        e.getMessage());
  }
}
