package org.schurmpc.circuits.lib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitStatistics;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.NumberLanes;
import org.schurmpc.core.circuit.SharedCircuits;
import org.schurmpc.core.circuit.dsl.Goal;
import org.schurmpc.core.circuit.dsl.TypedBuilder;
import org.schurmpc.core.circuit.dsl.UInt;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.circuit.io.CircuitReader;

/** The library's circuits on numbers compute what Java computes, and are as small as promised. */
class NumberCircuitsTest {
  private static final int LANES = 2048;

  private static List<LibraryCircuit> circuits() {
    List<LibraryCircuit> all = new ArrayList<>(IntegerCircuits.all(32));
    all.addAll(IntegerCircuits.all(64));
    all.addAll(FloatCircuits.all());
    all.addAll(SortingCircuits.all());
    return all;
  }

  /** With long runs of equal bits, small numbers and those about floating-point one. */
  private static long number(SplittableRandom random, int bits) {
    long number =
        switch (random.nextInt(8)) {
          case 0 -> random.nextInt(5) - 2;
          case 1 -> Long.MIN_VALUE >> random.nextInt(64);
          case 2 -> 0x3FF0000000000000L + (random.nextLong() >> 4);
          case 3 -> 0x3F800000L + (random.nextInt() >> 3);
          default -> random.nextLong() >> random.nextInt(64);
        };
    return number & -1L >>> (64 - bits);
  }

  @Test
  void computeWhatJavaComputes() {
    Map<String, NumberReferences.Reference> references = NumberReferences.all();
    for (LibraryCircuit entry : circuits()) {
      NumberReferences.Reference reference = references.get(entry.name().replace("_shallow", ""));
      assertNotNull(reference, entry.name());
      Circuit circuit = entry.maker().get();
      SplittableRandom random = new SplittableRandom(entry.name().hashCode());
      List<long[]> values = new ArrayList<>();
      for (int size : circuit.inputSizes()) {
        for (int left = size; left > 0; left -= 64) {
          long[] lanes = new long[LANES];
          for (int lane = 0; lane < LANES; lane++) {
            boolean again = !values.isEmpty() && size > 6 && random.nextInt(8) == 0;
            lanes[lane] =
                again ? values.get(values.size() - 1)[lane] : number(random, Math.min(left, 64));
          }
          // A choice or an amount may be before or behind values of more bits.
          int bits = Math.min(left, 64);
          values.add(Arrays.stream(lanes).map(value -> value & -1L >>> (64 - bits)).toArray());
        }
      }
      long[][] inputs = values.toArray(long[][]::new);
      long[][] outputs = NumberLanes.evaluate(circuit, inputs);
      for (int lane = 0; lane < LANES; lane++) {
        long[] in = column(inputs, lane);
        assertArrayEquals(
            reference.apply(in), column(outputs, lane), () -> entry.name() + Arrays.toString(in));
      }
    }
  }

  private static long[] column(long[][] values, int lane) {
    return Arrays.stream(values).mapToLong(value -> value[lane]).toArray();
  }

  /** Of the files, which {@link LibraryTest} compares with what is generated. */
  @Test
  void areAsSmallAsPromised() throws Exception {
    Map<String, int[]> figures = new TreeMap<>();
    for (LibraryCircuit entry : circuits()) {
      figures.put(entry.name(), figures(CircuitLibrary.open(entry.name())));
    }
    int pinned = 0;
    for (String line : FIGURES.lines().toList()) {
      String[] words = line.split(" ", 3);
      int[] made = figures.remove(words[0]);
      assertNotNull(made, words[0]);
      String message = "%s has %d ANDs and depth %d".formatted(words[0], made[0], made[1]);
      assertTrue(made[0] <= Integer.parseInt(words[1]), message);
      assertTrue(made[1] <= Integer.parseInt(words[2]), message);
      pinned++;
    }
    assertTrue(pinned > 0);
    assertEquals(Map.of(), figures, "not pinned");
  }

  private static int[] figures(Circuit circuit) {
    CircuitStatistics statistics = CircuitStatistics.of(circuit);
    return new int[] {statistics.count(GateType.AND), statistics.depth()};
  }

  /** Neither more ANDs nor more depth than the public file that computes the same. */
  @ParameterizedTest
  @CsvSource({
    "adder64.txt, add_64",
    "adder_32bit.txt, ",
    "mult64.txt, mul_64",
    "zero_equal.txt, zero_64",
    "FP-eq.txt, f64_eq"
  })
  void areNoWorseThanPublicOnes(String file, String name) throws Exception {
    int[] theirs = figures(CircuitReader.read(SharedCircuits.file(file)));
    int[] ours =
        figures(name == null ? adderWithCarry() : Library.circuits().get(name).maker().get());
    String message = "%s: %s of %s".formatted(file, Arrays.toString(ours), Arrays.toString(theirs));
    assertTrue(ours[0] <= theirs[0] && ours[1] <= theirs[1], message);
  }

