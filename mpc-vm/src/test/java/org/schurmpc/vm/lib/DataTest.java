package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.parts.SortingNetwork;
import org.schurmpc.vm.machine.Values;

/** The greatest values, quantiles, intersections and counts, against plaintext. */
class DataTest {
  private static final int BITS = 8;

  /** Few and many of n values, and the numbers on both sides of a power of 2. */
  private static int[] parts(int n) {
    return LongStream.of(1, 2, 3, 4, 5, n - 1, n)
        .filter(k -> k >= 1 && k <= n)
        .distinct()
        .mapToInt(k -> (int) k)
        .toArray();
  }

  private static void select(ProgramBuilder b, int n) {
    SecretInts x = b.inputs("x", 0, IntType.signed(BITS), n);
    for (int k : parts(n)) {
      TopK.Top top = new TopK(b).of(x, k);
      b.output("values" + k, top.values());
      b.output("places" + k, top.places());
    }
    Quantiles quantiles = new Quantiles(b);
    b.output("median", quantiles.median(x));
    b.output("quarter", quantiles.quantile(x, 1, 4));
    b.output("all", quantiles.quantile(x, 1, 1));
    b.output("ranks", quantiles.atRanks(x, n, 1));
  }

  private static void requireSelected(long[] x, Values outputs) {
    int n = x.length;
    long[] sorted = DataRun.sorted(x);
    for (int k : parts(n)) {
      long[] values = DataRun.longs(outputs.get("values" + k));
      long[] places = DataRun.longs(outputs.get("places" + k));
      assertArrayEquals(LongStream.range(0, k).map(i -> sorted[n - 1 - (int) i]).toArray(), values);
      assertArrayEquals(LongStream.of(places).map(place -> x[(int) place]).toArray(), values);
      assertEquals(k, LongStream.of(places).distinct().count());
    }
    long first =
        LongStream.range(0, n).filter(i -> x[(int) i] == sorted[n - 1]).findFirst().getAsLong();
    assertEquals(first, outputs.get("places1")[0].longValueExact());
    assertEquals(sorted[(n - 1) / 2], outputs.get("median")[0].longValueExact());
    assertEquals(sorted[(n + 3) / 4 - 1], outputs.get("quarter")[0].longValueExact());
    assertEquals(sorted[n - 1], outputs.get("all")[0].longValueExact());
    assertArrayEquals(new long[] {sorted[n - 1], sorted[0]}, DataRun.longs(outputs.get("ranks")));
  }

  private static void select(int n, int range) throws Exception {
    long[] x = DataRun.draw(n, range, n);
    requireSelected(x, DataRun.interpret(DataRun.compile(b -> select(b, n), 2), Map.of("x", x)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 13})
  void selectsTheGreatestAndQuantiles(int n) throws Exception {
    select(n, 1 << BITS);
    select(n, 3);
  }

  @Test
  @Tag("slow")
  void selectsFromManyNumbersOfValues() throws Exception {
    for (int n = 1; n < 40; n++) {
      select(n, 1 << BITS);
      select(n, 3);
    }
    select(100, 1 << BITS);
  }

  @Test
  void networksTakeTheDocumentedComparators() {
    for (int n : new int[] {1, 2, 3, 8, 100, 1000}) {
      assertEquals(n - 1, SortingNetwork.first(n, 1).comparators());
      long all = SortingNetwork.mergeExchange(n).comparators();
      assertTrue(SortingNetwork.first(n, Math.min(10, n)).comparators() <= all);
    }
    assertTrue(SortingNetwork.first(1000, 10).comparators() < 7 * 1000);
    assertTrue(
        SortingNetwork.mergeExchange(1000).reaching(499).comparators()
            < SortingNetwork.mergeExchange(1000).comparators());
  }

  private static SecureProgram intersecting(int m, int n) {
    return b -> {
      SecretInts x = b.inputs("x", 0, IntType.signed(BITS), m);
      SecretInts y = b.inputs("y", 1, IntType.signed(BITS), n);
      b.output("size", new Intersection(b).size(x, y));
    };
  }

  private static long common(long[] x, long[] y) {
    return LongStream.of(x).distinct().filter(v -> LongStream.of(y).anyMatch(w -> w == v)).count();
  }

  private static void intersect(int m, int n, int range) throws Exception {
    long[] x = DataRun.draw(m, range, m);
    long[] y = DataRun.draw(n, range, 100 + n);
    Values outputs =
        DataRun.interpret(DataRun.compile(intersecting(m, n), 2), Map.of("x", x, "y", y));
    assertEquals(common(x, y), outputs.get("size")[0].longValueExact(), m + ", " + n);
  }

  @Test
  void countsWhatVectorsHaveInCommon() throws Exception {
    int[][] sizes = {{1, 1}, {1, 2}, {2, 1}, {3, 3}, {3, 9}, {5, 2}, {8, 8}, {20, 13}};
    for (int[] each : sizes) {
      intersect(each[0], each[1], 4);
      intersect(each[0], each[1], 20);
      intersect(each[0], each[1], 1 << BITS);
    }
  }

  @Test
  @Tag("slow")
  void countsWhatLongVectorsHaveInCommon() throws Exception {
    intersect(100, 100, 1 << BITS);
    intersect(2, 100, 1 << BITS);
    intersect(60, 7, 30);
  }

  private static final long[][] BOUNDS = {
    {0}, {-128}, {-129, 128, 300}, {-2, -1, 0, 1}, {-127, 127}, {-64, 3, 99}
  };

  private static void count(ProgramBuilder b, int n, int categories) {
    SecretInts x = b.inputs("x", 0, IntType.signed(BITS), n);
    SecretInts y = b.inputs("y", 1, IntType.signed(BITS), n);
    Histogram histogram = new Histogram(b);
    for (int m = 1; m <= categories; m++) {
      b.output("counts" + m, histogram.counts(x, m));
      b.output("sums" + m, histogram.sums(x, y, m));
    }
    for (int i = 0; i < BOUNDS.length; i++) {
      b.output("between" + i, histogram.between(x, BOUNDS[i]));
    }
  }

  private static long[] between(long[] x, long... bounds) {
    long[] counts = new long[bounds.length + 1];
    for (long each : x) {
      counts[(int) LongStream.of(bounds).filter(bound -> bound <= each).count()]++;
    }
    return counts;
  }

  private static void requireCounted(long[] x, long[] y, int categories, Values outputs) {
    for (int m = 1; m <= categories; m++) {
      long[] counts = new long[m];
      long[] sums = new long[m];
      for (int i = 0; i < x.length; i++) {
        if (x[i] >= 0 && x[i] < m) {
          counts[(int) x[i]]++;
          sums[(int) x[i]] += y[i];
        }
      }
      assertArrayEquals(counts, DataRun.longs(outputs.get("counts" + m)));
      assertArrayEquals(sums, DataRun.longs(outputs.get("sums" + m)));
    }
    for (int i = 0; i < BOUNDS.length; i++) {
      assertArrayEquals(between(x, BOUNDS[i]), DataRun.longs(outputs.get("between" + i)));
    }
  }

  private static void count(int n, int categories, int range) throws Exception {
    long[] x = DataRun.draw(n, range, n);
    long[] y = DataRun.draw(n, 1 << BITS, n + 1);
    Values outputs =
        DataRun.interpret(DataRun.compile(b -> count(b, n, categories), 2), Map.of("x", x, "y", y));
    requireCounted(x, y, categories, outputs);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 100})
  void countsByCategoryAndRange(int n) throws Exception {
    count(n, 9, 20);
    count(n, 2, 1 << BITS);
  }

