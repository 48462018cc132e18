package org.schurmpc.core.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums of elements at chosen places, however many, are those of additions one by one. */
class AddSumsTest {
  private static final int SIZE = 50;
  private static final int SUMS = 20;
  private static final int OFFSET = 3;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "p128",
        "4294967311",
        "18446744073709551557",
        "36893488147419103363",
        "340282366920938463463374607431768211297",
        "57896044618658097711785492504343953926634992332820282019728792003956564819949",
        "gf2_40"
      })
  void sums(String name) throws Exception {
    Field field = Fields.named(name);
    int limbs = field.limbs();
    Random random = new Random(3);
    long[] from = new long[SIZE * limbs];
    long[] words = random.longs((long) SIZE * field.uniformWords()).toArray();
    field.fromUniform(words, 0, from, 0, SIZE);
    long[] one = field.element(1);
    // The greatest element, and the one of the greatest words: their sums are the greatest.
    field.subtract(new long[limbs], 0, one, 0, from, 0, 1);
    if (!field.isBinary()) {
      LimbField.fromNumber(field.order().subtract(BigInteger.ONE), from, limbs, limbs);
    }
    for (int width = 1; width <= 2; width++) {
      for (int each : new int[] {0, 1, 10, 14, 15, 40}) {
        int row = width * limbs;
        int[] places = random.ints((long) SUMS * each, 0, SIZE / width).toArray();
        Arrays.fill(places, 0, each, 0);
        Arrays.fill(places, Math.min(each, places.length), Math.min(2 * each, places.length), 1);
        long[] sums = new long[SUMS * row];
        System.arraycopy(from, 0, sums, 0, sums.length);
        long[] expected = sums.clone();
        for (int i = 0; i < SUMS * each; i++) {
          int at = i / each * row;
          field.add(expected, at, from, places[i] * row, expected, at, width);
        }
        long[] shifted = new long[from.length + OFFSET];
        System.arraycopy(from, 0, shifted, OFFSET, from.length);
        field.addSums(shifted, OFFSET, width, places, each, sums, 0, SUMS);
        assertArrayEquals(expected, sums, each + " rows of " + width);
      }
    }
  }
}
