package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.AssertionFailedError;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecureProgram;

/**
 * Whatever values parties give within the ranges of their inputs, each opening of each function of
 * the library is hidden by its mask.
 */
class MaskRoomTest {
  private static final int LANES = 256;
  private static final int ROWS = 6;

  /** A function of two vectors of fixed-point numbers. */
  private interface OfFixed {
    SecretFixed of(SecretFixed x, SecretFixed y);
  }

  /** A function of two vectors of integers. */
  private interface OfInts {
    SecretInts of(ProgramBuilder b, SecretInts x, SecretInts y);
  }

  private static SecureProgram fixed(
      int k, int f, Function<FixedPoint, FixedPoint> arithmetic, int before, OfFixed of) {
    return b -> {
      FixedPoint fixed = arithmetic.apply(new FixedPoint(b, k, f));
      SecretFixed x = fixed.inputs("x", 0, LANES, before);
      SecretFixed y = fixed.inputs("y", 1, LANES, before);
      fixed.output("out", of.of(x, y));
    };
  }

  private static void requireRoom(String name, String field, SecureProgram program, int seeds)
      throws Exception {
    requireRoom(name, field, program, seeds, false);
    // In constant rounds and for floating point, masks are of random bits in both ways.
    if (!name.contains("float") && !name.contains("constant")) {
      requireRoom(name + ", mixed", field, program, seeds, true);
    }
  }

  private static void requireRoom(
      String name, String field, SecureProgram program, int seeds, boolean mixed) throws Exception {
    MaskRoom room = new MaskRoom(name, field, program, mixed);
    assertTrue(room.masked() > 0, name + " opens nothing under masks of bits");
    room.requireRoomAtCorners();
    room.requireRoom(seeds);
  }

  private record Named<F>(String name, F function) {}

  private static List<Named<OfFixed>> elementwise() {
    return List.of(
        new Named<>("+", (x, y) -> x.plus(y).times(0.3)),
        new Named<>("-", (x, y) -> x.minus(y).square()),
        new Named<>("negate", (x, y) -> x.negate().times(0.7)),
        new Named<>("sum", (x, y) -> x.sum().times(1 / 3.0)),
        new Named<>("*", (x, y) -> x.times(y)),
        new Named<>("****", (x, y) -> x.times(y).times(y).times(y).times(y)),
        new Named<>("exact *", (x, y) -> x.timesExact(y)),
        new Named<>("square", (x, y) -> x.square()),
        new Named<>("* c", (x, y) -> x.times(1.7).plus(y.times(0.01))),
        new Named<>("/ c", (x, y) -> x.dividedBy(3).plus(y.dividedBy(0.3))),
        new Named<>("* n", (x, y) -> x.times(y.units()).times(0.3)),
        new Named<>("dot", (x, y) -> x.dot(y)),
        new Named<>("dots", (x, y) -> x.format().dots(List.of(x, y), y)),
        new Named<>("compare", (x, y) -> x.format().of(x.lessThan(y).asInts())),
        new Named<>("compare c", (x, y) -> x.format().of(x.atMost(0.5).asInts())),
        new Named<>("min, max", (x, y) -> x.min(y).plus(x.max(y)).times(0.3)),
        new Named<>("abs", (x, y) -> x.abs().times(0.9)),
        new Named<>("clamp", (x, y) -> x.clamp(-0.5, 1).times(y)),
        new Named<>("/", (x, y) -> x.dividedBy(y)),
        new Named<>("// *", (x, y) -> x.dividedBy(y).dividedBy(y).times(x)),
        new Named<>("1/x", (x, y) -> x.format().reciprocal(x).times(y)),
        new Named<>("sqrt", (x, y) -> x.format().sqrt(x).times(y)),
        new Named<>("1/sqrt", (x, y) -> x.format().reciprocalSqrt(x).times(y)),
        new Named<>("log", (x, y) -> x.format().log(x).times(y)),
        new Named<>("exp", (x, y) -> x.format().exp(x).times(y)),
        new Named<>("sin", (x, y) -> x.format().sin(x).times(y)),
        new Named<>("cos", (x, y) -> x.format().cos(x).times(y)),
        new Named<>("sigmoid", (x, y) -> new Sigmoid(x.format()).of(x).times(y)));
  }

