package org.schurmpc.core.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.kernel.PlaceKernels;
import org.schurmpc.core.kernel.TestKernels;

/** Sums of elements at chosen places are those of additions one by one. */
class FromSumsTest {
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
        "57896044618658097711785492504343953926634992332820282019728792003956564819949"
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
    LimbField.fromNumber(field.order().subtract(BigInteger.ONE), from, limbs, limbs);
    for (int width = 1; width <= 2; width++) {
      int each = PlaceKernels.PLACES;
      int row = width * limbs;
      int[] places = random.ints((long) SUMS * each, 0, SIZE / width).toArray();
      Arrays.fill(places, 0, each, 0);
      Arrays.fill(places, each, 2 * each, 1 / width);
      long[] start = Arrays.copyOf(from, SUMS * row);
      long[] expected = start.clone();
      for (int i = 0; i < SUMS * each; i++) {
        int at = i / each * row;
        field.add(expected, at, from, places[i] * row, expected, at, width);
      }
      long[] shifted = new long[from.length + OFFSET];
      System.arraycopy(from, 0, shifted, OFFSET, from.length);
      for (Kernels kernels : TestKernels.all()) {
        long[] sums = new long[OFFSET + SUMS * row];
        System.arraycopy(start, 0, sums, OFFSET, start.length);
        long[] tops = new long[SUMS * row];
        kernels.sumAtPlaces(shifted, OFFSET, row, places, sums, OFFSET, tops, SUMS);
        field.fromSums(sums, OFFSET, tops, sums, OFFSET, SUMS * width);
        long[] made = Arrays.copyOfRange(sums, OFFSET, sums.length);
        assertArrayEquals(expected, made, "rows of " + width + ", " + kernels.name());
      }
    }
  }

  @Test
  void sumsOfNumbersAreForPrimeFields() throws Exception {
    Field field = Fields.named("gf2_40");
    long[] words = new long[1];
    assertThrows(IllegalStateException.class, () -> field.fromSums(words, 0, words, words, 0, 1));
  }
}
