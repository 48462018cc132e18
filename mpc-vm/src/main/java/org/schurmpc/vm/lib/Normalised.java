package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Signed integers x of k bits as sign, normalised size and power of 2: |x| 2^(k-1-length) is from
 * 2^(k-2) to 2^(k-1). The length is the number of bits of x, or of -x - 1 if x is below 0: of x XOR
 * its sign, which takes a product a bit. Exact.
 *
 * @param value |x| 2^(k-1-length), or 2^(k-2) if x is 0
 * @param power 2^(k-1-length)
 * @param sign -1, 0 or 1
 * @param positive whether x is above 0: 0 or 1
 * @param length number of bits
 * @param above by i whether the length is above i, for i from 0 to k - 2
 */
record Normalised(
    SecretInts value,
    SecretInts power,
    SecretInts sign,
    SecretInts positive,
    SecretInts length,
    List<SecretBitVector> above) {
  static Normalised of(ProgramBuilder b, SecretInts x, int k) {
    if (k < 3) {
      throw new IllegalArgumentException("numbers of %d bits are too short to divide".formatted(k));
    }
    int n = x.size();
    List<SecretBitVector> bits = new BitDecomposition(b).of(x.within(Bounds.signed(k), "a number"));
    SecretInts negative = bits.get(k - 1).asInts();
    BitLength.Lengths lengths = new BitLength(b).of(sizes(bits, n));
    SecretInts notNegative = bits.get(k - 1).not().asInts();
    SecretInts positive = lengths.above().get(0).asInts().times(notNegative);
    SecretInts size = x.times(negative.times(-2).plus(1));
    ClearInts least = b.clear(BigInteger.TWO.pow(k - 2)).asVector();
    SecretInts zero = positive.plus(negative).negate().plus(1).assumeFits(IntType.unsigned(1));
    SecretInts value = size.assumeFits(IntType.unsigned(k - 1)).times(lengths.normalising());
    IntType type = IntType.unsigned(k);
    return new Normalised(
        value.plus(zero.timesInField(least, type)).assumeFits(type),
        lengths.normalising(),
        positive.minus(negative).assumeFits(IntType.signed(2)),
        positive.assumeFits(IntType.unsigned(1)),
        lengths.bits(),
        lengths.above());
  }

  /** Returns the bits but the sign, XOR the sign. */
  private static List<SecretBitVector> sizes(List<SecretBitVector> bits, int n) {
    int k = bits.size();
    SecretBitVector[] signs = new SecretBitVector[k - 1];
    Arrays.fill(signs, bits.get(k - 1));
    SecretBitVector all =
        SecretBitVector.join(bits.subList(0, k - 1).toArray(SecretBitVector[]::new))
            .xor(SecretBitVector.join(signs));
    List<SecretBitVector> sizes = new ArrayList<>();
    for (int i = 0; i < k - 1; i++) {
      sizes.add(all.slice(i * n, n));
    }
    return sizes;
  }

  /** Returns a public function of the length, which is 0 for length 0. Costs nothing. */
  SecretInts ofLength(ProgramBuilder b, IntFunction<BigInteger> f, IntType type) {
    SecretInts sum = null;
    BigInteger before = BigInteger.ZERO;
    for (int i = 0; i < above.size(); i++) {
      BigInteger next = f.apply(i + 1);
      ClearInts rise = b.clear(next.subtract(before)).asVector();
      SecretInts term = above.get(i).asInts().timesInField(rise, type);
      sum = sum == null ? term : sum.plus(term).assumeFits(type);
      before = next;
    }
    return sum;
  }
}