  private static void elementwise(String field, int k, int f, int seeds) throws Exception {
    int most = k - 1 - f;
    for (Named<OfFixed> each : elementwise()) {
      requireRoom(
          each.name() + " saturating",
          field,
          fixed(k, f, FixedPoint::saturating, most, each.function()),
          seeds);
    }
  }

  @ParameterizedTest
  @CsvSource({"p128, 31, 16", "p128, 24, 14"})
  void saturatingFunctionsHaveRoom(String field, int k, int f) throws Exception {
    elementwise(field, k, f, 1);
  }

  @ParameterizedTest
  @Tag("slow")
  @CsvSource({
    "p128, 31, 16",
    "p128, 24, 14",
    "p128, 26, 6",
    "p192, 40, 30",
    "p192, 48, 16",
    "p256, 64, 32",
    "p256, 64, 20"
  })
  void saturatingFunctionsHaveRoomForManyNumbers(String field, int k, int f) throws Exception {
    elementwise(field, k, f, 40);
  }

  /** Functions whose bounds show that results are in the range compile, and have room. */
  @Test
  void trackedFunctionsHaveRoom() throws Exception {
    int compiled = tracked(0, 2, 5, 14);
    assertTrue(compiled > 30, compiled + " programs compile");
  }

  @Tag("slow")
  @Test
  void trackedFunctionsHaveRoomWithMoreBits() throws Exception {
    int compiled = tracked(1, 3, 7, 13);
    assertTrue(compiled > 30, compiled + " programs compile");
  }

  /**
   * Returns the number of functions that compile on inputs of any of these bits before the point.
   */
  private static int tracked(int... bitsBefore) throws Exception {
    int compiled = 0;
    for (int before : bitsBefore) {
      for (Named<OfFixed> each : elementwise()) {
        SecureProgram program = fixed(31, 16, format -> format, before, each.function());
        MaskRoom room;
        try {
          room = new MaskRoom(each.name() + " tracked", "p128", program, compiled % 2 == 0);
        } catch (BadFile e) {
          assertTrue(e.getMessage().contains("can be from"), e.getMessage());
          continue;
        }
        compiled++;
        room.requireRoomAtCorners();
        room.requireRoom(1);
      }
    }
    return compiled;
  }

  private static List<Named<OfFixed>> onData() {
    List<Named<OfFixed>> all = new ArrayList<>();
    all.add(new Named<>("mean", (x, y) -> new Statistics(x.format()).mean(x)));
    all.add(new Named<>("mean 3", (x, y) -> new Statistics(x.format()).mean(x.slice(0, 3))));
    all.add(new Named<>("variance", (x, y) -> new Statistics(x.format()).variance(x)));
    all.add(new Named<>("sample", (x, y) -> new Statistics(x.format()).sampleVariance(x)));
    all.add(new Named<>("deviation", (x, y) -> new Statistics(x.format()).deviation(x)));
    all.add(new Named<>("covariance", (x, y) -> new Statistics(x.format()).covariance(x, y)));
    all.add(
        new Named<>(
            "sample covariance", (x, y) -> new Statistics(x.format()).sampleCovariance(x, y)));
    all.add(new Named<>("matrix", (x, y) -> matrix(x).times(y.slice(0, 2))));
    all.add(
        new Named<>(
            "linear regression",
            (x, y) -> new LinearRegression(x.format()).fit(matrix(x), y.slice(0, ROWS), 0)));
    all.add(
        new Named<>(
            "ridge regression",
            (x, y) -> new LinearRegression(x.format()).fit(matrix(x), y.slice(0, ROWS), 0.5)));
    all.add(
        new Named<>(
            "logistic regression",
            (x, y) ->
                new LogisticRegression(x.format())
                    .fit(matrix(x), y.slice(0, ROWS).lessThan(0), 2, 1)));
    return all;
  }

  private static FixedMatrix matrix(SecretFixed x) {
    return new FixedMatrix(List.of(x.slice(0, ROWS), x.slice(ROWS, ROWS)));
  }

