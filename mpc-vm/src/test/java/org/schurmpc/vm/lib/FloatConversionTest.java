package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Conversions of floating-point numbers, constants, and vectors of one number. */
class FloatConversionTest {
  private static VerifiedProgram compile(SecureProgram program) throws Exception {
    CompileOptions options = CompileOptions.of(Fields.named("p128"), 2).withoutLines();
    return Compiler.compile(program, "conversions", options);
  }

  private static Values run(SecureProgram program, BigInteger[] x) throws Exception {
    VerifiedProgram verified = compile(program);
    Values inputs = Interpreter.inputs(verified.program());
    inputs.set("x", x);
    return Interpreter.run(verified, inputs, 1).outputs();
  }

  private static BigInteger[] bits(float... floats) {
    BigInteger[] bits = new BigInteger[floats.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = BigInteger.valueOf(Integer.toUnsignedLong(Float.floatToIntBits(floats[i])));
    }
    return bits;
  }

  /** Integers of a width: powers of 2 and their neighbours, ties, and random ones. */
  private static BigInteger[] integers(int width) {
    List<BigInteger> all = new ArrayList<>();
    Random random = new Random(width);
    for (int i = 0; i < width; i++) {
      BigInteger power = BigInteger.ONE.shiftLeft(i);
      for (int k = -1; k <= 1; k++) {
        all.add(power.add(BigInteger.valueOf(k)));
        all.add(power.add(BigInteger.valueOf(k)).negate());
        all.add(power.add(power.shiftRight(24)).add(BigInteger.valueOf(k)));
      }
      all.add(new BigInteger(i + 1, random).negate());
      all.add(new BigInteger(i + 1, random).shiftRight(i / 2).shiftLeft(i / 2));
    }
    return all.stream().filter(each -> each.bitLength() < width).toArray(BigInteger[]::new);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 24, 25, 26, 27, 28, 32, 64})
  void integersAreRoundedAsInJava(int width) throws Exception {
    BigInteger[] x = integers(width);
    Values outputs =
        run(
            b -> {
              FloatingPoint floats = new FloatingPoint(b);
              floats.output("y", floats.of(b.inputs("x", 0, IntType.signed(width), x.length)));
            },
            x);
    float[] expected = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      expected[i] = x[i].longValueExact();
    }
    assertArrayEquals(bits(expected), outputs.get("y"));
  }

  /** Floats of the magnitude of integers of some bits, and special ones. */
  private static float[] floats(int k, int f) {
    FloatCases special = FloatCases.special();
    Random random = new Random(k);
    float[] floats = new float[1000];
    for (int i = 0; i < floats.length; i++) {
      int exponent = random.nextInt(k + 6) - 3 - f;
      float value = Math.scalb(1 + random.nextFloat(), exponent);
      floats[i] = i % 2 == 0 ? value : -value;
      if (i < 300) {
        floats[i] = FloatFunction.flushed(Float.intBitsToFloat(special.y()[i % 69]));
      } else if (i < 400) {
        floats[i] = Math.nextDown(Math.scalb(i % 2 == 0 ? 1f : -1f, exponent));
      } else if (i < 500) {
        floats[i] = Math.scalb(i % 2 == 0 ? 1f : -1f, exponent);
      }
    }
    return floats;
  }

  private static BigInteger units(float value, int k, int f) {
    BigInteger most = BigInteger.TWO.pow(k - 1).subtract(BigInteger.ONE);
    if (Float.isNaN(value)) {
      return BigInteger.ZERO;
    }
    if (Float.isInfinite(value)) {
      return value > 0 ? most : most.not();
    }
    BigInteger units =
        new BigDecimal(value)
            .multiply(new BigDecimal(BigInteger.TWO.pow(f)))
            .setScale(0, RoundingMode.DOWN)
            .unscaledValue();
    return units.max(most.not()).min(most);
  }

  @ParameterizedTest
  @CsvSource({"32, 0", "2, 0", "63, 0", "31, 16", "16, 15", "63, 32"})
  void numbersAreCutOff(int k, int f) throws Exception {
    float[] floats = floats(k, f);
    Values outputs =
        run(
            b -> {
              SecretFloat x = new FloatingPoint(b).inputs("x", 0, floats.length);
              if (f == 0) {
                b.output("y", x.toInts(k));
              } else {
                b.output("y", x.toFixed(new FixedPoint(b, k, f)).units());
              }
            },
            bits(floats));
    BigInteger[] results = outputs.get("y");
    for (int i = 0; i < floats.length; i++) {
      float x = floats[i];
      assertEquals(units(x, k, f), results[i], () -> "%a".formatted(x));
      if (k == 32) {
        assertEquals((int) x, results[i].intValueExact());
      }
    }
  }

  @Test
  void fixedPointNumbersAreRounded() throws Exception {
    BigInteger[] x = integers(31);
    Values outputs =
        run(
            b -> {
              FloatingPoint floats = new FloatingPoint(b);
              floats.output("y", floats.of(new FixedPoint(b).inputs("x", 0, x.length)));
            },
            x);
    float[] expected = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      expected[i] = (float) Math.scalb(x[i].doubleValue(), -16);
    }
    assertArrayEquals(bits(expected), outputs.get("y"));
  }

  @Test
  void wideIntegersNeedALargerPrime() {
    BadFile e =
        assertThrows(
            BadFile.class,
            () -> compile(b -> b.output("y", new FloatingPoint(b).inputs("x", 0, 1).toInts(64))));
    assertTrue(e.getMessage().contains("need a prime of 129 bits"), e.getMessage());
  }

  @Test
  void aVectorOfOneCombinesWithAll() throws Exception {
    float[] x = {1.5f, -3f, Float.POSITIVE_INFINITY};
    Values outputs =
        run(
            b -> {
              FloatingPoint floats = new FloatingPoint(b);
              SecretFloat all = floats.inputs("x", 0, x.length);
              SecretFloat one = all.get(1);
              floats.output("product", one.times(all));
              floats.output("difference", one.minus(all));
              floats.output("quotient", all.dividedBy(one));
              b.output("less", one.lessThan(all));
            },
            bits(x));
    assertArrayEquals(bits(-4.5f, 9f, Float.NEGATIVE_INFINITY), outputs.get("product"));
    assertArrayEquals(bits(-4.5f, 0f, Float.NEGATIVE_INFINITY), outputs.get("difference"));
    assertArrayEquals(bits(-0.5f, 1f, Float.NEGATIVE_INFINITY), outputs.get("quotient"));
    assertEquals("[1, 0, 1]", Arrays.toString(outputs.get("less")));
  }

  @Test
  void constantsAreJoinedAndChosen() throws Exception {
    float[] x = {0.1f, -0f, Float.NEGATIVE_INFINITY, Float.NaN, Float.MAX_VALUE};
    Values outputs =
        run(
            b -> {
              FloatingPoint floats = new FloatingPoint(b);
              SecretFloat read = floats.inputs("x", 0, x.length);
              SecretFloat constant = floats.constant(x);
              SecretBitVector isLess = read.lessThan(floats.constant(0.5f));
              floats.output("constants", floats.join(constant, floats.constant(1e-40f)));
              floats.output("chosen", floats.choose(isLess, read, constant.negate()));
            },
            bits(x));
    float[] all = Arrays.copyOf(x, 6);
    assertArrayEquals(bits(all), outputs.get("constants"));
    float[] chosen = {0.1f, -0f, Float.NEGATIVE_INFINITY, Float.NaN, -Float.MAX_VALUE};
    assertArrayEquals(bits(chosen), outputs.get("chosen"));
  }
}
