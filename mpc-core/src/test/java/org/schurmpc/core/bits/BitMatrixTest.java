package org.schurmpc.core.bits;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BitMatrixTest {
  @ParameterizedTest
  @CsvSource({"0,0,10", "3,70,64", "60,1,70", "63,63,65", "0,0,200", "5,9,0", "130,2,70"})
  void copiesColumns(int to, int from, int count) {
    SplittableRandom random = new SplittableRandom(31L * to + from);
    BitMatrix source = new BitMatrix(3, 200);
    BitMatrix target = new BitMatrix(3, 200);
    for (int row = 0; row < 3; row++) {
      for (int column = 0; column < 200; column++) {
        source.set(row, column, random.nextBoolean());
        target.set(row, column, random.nextBoolean());
      }
    }
    BitMatrix expected = new BitMatrix(3, 200);
    for (int row = 0; row < 3; row++) {
      for (int column = 0; column < 200; column++) {
        boolean copied = column >= to && column < to + count;
        expected.set(
            row, column, copied ? source.get(row, column - to + from) : target.get(row, column));
      }
    }
    target.copyColumns(to, source, from, count);
    assertEquals(expected, target);
  }
}
