package org.schurmpc.vm.lib;

import java.util.function.UnaryOperator;
import org.schurmpc.vm.lang.Index;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecretInts;

/**
 * An array of floating-point numbers in the program's memory, which carries them into loops and
 * tapes. A cell must be stored before it is loaded. Stores and loads cost nothing.
 */
public final class SecretFloatArray {
  private final FloatingPoint format;
  private final SecretIntArray sign;
  private final SecretIntArray exponent;
  private final SecretIntArray significand;
  private final SecretIntArray zero;
  private final SecretIntArray infinite;
  private final SecretIntArray nan;

  private SecretFloatArray(
      FloatingPoint format, SecretFloatArray of, UnaryOperator<SecretIntArray> part) {
    this.format = format;
    sign = part.apply(of.sign);
    exponent = part.apply(of.exponent);
    significand = part.apply(of.significand);
    zero = part.apply(of.zero);
    infinite = part.apply(of.infinite);
    nan = part.apply(of.nan);
  }

  /**
   * Creates an array of n cells.
   *
   * @param name of the array, with which the names of its parts in memory begin
   */
  public SecretFloatArray(ProgramBuilder b, String name, int n) {
    format = new FloatingPoint(b);
    IntType bit = IntType.unsigned(1);
    sign = b.secretArray(name + "_sign", bit, n);
    exponent = b.secretArray(name + "_exponent", IntType.unsigned(8), n);
    significand = b.secretArray(name + "_significand", IntType.unsigned(FloatParts.PRECISION), n);
    zero = b.secretArray(name + "_zero", bit, n);
    infinite = b.secretArray(name + "_infinite", bit, n);
    nan = b.secretArray(name + "_nan", bit, n);
  }

  /** Stores numbers into cells in a row. */
  public void store(long from, SecretFloat numbers) {
    FloatParts parts = numbers.parts();
    store(sign, from, parts.sign().asInts());
    store(exponent, from, parts.exponent());
    store(significand, from, parts.significand());
    store(zero, from, parts.zero());
    store(infinite, from, parts.infinite());
    store(nan, from, parts.nan());
  }

  /** Stores values, which are in the range of the cells, whatever width they say. */
  private static void store(SecretIntArray cells, long from, SecretInts values) {
    int width = cells.get(0).width();
    cells.store(from, values.width() > width ? values.assumeFits(IntType.signed(width)) : values);
  }

  /** Loads the numbers of n cells in a row. */
  public SecretFloat vector(long from, int n) {
    FloatParts parts =
        new FloatParts(
            sign.vector(from, n).assumeBits(),
            exponent.vector(from, n),
            significand.vector(from, n),
            zero.vector(from, n),
            infinite.vector(from, n),
            nan.vector(from, n));
    return new SecretFloat(format, parts);
  }

  /**
   * Returns n cells from number * n on as an array, which is no copy. Tapes in parallel whose
   * chunks have their own arguments as numbers can write these at once.
   */
  public SecretFloatArray chunk(Index number, int n) {
    return new SecretFloatArray(format, this, part -> part.chunk(number, n));
  }
}
