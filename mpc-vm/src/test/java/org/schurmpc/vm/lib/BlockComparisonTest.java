package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Comparison with few triples against BigInteger, in the clear and at real parties. */
class BlockComparisonTest {
  private static List<Function> functions(int m) {
    return List.of(
        new Function(
            "<",
            (b, x, y) -> new Comparison(b).withFewTriples().lessThan(x, y).asInts(),
            (b, x, y) -> new Comparison(b).withFewTriples().lessThan(x, y).asInt(),
            (x, y) -> x.compareTo(y) < 0 ? BigInteger.ONE : BigInteger.ZERO,
            0),
        new Function(
            "mod 2^" + m,
            (b, x, y) -> new Shift(b).withFewTriples().lowBits(x, m),
            (b, x, y) -> new Shift(b).withFewTriples().lowBits(x, m),
            (x, y) -> x.mod(BigInteger.TWO.pow(m)),
            0));
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 18, 20, 32, 64, 86})
  void comparesAtTheEdgesOfTheRange(int bits) throws Exception {
    FunctionRuns.compare(functions(17), bits, FunctionRuns.pairs(bits, 1), 1, 5);
  }

  @ParameterizedTest
  @Tag("slow")
  @ValueSource(ints = {16, 19, 21, 22, 23, 24, 31, 33, 40, 48, 63, 65, 85})
  void comparesManyRanges(int bits) throws Exception {
    FunctionRuns.compare(functions(bits - 1), bits, FunctionRuns.pairs(bits, 6), 1, 20);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void comparesAtRealParties(int parties) throws Exception {
    BigInteger[][] pairs = FunctionRuns.pairs(20, 1);
    for (int side = 0; side < 2; side++) {
      pairs[side] = Arrays.copyOfRange(pairs[side], 3, 9);
    }
    FunctionRuns.compareAtParties(functions(18), 20, pairs, parties);
  }
}