  private static void onData(Function<FixedPoint, FixedPoint> arithmetic, int lanes, int seeds)
      throws Exception {
    for (Named<OfFixed> each : onData()) {
      requireRoom(
          each.name(),
          "p128",
          b -> {
            FixedPoint fixed = arithmetic.apply(new FixedPoint(b));
            SecretFixed x = fixed.inputs("x", 0, lanes);
            SecretFixed y = fixed.inputs("y", 1, lanes);
            fixed.output("out", each.function().of(x, y));
          },
          seeds);
    }
  }

  @Test
  void functionsOnDataHaveRoom() throws Exception {
    onData(FixedPoint::saturating, 2 * ROWS, 12);
    onData(FixedPoint::checked, 2 * ROWS, 2);
  }

  @Test
  @Tag("slow")
  void functionsOnDataHaveRoomForManyNumbers() throws Exception {
    onData(FixedPoint::saturating, 2 * ROWS, 1000);
    onData(FixedPoint::checked, 2 * ROWS, 100);
  }

  private static List<Named<OfInts>> onIntegers() {
    IntType five = IntType.unsigned(5);
    return List.of(
        new Named<>("<", (b, x, y) -> new Comparison(b).lessThan(x, y).asInts()),
        new Named<>(
            "< constant",
            (b, x, y) -> new Comparison(b).inConstantRounds().lessThan(x, y).asInts()),
        new Named<>(
            "< few", (b, x, y) -> new Comparison(b).withFewTriples().lessThan(x, y).asInts()),
        new Named<>("sign, abs", (b, x, y) -> sizes(b, x).times(sizes(b, y))),
        new Named<>(
            "float",
            (b, x, y) ->
                new FloatingPoint(b)
                    .of(new Comparison(b).clamp(x, new Bounds(BigInteger.ZERO, BigInteger.TEN)))
                    .plus(new FloatingPoint(b).of(y))
                    .toInts(8)),
        new Named<>("=", (b, x, y) -> new Equality(b).of(x, y).asInts()),
        new Named<>("shift", (b, x, y) -> new Shift(b).right(x.minus(y), 7)),
        new Named<>("shift at random", (b, x, y) -> new Shift(b).rightProbabilistic(x.plus(y), 9)),
        new Named<>("low bits", (b, x, y) -> new Shift(b).lowBits(x.plus(y), 5)),
        new Named<>("division by 7", (b, x, y) -> new Division(b).rest(x.minus(y), 7)),
        new Named<>("division", (b, x, y) -> new SecretDivision(b).quotient(x, y)),
        new Named<>("rest", (b, x, y) -> new SecretDivision(b).rest(x, y)),
        new Named<>("bits", (b, x, y) -> new BitDecomposition(b).of(x.plus(y)).get(3).asInts()),
        new Named<>(
            "length", (b, x, y) -> new BitLength(b).of(new Comparison(b).abs(x)).normalising()),
        new Named<>(
            "secret shift",
            (b, x, y) -> new SecretShift(b).right(x, new Shift(b).lowBits(y, 5), 31)),
        new Named<>(
            "clamp",
            (b, x, y) -> new SecretShift(b).left(x, new Comparison(b).clamp(y, five.bounds()), 31)),
        new Named<>("max", (b, x, y) -> new Auction(b).max(x.slice(0, 8)).asVector()),
        new Named<>(
            "auction", (b, x, y) -> new Auction(b).vickrey(x.slice(0, 7)).price().asVector()),
        new Named<>("top", (b, x, y) -> new TopK(b).of(x.slice(0, 9), 3).values()),
        new Named<>("median", (b, x, y) -> new Quantiles(b).median(x.slice(0, 9)).asVector()),
        new Named<>("sort", (b, x, y) -> new Sorting(b).ascending(x.slice(0, 9))),
        new Named<>("radix", (b, x, y) -> new RadixSort(b, "sort").ascending(x.slice(0, 6))),
        new Named<>(
            "intersection",
            (b, x, y) -> new Intersection(b).size(x.slice(0, 5), y.slice(0, 5)).asVector()),
        new Named<>("histogram", (b, x, y) -> new Histogram(b).counts(x.slice(0, 9), 5)),
        new Named<>("sums", (b, x, y) -> new Histogram(b).sums(x, y, 5)),
        new Named<>("between", (b, x, y) -> new Histogram(b).between(x, -1, 3, 1000)));
  }

