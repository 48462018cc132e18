package org.schurmpc.vm.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.FloatingPoint;
import org.schurmpc.vm.lib.SecretFloat;
import org.schurmpc.vm.lib.SecretFloatArray;

/**
 * The floating-point operands of a program: numbers of the first party and of the second one. The
 * inputs are the bits of these numbers in IEEE 754: of all numbers the lowest bit, then the next
 * one.
 */
final class FloatOperands {
  private static final int BITS = 32;

  private final ProgramBuilder b;
  private final Batches batches;
  private final SecretFloatArray x;
  private final SecretFloatArray y;

  /** Reads the inputs. */
  FloatOperands(ProgramBuilder b, Batches batches) {
    this.b = b;
    this.batches = batches;
    x = input("x", 0);
    y = input("y", 1);
  }

  private SecretFloatArray input(String name, int party) {
    int n = batches.elements();
    SecretBitVector bits = b.inputBitVector(name, party, Math.multiplyExact(BITS, n));
    List<SecretBitVector> planes = new ArrayList<>();
    for (int i = 0; i < BITS; i++) {
      planes.add(bits.slice(i * n, n));
    }
    SecretFloatArray array = new SecretFloatArray(b, name, n);
    array.store(0, new FloatingPoint(b).ofIeeeBits(planes));
    return array;
  }

  /** Returns a function of all pairs of numbers. */
  SecretFloat apply(BinaryOperator<SecretFloat> function) {
    int n = batches.n();
    SecretFloatArray results = new SecretFloatArray(b, "results", batches.elements());
    batches.run(
        tape -> {
          SecretFloatArray out = results.chunk(tape, n);
          SecretFloatArray left = x.chunk(tape, n);
          SecretFloatArray right = y.chunk(tape, n);
          return () -> out.store(0, function.apply(left.vector(0, n), right.vector(0, n)));
        });
    return results.vector(0, batches.elements());
  }

  /** Returns whether each first number is below the second one, as 0 or 1. */
  SecretInts lessThan() {
    int n = batches.n();
    IntType bit = Batches.BIT;
    SecretIntArray results = b.secretArray("results", bit, batches.elements());
    batches.run(
        tape -> {
          SecretIntArray out = results.chunk(tape, n);
          SecretFloatArray left = x.chunk(tape, n);
          SecretFloatArray right = y.chunk(tape, n);
          return () ->
              out.store(0, left.vector(0, n).lessThan(right.vector(0, n)).asInts().assumeFits(bit));
        });
    return results.vector(0, batches.elements());
  }

  /**
   * Adds floating-point numbers of the first party and of the second one (KSS13, section 6.1.4).
   * {@link Batches} describes the arguments, {@link FloatOperands} the inputs; the sums are bits in
   * IEEE 754 as numbers.
   */
  public static final class FloatAdditions implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      FloatOperands operands = new FloatOperands(b, new Batches(b));
      b.output("sums", operands.apply(SecretFloat::plus).ieeeBits());
    }
  }

  /**
   * Multiplies floating-point numbers of the first party by those of the second one (KSS13, section
   * 6.1.4). {@link Batches} describes the arguments, {@link FloatOperands} the inputs; the products
   * are bits in IEEE 754 as numbers.
   */
  public static final class FloatMultiplications implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      FloatOperands operands = new FloatOperands(b, new Batches(b));
      b.output("products", operands.apply(SecretFloat::times).ieeeBits());
    }
  }

  /**
   * Compares floating-point numbers of the first party with those of the second one: 1 where the
   * former is below the latter (KSS13, section 6.1.4). {@link Batches} describes the arguments,
   * {@link FloatOperands} the inputs.
   */
  public static final class FloatComparisons implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      b.output("below", new FloatOperands(b, new Batches(b)).lessThan());
    }
  }
}
