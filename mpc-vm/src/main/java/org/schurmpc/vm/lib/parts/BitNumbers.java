package org.schurmpc.vm.lib.parts;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.RandomNumbers;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Numbers of bits in TinyOT. For k bits x and a uniform number r of k bits that nobody knows, the
 * parties open c = x + r mod 2^k, which says nothing of x. Then x = c - r + 2^k u, where u is the
 * carry out of the sum.
 *
 * <p>It takes 1 + ⌈log2 k⌉ rounds and one more, a number r, a random bit in both domains and about
 * k + k log2 k ANDs: less than a random bit in both domains for each of k bits.
 */
public final class BitNumbers {
  /** Number of bits up to which each is made a number alone. */
  private static final int FEW = 2;

  private BitNumbers() {}

  /** Whether a place makes a carry of its own, and whether it passes one on. */
  private record Carry(SecretBitVector made, SecretBitVector passed) {
    static Carry joined(Carry low, Carry high) {
      return new Carry(high.made.xor(high.passed.and(low.made)), high.passed.and(low.passed));
    }
  }

  /**
   * Returns the numbers of some bits.
   *
   * @param bits in TinyOT, the lowest of all numbers first
   */
  public static SecretInts of(ProgramBuilder b, List<SecretBitVector> bits) {
    int k = bits.size();
    if (k <= FEW || !b.hasRoomForBits(k)) {
      return alone(b, bits);
    }
    RandomNumbers random = b.randomNumbers(bits.get(0).size(), k);
    List<Carry> carries = new ArrayList<>();
    for (int i = 0; i < k; i++) {
      SecretBitVector r = random.bits().get(i);
      carries.add(new Carry(bits.get(i).and(r), bits.get(i).xor(r)));
    }
    List<Carry> prefixes = Trees.prefixes(carries, Carry::joined);
    ClearInts c = null;
    for (int i = 0; i < k; i++) {
      SecretBitVector hidden = i == 0 ? bits.get(i) : bits.get(i).xor(prefixes.get(i - 1).made);
      ClearInts bit = random.openSum(i, hidden).times(power(b, i));
      c = c == null ? bit : c.plus(bit);
    }
    SecretInts wrap = prefixes.get(k - 1).made.asInts();
    IntType type = IntType.unsigned(k);
    return wrap.timesInField(power(b, k), IntType.unsigned(k + 1))
        .minus(random.values())
        .plus(c)
        .assumeFits(type);
  }

  private static ClearInts power(ProgramBuilder b, int exponent) {
    return b.clear(BigInteger.TWO.pow(exponent)).asVector();
  }

  private static SecretInts alone(ProgramBuilder b, List<SecretBitVector> bits) {
    SecretInts sum = bits.get(0).asInts();
    for (int i = 1; i < bits.size(); i++) {
      IntType type = IntType.unsigned(i + 1);
      sum = sum.plus(bits.get(i).asInts().times(power(b, i))).assumeFits(type);
    }
    return sum;
  }

  /**
   * Returns a public function of numbers n whose unary digits are in TinyOT. The function takes no
   * AND: each bit of its value is a XOR of digits.
   *
   * @param above by i whether n is above i, so n is from 0 to the number of digits
   * @param f the function, not negative
   * @param width number of bits of its values
   */
  public static SecretInts ofUnary(
      ProgramBuilder b, List<SecretBitVector> above, IntFunction<BigInteger> f, int width) {
    List<SecretBitVector> bits = new ArrayList<>();
    for (int j = 0; j < width; j++) {
      SecretBitVector bit = above.get(0).xor(above.get(0));
      for (int i = 0; i < above.size(); i++) {
        bit = f.apply(i).testBit(j) == f.apply(i + 1).testBit(j) ? bit : bit.xor(above.get(i));
      }
      bits.add(bit.xor(f.apply(0).testBit(j)));
    }
    return of(b, bits);
  }
}