  /** The public adder of 32 bits puts out the carry too. */
  private static Circuit adderWithCarry() {
    TypedBuilder builder = new TypedBuilder(Goal.FEWEST_ANDS);
    UInt a = builder.inputUInt(32);
    builder.output(a.plusFull(builder.inputUInt(32)));
    return builder.build();
  }

  /** Name, most ANDs, most AND depth. */
  private static final String FIGURES =
      """
      add_32 31 31
      add_32_shallow 135 6
      add_64 63 63
      add_64_shallow 341 7
      auction_16x32 1643 167
      auction_16x32_shallow 2545 37
      clz_32 62 6
      clz_64 126 7
      eq_32 31 5
      eq_64 63 6
      f32_add 570 137
      f32_add_shallow 794 62
      f32_div 1355 704
      f32_div_shallow 5649 118
      f32_eq 67 8
      f32_from_i32 285 80
      f32_from_i32_shallow 417 30
      f32_from_i64 590 120
      f32_from_i64_shallow 836 36
      f32_le 104 34
      f32_le_shallow 145 9
      f32_lt 104 34
      f32_lt_shallow 145 9
      f32_mul 1580 130
      f32_mul_shallow 2014 64
      f32_sqrt 568 317
      f32_sqrt_shallow 1362 122
      f32_sub 570 137
      f32_sub_shallow 794 62
      f32_to_f64 244 30
      f32_to_f64_shallow 281 22
      f32_to_i32 252 45
      f32_to_i32_shallow 305 18
      f32_to_i64 403 78
      f32_to_i64_shallow 534 19
      f64_add 1237 242
      f64_add_shallow 1773 73
      f64_div 4606 3062
      f64_div_shallow 27979 237
      f64_eq 133 9
      f64_from_i32 270 55
      f64_from_i32_shallow 357 25
      f64_from_i64 628 150
      f64_from_i64_shallow 943 36
      f64_le 204 66
      f64_le_shallow 292 10
      f64_lt 204 66
      f64_lt_shallow 292 10
      f64_mul 5170 232
      f64_mul_shallow 7616 75
      f64_sqrt 2050 1442
      f64_sqrt_shallow 7067 295
      f64_sub 1237 242
      f64_sub_shallow 1773 73
      f64_to_f32 355 66
      f64_to_f32_shallow 423 36
      f64_to_i32 300 48
      f64_to_i32_shallow 354 19
      f64_to_i64 568 81
      f64_to_i64_shallow 699 21
      hamming_256 255 8
      mul_32 952 31
      mul_32_shallow 1097 11
      mul_64 3523 63
      mul_64_shallow 4311 13
      mux_32 32 1
      mux_64 64 1
      neg_32 30 30
      neg_32_shallow 75 5
      neg_64 62 62
      neg_64_shallow 186 6
      popcount_32 31 5
      popcount_64 63 6
      rotl_32 144 5
      rotl_64 352 6
      rotr_32 144 5
      rotr_64 352 6
      sar_32 155 5
      sar_64 378 6
      sdiv_32 1049 742
      sdiv_32_shallow 4405 116
      sdiv_64 3641 2766
      sdiv_64_shallow 19133 248
      shl_32 160 5
      shl_64 384 6
      shr_32 160 5
      shr_64 384 6
      slt_32 32 32
      slt_32_shallow 73 6
      slt_64 64 64
      slt_64_shallow 152 7
      smax_32 64 33
      smax_32_shallow 105 7
      smax_64 128 65
      smax_64_shallow 216 8
      smin_32 64 33
      smin_32_shallow 105 7
      smin_64 128 65
      smin_64_shallow 216 8
      smul_full_32 1693 63
      smul_full_32_shallow 2294 12
      smul_full_64 5421 127
      smul_full_64_shallow 8820 14
      sort_16x32 4032 330
      sort_16x32_shallow 6615 70
      sub_32 31 31
      sub_32_shallow 135 6
      sub_64 63 63
      sub_64_shallow 341 7
      udiv_32 893 714
      udiv_32_shallow 4053 106
      udiv_64 3325 2707
      udiv_64_shallow 18301 236
      ult_32 32 32
      ult_32_shallow 73 6
      ult_64 64 64
      ult_64_shallow 152 7
      umax_32 64 33
      umax_32_shallow 105 7
      umax_64 128 65
      umax_64_shallow 216 8
      umin_32 64 33
      umin_32_shallow 105 7
      umin_64 128 65
      umin_64_shallow 216 8
      umul_full_32 1601 63
      umul_full_32_shallow 2294 12
      umul_full_64 5205 127
      umul_full_64_shallow 8820 14
      zero_32 31 5
      zero_64 63 6
      """;
}
