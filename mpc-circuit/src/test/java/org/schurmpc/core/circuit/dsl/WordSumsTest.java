package org.schurmpc.core.circuit.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitStatistics;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.NumberLanes;

class WordSumsTest {
  private static final int LANES = 64;

  @ParameterizedTest
  @EnumSource
  void sumsOfOneToSevenWordsAndAConstant(Goal goal) {
    Random random = new Random(1);
    for (int bits : new int[] {8, 16, 24, 32, 64}) {
      for (int words = 1; words <= 7; words++) {
        long constant = random.nextInt(4) == 0 ? 0 : random.nextLong();
        TypedBuilder builder = new TypedBuilder(goal);
        UInt[] terms = new UInt[words + 1];
        long[][] inputs = new long[words][];
        for (int i = 0; i < words; i++) {
          terms[i] = builder.inputUInt(bits);
          inputs[i] = random.longs(LANES).toArray();
        }
        terms[words] = builder.constant(bits, constant);
        builder.output(builder.sum(terms));
        long[] sums = NumberLanes.evaluate(builder.build(), inputs)[0];
        for (int lane = 0; lane < LANES; lane++) {
          long sum = constant;
          for (int i = 0; i < words; i++) {
            sum += inputs[i][lane];
          }
          assertEquals(sum << (64 - bits), sums[lane] << (64 - bits));
        }
      }
    }
  }

  private static CircuitStatistics sumOf(Goal goal, int bits, int words) {
    TypedBuilder builder = new TypedBuilder(goal);
    UInt[] terms = new UInt[words];
    for (int i = 0; i < words; i++) {
      terms[i] = builder.inputUInt(bits);
    }
    builder.output(builder.sum(terms));
    Circuit circuit = builder.build();
    return CircuitStatistics.of(circuit);
  }

  @ParameterizedTest
  @EnumSource
  void costs(Goal goal) {
    boolean few = goal == Goal.FEWEST_ANDS;
    assertEquals(few ? 31 : 5, figure(goal, 32, 2));
    assertEquals(few ? 63 : 6, figure(goal, 64, 2));
    assertEquals(few ? 61 : 6, figure(goal, 32, 3));
    assertEquals(few ? 121 : 7, figure(goal, 32, 5));
    assertTrue(sumOf(Goal.LEAST_DEPTH, 32, 2).count(GateType.AND) <= 250);
  }

  private static int figure(Goal goal, int bits, int words) {
    CircuitStatistics figures = sumOf(goal, bits, words);
    return goal == Goal.FEWEST_ANDS ? figures.count(GateType.AND) : figures.depth();
  }
}
