package org.schurmpc.circuits.lib;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.schurmpc.core.circuit.dsl.Bit;
import org.schurmpc.core.circuit.dsl.Float32;
import org.schurmpc.core.circuit.dsl.Float64;
import org.schurmpc.core.circuit.dsl.TypedBuilder;

/** The circuits of IEEE 754 numbers, rounded to nearest. */
final class FloatCircuits {
  private static final String TWO_SINGLE = "a (32), b (32)";
  private static final String TWO_DOUBLE = "a (64), b (64)";

  private FloatCircuits() {}

  static List<LibraryCircuit> all() {
    Family family = new Family("Java's float and double");
    singleArithmetic(family);
    doubleArithmetic(family);
    comparisons(family);
    conversions(family);
    return family.circuits();
  }

  private static Consumer<TypedBuilder> single(BiFunction<Float32, Float32, Float32> operation) {
    return builder -> {
      Float32 a = builder.inputFloat32();
      builder.output(operation.apply(a, builder.inputFloat32()));
    };
  }

  private static Consumer<TypedBuilder> twice(BiFunction<Float64, Float64, Float64> operation) {
    return builder -> {
      Float64 a = builder.inputFloat64();
      builder.output(operation.apply(a, builder.inputFloat64()));
    };
  }

  private static Consumer<TypedBuilder> singleTest(BiFunction<Float32, Float32, Bit> operation) {
    return builder -> {
      Float32 a = builder.inputFloat32();
      builder.output(operation.apply(a, builder.inputFloat32()));
    };
  }

  private static Consumer<TypedBuilder> doubleTest(BiFunction<Float64, Float64, Bit> operation) {
    return builder -> {
      Float64 a = builder.inputFloat64();
      builder.output(operation.apply(a, builder.inputFloat64()));
    };
  }

  private static void singleArithmetic(Family family) {
    String of = " of binary32 (IEEE 754)";
    family.addBoth("f32_add", single(Float32::plus), TWO_SINGLE, "a + b (32)", "sum" + of);
    family.addBoth("f32_sub", single(Float32::minus), TWO_SINGLE, "a - b (32)", "difference" + of);
    family.addBoth("f32_mul", single(Float32::times), TWO_SINGLE, "a b (32)", "product" + of);
    family.addBoth(
        "f32_div", single(Float32::dividedBy), TWO_SINGLE, "a / b (32)", "quotient" + of);
    family.addBoth(
        "f32_sqrt",
        builder -> builder.output(builder.inputFloat32().squareRoot()),
        "a (32)",
        "root (32)",
        "square root" + of);
  }

  private static void doubleArithmetic(Family family) {
    String of = " of binary64 (IEEE 754)";
    family.addBoth("f64_add", twice(Float64::plus), TWO_DOUBLE, "a + b (64)", "sum" + of);
    family.addBoth("f64_sub", twice(Float64::minus), TWO_DOUBLE, "a - b (64)", "difference" + of);
    family.addBoth("f64_mul", twice(Float64::times), TWO_DOUBLE, "a b (64)", "product" + of);
    family.addBoth("f64_div", twice(Float64::dividedBy), TWO_DOUBLE, "a / b (64)", "quotient" + of);
    family.addBoth(
        "f64_sqrt",
        builder -> builder.output(builder.inputFloat64().squareRoot()),
        "a (64)",
        "root (64)",
        "square root" + of);
  }

  private static void comparisons(Family family) {
    String rule = "; NaN is unordered, -0 equals +0";
    family.add("f32_eq", singleTest(Float32::isEqual), TWO_SINGLE, "a = b (1)", "equality" + rule);
    family.add("f64_eq", doubleTest(Float64::isEqual), TWO_DOUBLE, "a = b (1)", "equality" + rule);
    family.addBoth(
        "f32_lt", singleTest(Float32::less), TWO_SINGLE, "a < b (1)", "comparison" + rule);
    family.addBoth(
        "f64_lt", doubleTest(Float64::less), TWO_DOUBLE, "a < b (1)", "comparison" + rule);
    family.addBoth(
        "f32_le", singleTest(Float32::atMost), TWO_SINGLE, "a <= b (1)", "comparison" + rule);
    family.addBoth(
        "f64_le", doubleTest(Float64::atMost), TWO_DOUBLE, "a <= b (1)", "comparison" + rule);
  }

  private static void conversions(Family family) {
    for (int bits : new int[] {32, 64}) {
      String whole = "a (%d)".formatted(bits);
      String result = "result (%d)".formatted(bits);
      String nearest = "nearest number to a signed integer";
      String cast = "Java's cast: rounded towards zero, saturated, NaN to 0";
      family.addBoth(
          "f32_from_i" + bits,
          builder -> builder.output(Float32.of(builder.inputSInt(bits))),
          whole,
          "result (32)",
          nearest);
      family.addBoth(
          "f64_from_i" + bits,
          builder -> builder.output(Float64.of(builder.inputSInt(bits))),
          whole,
          "result (64)",
          nearest);
      family.addBoth(
          "f32_to_i" + bits,
          builder -> builder.output(builder.inputFloat32().toSInt(bits)),
          "a (32)",
          result,
          cast);
      family.addBoth(
          "f64_to_i" + bits,
          builder -> builder.output(builder.inputFloat64().toSInt(bits)),
          "a (64)",
          result,
          cast);
    }
    family.addBoth(
        "f32_to_f64",
        builder -> builder.output(builder.inputFloat32().toFloat64()),
        "a (32)",
        "result (64)",
        "exact conversion to the other format");
    family.addBoth(
        "f64_to_f32",
        builder -> builder.output(builder.inputFloat64().toFloat32()),
        "a (64)",
        "result (32)",
        "conversion to the nearest number of the other format");
  }
}