  private static SecretInts sizes(ProgramBuilder b, SecretInts x) {
    Comparison comparison = new Comparison(b);
    return comparison.isNegative(comparison.abs(x).minus(3)).asInts().times(comparison.sign(x));
  }

  private static void onIntegers(IntType type, int seeds) throws Exception {
    for (Named<OfInts> each : onIntegers()) {
      requireRoom(
          each.name() + " of " + type,
          "p256",
          b ->
              b.output(
                  "out",
                  each.function().of(b, b.inputs("x", 0, type, 200), b.inputs("y", 1, type, 200))),
          seeds);
    }
  }

  @Test
  void functionsOnIntegersHaveRoom() throws Exception {
    onIntegers(IntType.signed(32), 1);
    onIntegers(IntType.unsigned(17), 1);
  }

  @ParameterizedTest
  @Tag("slow")
  @CsvSource({"true, 32", "false, 17", "true, 6", "false, 5", "true, 50"})
  void functionsOnIntegersHaveRoomForManyNumbers(boolean signed, int bits) throws Exception {
    onIntegers(new IntType(signed, bits), 30);
  }

  /** A function of two vectors of floating-point numbers. */
  private interface OfFloats {
    SecretFloat of(SecretFloat x, SecretFloat y);
  }

  private static void onFloats(int seeds) throws Exception {
    List<Named<OfFloats>> all =
        List.of(
            new Named<>("float +", (x, y) -> x.plus(y)),
            new Named<>("float *", (x, y) -> x.times(y)),
            new Named<>("float /", (x, y) -> x.dividedBy(y)));
    for (Named<OfFloats> each : all) {
      requireRoom(
          each.name(),
          "p128",
          b -> {
            FloatingPoint floats = new FloatingPoint(b);
            SecretFloat x = floats.inputs("x", 0, LANES);
            SecretFloat y = floats.inputs("y", 1, LANES);
            floats.output("out", each.function().of(x, y));
          },
          seeds,
          false);
    }
    requireRoom(
        "to fixed",
        "p128",
        b -> {
          FixedPoint fixed = new FixedPoint(b);
          fixed.output("out", new FloatingPoint(b).inputs("x", 0, LANES).toFixed(fixed));
        },
        seeds,
        false);
    requireRoom(
        "of fixed",
        "p128",
        b -> {
          FloatingPoint floats = new FloatingPoint(b);
          floats.output("out", floats.of(new FixedPoint(b).inputs("x", 0, LANES)));
        },
        seeds,
        false);
  }

  @Test
  void floatingPointNumbersHaveRoom() throws Exception {
    onFloats(2);
  }

  @Test
  @Tag("slow")
  void floatingPointNumbersHaveRoomForManyNumbers() throws Exception {
    onFloats(100);
  }

  /** What is taken to fit on the developer's word is found if it does not. */
  @Test
  void valuesWithoutRoomAreFound() {
    Stream.of(
            fixed(31, 16, FixedPoint::assumeFits, 14, (x, y) -> x.times(y).times(y)),
            fixed(31, 16, FixedPoint::assumeFits, 14, (x, y) -> x.plus(y).times(y)),
            narrowed())
        .forEach(
            program ->
                assertThrows(
                    AssertionFailedError.class, () -> requireRoom("", "p128", program, 2)));
  }

  private static SecureProgram narrowed() {
    return b -> {
      SecretInts x = b.inputs("x", 0, IntType.signed(32), LANES);
      SecretInts narrow =
          x.assumeFits(new Bounds(x.bounds().least().shiftRight(2), x.bounds().most()));
      SecretBitVector below = new Comparison(b).isNegative(narrow.assumeFits(IntType.signed(31)));
      b.output("out", below);
    };
  }
}
