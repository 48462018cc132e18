package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.SortingNetwork;
import org.schurmpc.vm.lib.parts.Waksman;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Permutation networks, shuffles and the radix sort against plaintext. */
class RadixSortTest {
  private static final int BITS = 9;

  private static int[] carriedOut(int n, boolean... settings) {
    int[] result = IntStream.range(0, n).toArray();
    int next = 0;
    for (List<SortingNetwork.Pair> layer : new Waksman(n).layers()) {
      for (SortingNetwork.Pair pair : layer) {
        if (settings[next++]) {
          int low = result[pair.low()];
          result[pair.low()] = result[pair.high()];
          result[pair.high()] = low;
        }
      }
    }
    assertEquals(settings.length, next);
    return result;
  }

  private static void requireRouted(int... destination) {
    int n = destination.length;
    int[] moved = carriedOut(n, new Waksman(n).settings(destination));
    for (int place = 0; place < n; place++) {
      assertEquals(place, destination[moved[place]], Arrays.toString(destination));
    }
  }

  private static void requireAllRouted(int n, int[] destination, int next) {
    if (next == n) {
      requireRouted(destination.clone());
      return;
    }
    for (int i = next; i < n; i++) {
      swap(destination, next, i);
      requireAllRouted(n, destination, next + 1);
      swap(destination, next, i);
    }
  }

  private static void swap(int[] values, int i, int j) {
    int value = values[i];
    values[i] = values[j];
    values[j] = value;
  }

  @Test
  void networksCarryOutAllPermutations() {
    for (int n = 1; n <= 7; n++) {
      requireAllRouted(n, IntStream.range(0, n).toArray(), 0);
    }
    for (int n : new int[] {31, 64, 100, 1000}) {
      List<Integer> places = new ArrayList<>(IntStream.range(0, n).boxed().toList());
      Collections.shuffle(places, new Random(n));
      requireRouted(places.stream().mapToInt(i -> i).toArray());
    }
    assertEquals(2 * 9 + 1, new Waksman(1000).layers().size());
    assertEquals(17, Waksman.switches(8));
  }

  @Test
  void settingsAreThoseOfUniformPermutations() {
    SecureRandom random = new SecureRandom();
    int n = 4;
    int[] counts = new int[1 << (2 * n)];
    for (int turn = 0; turn < 24 * 400; turn++) {
      BigInteger[] bits = Shuffle.settings(n, random);
      boolean[] settings = new boolean[bits.length];
      IntStream.range(0, bits.length).forEach(i -> settings[i] = bits[i].signum() > 0);
      counts[IntStream.of(carriedOut(n, settings)).reduce(0, (sum, each) -> sum * n + each)]++;
    }
    assertEquals(24, IntStream.of(counts).filter(count -> count > 0).count());
    // Of 400 expected, a deviation of 20 is usual.
    assertTrue(IntStream.of(counts).allMatch(count -> count == 0 || Math.abs(count - 400) < 160));
  }

  @Test
  void numbersOfSwitchesSayTheNumberOfRows() throws Refused {
    Set<Long> seen = new HashSet<>();
    for (int n = 2; n < 200; n++) {
      int switches = (int) Waksman.switches(n);
      assertTrue(seen.add((long) switches));
      assertEquals(n, Shuffle.rows(switches));
    }
    assertThrows(Refused.class, () -> Shuffle.rows(2));
  }

  @Test
  void eachPartyMovesTheRows() throws Exception {
    int n = 5;
    int[] turned = {1, 2, 3, 4, 0};
    VerifiedProgram program =
        DataRun.compile(
            b -> {
              SecretInts x = b.inputs("x", 0, IntType.signed(BITS), n);
              b.output("moved", new Shuffle(b, "one", n).apply(List.of(x)).get(0));
            },
            3);
    for (int only = 0; only < 3; only++) {
      Map<String, long[]> inputs = new HashMap<>(Map.of("x", new long[] {10, 20, 30, 40, 50}));
      for (Port port : program.program().inputs()) {
        if (Shuffle.isShuffle(port)) {
          boolean[] settings = new Waksman(n).settings(turned);
          boolean moves = port.party() == only;
          inputs.put(
              port.name(),
              IntStream.range(0, settings.length)
                  .mapToLong(i -> moves && settings[i] ? 1 : 0)
                  .toArray());
        }
      }
      assertEquals(4, inputs.size());
      long[] moved = DataRun.longs(DataRun.interpret(program, inputs).get("moved"));
      assertArrayEquals(new long[] {50, 10, 20, 30, 40}, moved);
    }
  }

