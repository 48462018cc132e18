package org.schurmpc.circuits.lib;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/** What the circuits on numbers compute, in Java, by name; of values of 64 bits or parts. */
final class NumberReferences {
  /** What comes out for what goes in, each in parts of 64 bits. */
  interface Reference {
    long[] apply(long... in);
  }

  private interface FloatOperator {
    float apply(float a, float b);
  }

  private final Map<String, Reference> all = new HashMap<>();

  private NumberReferences() {
    integers32();
    integers64();
    floats();
    all.put("sort_16x32", NumberReferences::sorted);
    all.put("auction_16x32", NumberReferences::auction);
    all.put(
        "hamming_256",
        in -> {
          long count = 0;
          for (int i = 0; i < 4; i++) {
            count += Long.bitCount(in[i] ^ in[i + 4]);
          }
          return new long[] {count};
        });
  }

  static Map<String, Reference> all() {
    return new NumberReferences().all;
  }

  private void of(String name, LongBinaryOperator operation) {
    all.put(name, in -> new long[] {operation.applyAsLong(in[0], in.length > 1 ? in[1] : 0)});
  }

  /** Operands as they are, unsigned; results cut to 32 bits or fewer by the caller's mask. */
  private void of32(String name, LongBinaryOperator operation) {
    of(name + "_32", (a, b) -> operation.applyAsLong(a, b) & 0xFFFFFFFFL);
  }

  private static long bit(boolean bit) {
    return bit ? 1 : 0;
  }

  private void integers32() {
    of32("add", Long::sum);
    of32("sub", (a, b) -> a - b);
    of32("neg", (a, b) -> -a);
    of32("mul", (a, b) -> a * b);
    of("umul_full_32", (a, b) -> a * b);
    of("smul_full_32", (a, b) -> (long) (int) a * (int) b);
    all.put(
        "udiv_32",
        in ->
            in[1] == 0
                ? new long[] {0xFFFFFFFFL, in[0]}
                : new long[] {in[0] / in[1], in[0] % in[1]});
    all.put(
        "sdiv_32",
        in -> {
          int a = (int) in[0];
          int b = (int) in[1];
          int quotient = b == 0 ? -1 : a / b;
          int remainder = b == 0 ? a : a % b;
          return new long[] {Integer.toUnsignedLong(quotient), Integer.toUnsignedLong(remainder)};
        });
    of("ult_32", (a, b) -> bit(a < b));
    of("slt_32", (a, b) -> bit((int) a < (int) b));
    of("eq_32", (a, b) -> bit(a == b));
    of("zero_32", (a, b) -> bit(a == 0));
    of32("umin", Math::min);
    of32("umax", Math::max);
    of32("smin", (a, b) -> Math.min((int) a, (int) b));
    of32("smax", (a, b) -> Math.max((int) a, (int) b));
    all.put("mux_32", in -> new long[] {in[0] != 0 ? in[1] : in[2]});
    of32("popcount", (a, b) -> Long.bitCount(a));
    of32("clz", (a, b) -> Integer.numberOfLeadingZeros((int) a));
    of32("shl", (a, b) -> a << b);
    of32("shr", (a, b) -> a >> b);
    of32("sar", (a, b) -> (int) a >> b);
    of32("rotl", (a, b) -> Integer.rotateLeft((int) a, (int) b));
    of32("rotr", (a, b) -> Integer.rotateRight((int) a, (int) b));
  }

