package org.schurmpc.core.circuit.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BinaryOperator;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitStatistics;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.PlainEvaluation;

class UIntTest {
  private static final int COLUMNS = 1024;

  private static Circuit circuit(Goal goal, int bits, BinaryOperator<UInt> operation) {
    TypedBuilder builder = new TypedBuilder(goal);
    builder.output(operation.apply(builder.inputUInt(bits), builder.inputUInt(bits)));
    return builder.build();
  }

  private static long mask(int bits) {
    return bits == 64 ? -1 : (1L << bits) - 1;
  }

  /** All pairs of up to five bits, random ones of more. */
  private static void check(
      Goal goal, int bits, BinaryOperator<UInt> operation, LongBinaryOperator reference) {
    Circuit circuit = circuit(goal, bits, operation);
    int outBits = circuit.outputWires();
    SplittableRandom random = new SplittableRandom(bits);
    BitMatrix inputs = new BitMatrix(2 * bits, COLUMNS);
    long[][] values = new long[2][COLUMNS];
    for (int column = 0; column < COLUMNS; column++) {
      for (int i = 0; i < 2; i++) {
        long value =
            bits <= 5
                ? column >>> (i * bits)
                : random.nextLong() >>> random.nextInt(64) ^ -(random.nextInt(4) / 3);
        values[i][column] = value & mask(bits);
        for (int bit = 0; bit < bits; bit++) {
          inputs.set(i * bits + bit, column, (value >>> bit & 1) != 0);
        }
      }
    }
    BitMatrix outputs = PlainEvaluation.evaluate(circuit, inputs);
    for (int column = 0; column < COLUMNS; column++) {
      long result = 0;
      for (int bit = 0; bit < outBits; bit++) {
        result |= outputs.get(bit, column) ? 1L << bit : 0;
      }
      long a = values[0][column];
      long b = values[1][column];
      assertEquals(
          reference.applyAsLong(a, b) & mask(outBits), result, goal + " of " + a + " and " + b);
    }
  }

  private static UInt single(Bit bit) {
    return bit.builder().uint(bit.wire());
  }

  @ParameterizedTest
  @EnumSource
  void agreesWithJava(Goal goal) {
    for (int bits : new int[] {1, 2, 3, 5, 31, 32, 64}) {
      check(goal, bits, UInt::xor, (a, b) -> a ^ b);
      check(goal, bits, UInt::and, (a, b) -> a & b);
      check(goal, bits, UInt::or, (a, b) -> a | b);
      check(goal, bits, UInt::plus, Long::sum);
      check(goal, bits, UInt::minus, (a, b) -> a - b);
      check(goal, bits, (a, b) -> a.plus(b, a, b.not()), (a, b) -> a + b + a + ~b);
      check(goal, bits, (a, b) -> single(a.less(b)), (a, b) -> less(a, b) ? 1 : 0);
      check(goal, bits, (a, b) -> single(a.atMost(b)), (a, b) -> less(b, a) ? 0 : 1);
      check(goal, bits, (a, b) -> single(a.isEqual(b)), (a, b) -> a == b ? 1 : 0);
      check(goal, bits, UInt::min, (a, b) -> less(a, b) ? a : b);
      check(goal, bits, UInt::max, (a, b) -> less(a, b) ? b : a);
      for (int by : new int[] {0, 1, bits - 1}) {
        check(goal, bits, (a, b) -> a.shiftLeft(by), (a, b) -> a << by);
        check(goal, bits, (a, b) -> a.shiftRight(by), (a, b) -> a >>> by);
        int turn = by;
        check(
            goal,
            bits,
            (a, b) -> a.rotateLeft(turn),
            (a, b) -> turn == 0 ? a : a << turn | a >>> (bits - turn));
      }
      if (bits < 64) {
        check(goal, bits, UInt::plusFull, Long::sum);
      }
    }
  }

  private static boolean less(long a, long b) {
    return Long.compareUnsigned(a, b) < 0;
  }

  @Test
  void costs() {
    Map<String, BinaryOperator<UInt>> operations =
        Map.of(
            "63 63",
            UInt::plus,
            "63 63 ",
            UInt::minus,
            "64 64",
            (a, b) -> single(a.less(b)),
            "63 6",
            (a, b) -> single(a.isEqual(b)));
    operations.forEach(
        (figures, operation) ->
            assertEquals(
                figures.strip(), figures(circuit(Goal.FEWEST_ANDS, 64, operation)), figures));
    for (BinaryOperator<UInt> operation : List.<BinaryOperator<UInt>>of(UInt::plus, UInt::minus)) {
      CircuitStatistics statistics = CircuitStatistics.of(circuit(Goal.LEAST_DEPTH, 64, operation));
      assertEquals(7, statistics.depth());
      assertTrue(statistics.count(GateType.AND) < 64 * 7, statistics.toString());
    }
  }

  private static String figures(Circuit circuit) {
    CircuitStatistics statistics = CircuitStatistics.of(circuit);
    return statistics.count(GateType.AND) + " " + statistics.depth();
  }

  @Test
  void valuesOfDifferentWidthsOrBuildersDoNotMix() {
    TypedBuilder one = new TypedBuilder(Goal.FEWEST_ANDS);
    TypedBuilder two = new TypedBuilder(Goal.FEWEST_ANDS);
    UInt a = one.inputUInt(8);
    assertThrows(IllegalArgumentException.class, () -> a.plus(one.inputUInt(9)));
    assertThrows(IllegalArgumentException.class, () -> a.minus(two.inputUInt(8)));
    assertThrows(IllegalArgumentException.class, () -> a.bit(0).and(two.inputBit()));
  }
}