  @Test
  void aShuffleIsUsedOnce() {
    Exception e =
        assertThrows(
            Exception.class,
            () ->
                DataRun.compile(
                    b -> {
                      List<SecretInts> x = List.of(b.inputs("x", 0, IntType.signed(BITS), 3));
                      Shuffle shuffle = new Shuffle(b, "one", 3);
                      shuffle.apply(shuffle.apply(x));
                    },
                    2));
    assertTrue(e.getMessage().contains("a shuffle is used twice"), e.getMessage());
  }

  private static void sort(ProgramBuilder b, int n) {
    SecretInts x = b.inputs("x", 0, IntType.signed(BITS), n);
    SecretInts y = b.inputs("y", 1, IntType.signed(BITS), n);
    SecretInts z = b.inputs("z", 0, IntType.unsigned(2), n);
    RadixSort sort = new RadixSort(b, "sort");
    b.output("sorted", sort.ascending(x));
    List<SecretInts> rows = sort.ascending(List.of(x, y, z));
    b.output("keys", rows.get(0));
    b.output("values", rows.get(1));
    List<SecretInts> groups = sort.ascending(List.of(z, y), IntType.unsigned(2));
    b.output("group", groups.get(0));
    b.output("grouped", groups.get(1));
  }

  /** Returns the inputs, with settings of uniform permutations for the shuffles. */
  private static Map<String, BigInteger[]> inputs(VerifiedProgram program, int n, int range)
      throws Refused {
    Map<String, BigInteger[]> inputs = new HashMap<>();
    inputs.put("x", DataRun.numbers(DataRun.draw(n, range, n)));
    inputs.put("y", DataRun.numbers(DataRun.draw(n, 1 << BITS, n + 1)));
    inputs.put(
        "z", DataRun.numbers(LongStream.of(DataRun.draw(n, 4, 2)).map(i -> i + 2).toArray()));
    SecureRandom random = new SecureRandom();
    for (Port port : program.program().inputs()) {
      if (Shuffle.isShuffle(port)) {
        inputs.put(port.name(), Shuffle.settings(Shuffle.rows(port.count()), random));
      }
    }
    return inputs;
  }

  private static long[] ordered(BigInteger[] keys, BigInteger[] values) {
    return IntStream.range(0, keys.length)
        .boxed()
        .sorted(Comparator.comparing(i -> keys[i]))
        .mapToLong(i -> values[i].longValueExact())
        .toArray();
  }

  private static void requireSorted(Map<String, BigInteger[]> inputs, Values outputs) {
    BigInteger[] x = inputs.get("x");
    BigInteger[] y = inputs.get("y");
    BigInteger[] z = inputs.get("z");
    assertArrayEquals(ordered(x, x), DataRun.longs(outputs.get("sorted")));
    assertArrayEquals(ordered(x, x), DataRun.longs(outputs.get("keys")));
    assertArrayEquals(ordered(x, y), DataRun.longs(outputs.get("values")));
    assertArrayEquals(ordered(z, z), DataRun.longs(outputs.get("group")));
    assertArrayEquals(ordered(z, y), DataRun.longs(outputs.get("grouped")));
  }

  private static void sort(int n, int range) throws Exception {
    VerifiedProgram program = DataRun.compile(b -> sort(b, n), 2);
    Map<String, BigInteger[]> inputs = inputs(program, n, range);
    Map<String, long[]> numbers = new HashMap<>();
    inputs.forEach((name, values) -> numbers.put(name, DataRun.longs(values)));
    requireSorted(inputs, DataRun.interpret(program, numbers));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 21})
  void sortsStably(int n) throws Exception {
    sort(n, 1 << BITS);
    sort(n, 3);
  }

  @Test
  @Tag("slow")
  void sortsManyNumbersOfRows() throws Exception {
    for (int n = 1; n < 40; n++) {
      sort(n, 1 << BITS);
    }
    sort(300, 40);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void sortsAtRealParties(int parties) throws Exception {
    VerifiedProgram program = DataRun.compile(b -> sort(b, 4), parties);
    Map<String, BigInteger[]> inputs = inputs(program, 4, 4);
    for (Values outputs : DataRun.run(program, inputs)) {
      requireSorted(inputs, outputs);
    }
  }
}