  private void integers64() {
    of("add_64", Long::sum);
    of("sub_64", (a, b) -> a - b);
    of("neg_64", (a, b) -> -a);
    of("mul_64", (a, b) -> a * b);
    all.put(
        "umul_full_64",
        in -> {
          long high = Math.multiplyHigh(in[0], in[1]);
          return new long[] {in[0] * in[1], high + (in[0] >> 63 & in[1]) + (in[1] >> 63 & in[0])};
        });
    all.put("smul_full_64", in -> new long[] {in[0] * in[1], Math.multiplyHigh(in[0], in[1])});
    all.put(
        "udiv_64",
        in ->
            in[1] == 0
                ? new long[] {-1, in[0]}
                : new long[] {
                  Long.divideUnsigned(in[0], in[1]), Long.remainderUnsigned(in[0], in[1])
                });
    all.put(
        "sdiv_64",
        in -> in[1] == 0 ? new long[] {-1, in[0]} : new long[] {in[0] / in[1], in[0] % in[1]});
    of("ult_64", (a, b) -> bit(Long.compareUnsigned(a, b) < 0));
    of("slt_64", (a, b) -> bit(a < b));
    of("eq_64", (a, b) -> bit(a == b));
    of("zero_64", (a, b) -> bit(a == 0));
    of("umin_64", (a, b) -> Long.compareUnsigned(a, b) < 0 ? a : b);
    of("umax_64", (a, b) -> Long.compareUnsigned(a, b) < 0 ? b : a);
    of("smin_64", Math::min);
    of("smax_64", Math::max);
    all.put("mux_64", in -> new long[] {in[0] != 0 ? in[1] : in[2]});
    of("popcount_64", (a, b) -> Long.bitCount(a));
    of("clz_64", (a, b) -> Long.numberOfLeadingZeros(a));
    of("shl_64", (a, b) -> a << b);
    of("shr_64", (a, b) -> a >>> b);
    of("sar_64", (a, b) -> a >> b);
    of("rotl_64", (a, b) -> Long.rotateLeft(a, (int) b));
    of("rotr_64", (a, b) -> Long.rotateRight(a, (int) b));
  }

  private static float single(long bits) {
    return Float.intBitsToFloat((int) bits);
  }

  private static double twice(long bits) {
    return Double.longBitsToDouble(bits);
  }

  private static long bits(float value) {
    return Float.floatToIntBits(value) & 0xFFFFFFFFL;
  }

  private void ofSingle(String name, FloatOperator operation) {
    of(name, (a, b) -> bits(operation.apply(single(a), single(b))));
  }

  private void ofDouble(String name, DoubleBinaryOperator operation) {
    of(name, (a, b) -> Double.doubleToLongBits(operation.applyAsDouble(twice(a), twice(b))));
  }

  private void floats() {
    ofSingle("f32_add", Float::sum);
    ofSingle("f32_sub", (a, b) -> a - b);
    ofSingle("f32_mul", (a, b) -> a * b);
    ofSingle("f32_div", (a, b) -> a / b);
    ofSingle("f32_sqrt", (a, b) -> (float) Math.sqrt(a));
    ofDouble("f64_add", Double::sum);
    ofDouble("f64_sub", (a, b) -> a - b);
    ofDouble("f64_mul", (a, b) -> a * b);
    ofDouble("f64_div", (a, b) -> a / b);
    ofDouble("f64_sqrt", (a, b) -> Math.sqrt(a));
    of("f32_eq", (a, b) -> bit(single(a) == single(b)));
    of("f64_eq", (a, b) -> bit(twice(a) == twice(b)));
    of("f32_lt", (a, b) -> bit(single(a) < single(b)));
    of("f64_lt", (a, b) -> bit(twice(a) < twice(b)));
    of("f32_le", (a, b) -> bit(single(a) <= single(b)));
    of("f64_le", (a, b) -> bit(twice(a) <= twice(b)));
    of("f32_from_i32", (a, b) -> bits((float) (int) a));
    of("f32_from_i64", (a, b) -> bits((float) a));
    of("f64_from_i32", (a, b) -> Double.doubleToLongBits((int) a));
    of("f64_from_i64", (a, b) -> Double.doubleToLongBits((double) a));
    of("f32_to_i32", (a, b) -> (int) single(a) & 0xFFFFFFFFL);
    of("f32_to_i64", (a, b) -> (long) single(a));
    of("f64_to_i32", (a, b) -> (int) twice(a) & 0xFFFFFFFFL);
    of("f64_to_i64", (a, b) -> (long) twice(a));
    of("f32_to_f64", (a, b) -> Double.doubleToLongBits(single(a)));
    of("f64_to_f32", (a, b) -> bits((float) twice(a)));
  }

  private static long[] sorted(long... in) {
    long[] result = in.clone();
    Arrays.sort(result);
    return result;
  }

  private static long[] auction(long... in) {
    int winner = 0;
    for (int i = 1; i < in.length; i++) {
      winner = in[i] > in[winner] ? i : winner;
    }
    return new long[] {winner, sorted(in)[in.length - 2]};
  }
}