  @Test
  @Tag("slow")
  void countsManyCategories() throws Exception {
    count(300, 128, 1 << BITS);
  }

  private static void everything(ProgramBuilder b) {
    SecretInts x = b.inputs("x", 0, IntType.signed(BITS), 5);
    SecretInts y = b.inputs("y", 1, IntType.signed(BITS), 5);
    b.output("top", new TopK(b).values(x, 2));
    b.output("median", new Quantiles(b).median(x));
    b.output("ordered", new Intersection(b).size(x, SecretInts.join(y, x)));
    b.output("pairs", new Intersection(b).size(x, y.slice(0, 1)));
    b.output("counts", new Histogram(b).counts(x, 2));
    b.output("between", new Histogram(b).between(x, -1, 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void dataIsRightAtRealParties(int parties) throws Exception {
    long[] x = {1, 0, -128, 127, 1};
    long[] y = {127, 127, 3, -1, 0};
    Map<String, BigInteger[]> inputs = new HashMap<>();
    inputs.put("x", DataRun.numbers(x));
    inputs.put("y", DataRun.numbers(y));
    for (Values outputs : DataRun.run(DataRun.compile(DataTest::everything, parties), inputs)) {
      assertArrayEquals(DataRun.numbers(127, 1), outputs.get("top"));
      assertEquals(BigInteger.ONE, outputs.get("median")[0]);
      assertEquals(BigInteger.valueOf(4), outputs.get("ordered")[0]);
      assertEquals(BigInteger.ONE, outputs.get("pairs")[0]);
      assertArrayEquals(DataRun.numbers(1, 2), outputs.get("counts"));
      assertArrayEquals(DataRun.numbers(1, 1, 3), outputs.get("between"));
    }
  }

  private static void requireRefused(String message, SecureProgram program) {
    Exception e = assertThrows(Exception.class, () -> DataRun.compile(program, 2));
    assertTrue(e.getMessage().contains(message), e.getMessage());
    assertTrue(e instanceof BadFile || e instanceof IllegalArgumentException);
  }

  private static SecureProgram of(BiConsumer<ProgramBuilder, SecretInts> body) {
    return b -> body.accept(b, b.inputs("x", 0, IntType.signed(4), 3));
  }

  @Test
  void whatCannotBeIsRefused() {
    requireRefused("3 values have no 4 greatest", of((b, x) -> new TopK(b).of(x, 4)));
    requireRefused("3 values have no 0 greatest", of((b, x) -> new TopK(b).of(x, 0)));
    requireRefused("3 values have no rank 0", of((b, x) -> new Quantiles(b).atRanks(x, 0)));
    requireRefused("not 3/2", of((b, x) -> new Quantiles(b).quantile(x, 3, 2)));
    requireRefused("have no 9 categories", of((b, x) -> new Histogram(b).counts(x, 9)));
    requireRefused("have no 0 categories", of((b, x) -> new Histogram(b).counts(x, 0)));
    requireRefused("bounds of a histogram ascend", of((b, x) -> new Histogram(b).between(x, 1, 1)));
    requireRefused("at least 1 bound", of((b, x) -> new Histogram(b).between(x)));
  }
}
