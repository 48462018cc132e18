package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.BitNumbers;
import org.schurmpc.vm.lib.parts.Trees;

/**
 * Number of bits of secret integers that are not negative, and the power of 2 that normalises them
 * (Aliasgari, Blanton, Zhang, Steele: Secure computation on floating point numbers, NDSS 2013).
 * Exact.
 *
 * <p>For k bits x_i, the disjunction p_i of x_i to x_(k-1) says whether x has more than i bits. So
 * the number of bits is the sum of the p_i, and 2^(k - bits) is 1 plus the sum of the (1 - p_i)
 * 2^(k-1-i).
 *
 * <p>The disjunctions take ⌈log2 k⌉ rounds and at most k/2 ⌈log2 k⌉ triples, behind a {@link
 * BitDecomposition} if the bits are not given. Numbers from 0 on of width w have k = w - 1 bits.
 */
public final class BitLength {
  private final ProgramBuilder b;

  /** Creates the functions for values of a program. */
  public BitLength(ProgramBuilder b) {
    this.b = b;
  }

  /**
   * Lengths of the elements of a vector.
   *
   * @param above by i from 0 to k - 1, whether a number has more than i bits; so the first one says
   *     whether it is not 0
   * @param bits the number of bits: 0 for 0, otherwise that of the highest bit plus 1
   * @param normalising 2^(k - bits): times a number above 0, it gives one from 2^(k-1) to 2^k - 1
   */
  public record Lengths(List<SecretBitVector> above, SecretInts bits, SecretInts normalising) {
    public Lengths {
      above = List.copyOf(above);
    }
  }

  /**
   * Returns the lengths of x.
   *
   * @param x not negative
   */
  public Lengths of(SecretInts x) {
    if (x.width() < 2) {
      throw new IllegalArgumentException("a number from 0 on has a width of 2 bits or more");
    }
    return of(new BitDecomposition(b).lowest(x, x.width() - 1));
  }

  /** Returns the lengths of numbers with k bits, the lowest first. */
  public Lengths of(List<SecretBitVector> bits) {
    List<SecretBitVector> above = new ArrayList<>(bits);
    Collections.reverse(above);
    above = new ArrayList<>(Trees.prefixes(above, SecretBitVector::or));
    Collections.reverse(above);
    int k = bits.size();
    if (above.get(0).isBoolean()) {
      int width = Integer.SIZE - Integer.numberOfLeadingZeros(k);
      SecretInts number = BitNumbers.ofUnary(b, above, BigInteger::valueOf, width);
      SecretInts power = BitNumbers.ofUnary(b, above, i -> BigInteger.TWO.pow(k - i), k + 1);
      return new Lengths(above, number, power);
    }
    IntType lengthType = IntType.unsigned(Integer.SIZE - Integer.numberOfLeadingZeros(k));
    IntType powerType = IntType.unsigned(k + 1);
    SecretInts length = null;
    SecretInts power = null;
    Shift shift = new Shift(b);
    for (int i = 0; i < k; i++) {
      SecretInts more = above.get(i).asInts();
      SecretInts rest = shift.left(above.get(i).not().asInts(), k - 1 - i);
      length = length == null ? more : length.plus(more).assumeFits(lengthType);
      power = (power == null ? rest.plus(1) : power.plus(rest)).assumeFits(powerType);
    }
    return new Lengths(above, length, power);
  }
}
