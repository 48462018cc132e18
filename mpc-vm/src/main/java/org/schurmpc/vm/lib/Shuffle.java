package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.List;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.SecretPermutation;
import org.schurmpc.vm.lib.parts.Waksman;
import org.schurmpc.vm.machine.Values;

/**
 * Moves the rows of a table by a secret uniform permutation that no n - 1 of n parties know: each
 * party draws one, and inputs the settings of the switches of a permutation network for it
 * (Waksman, A permutation network, JACM 1968). A shuffle is used once.
 *
 * <p><b>Security.</b> Settings are inputs that are proven to be 0 or 1, so each party's network
 * carries out a permutation of the rows, whatever the party gives, and changes no row. Inputs do
 * not depend on those of other parties. The composed permutation is therefore uniform and unknown
 * to all other parties if one party draws its own uniformly. A forged opening can change rows, as
 * elsewhere; it is noticed before the next reveal.
 *
 * <p>For n rows, a party inputs about n ⌈log2 n⌉ - n bits. With P parties there are P (2 ⌈log2 n⌉ -
 * 1) rounds, and a triple for each bit and column.
 */
public final class Shuffle {
  private final SecretPermutation permutation;
  private final int n;

  /**
   * Declares the inputs of a shuffle, one for each party: the prefix, the name and the party's
   * number. Runners of programs {@link #fill} them.
   *
   * @param name letters, digits and underscores; no other shuffle of the program has it
   * @param n number of rows, at least 1
   */
  public Shuffle(ProgramBuilder b, String name, int n) {
    this.n = n;
    permutation = SecretPermutation.overField(b, name, n);
  }

  /**
   * Returns the shuffled rows of a table.
   *
   * @param columns one or more vectors of n elements
   * @throws IllegalStateException if the shuffle was used
   */
  public List<SecretInts> apply(List<SecretInts> columns) {
    if (Sorting.rows(columns) != n) {
      throw new IllegalArgumentException(
          "a shuffle of %d rows moves no %d".formatted(n, Sorting.rows(columns)));
    }
    return permutation.apply(
        columns, (rows, layer, swap) -> layer.apply(rows, (x, y) -> swap.asInts()));
  }

  /**
   * Sets the inputs of shuffles that have no values to settings for uniform permutations.
   *
   * @param inputs of a program
   * @throws Refused if an input with the prefix is not that of a shuffle
   */
  public static void fill(Values inputs, SecureRandom random) throws Refused {
    for (Port port : inputs.ports()) {
      if (isShuffle(port) && !inputs.has(port.name())) {
        inputs.set(port.name(), settings(rows(port.count()), random));
      }
    }
  }

  /** Whether an input has the settings of a shuffle, which users do not supply. */
  public static boolean isShuffle(Port input) {
    return input.name().startsWith(SecretPermutation.PREFIX);
  }

  /**
   * Returns settings for a uniform permutation.
   *
   * @param n number of rows, at least 1
   */
  static BigInteger[] settings(int n, SecureRandom random) {
    int[] destination = new int[n];
    for (int i = 0; i < n; i++) {
      int other = random.nextInt(i + 1);
      destination[i] = destination[other];
      destination[other] = i;
    }
    boolean[] settings = new Waksman(n).settings(destination);
    BigInteger[] bits = new BigInteger[settings.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = settings[i] ? BigInteger.ONE : BigInteger.ZERO;
    }
    return bits;
  }

  /**
   * Returns the number of rows of a shuffle.
   *
   * @param switches number of bits that a party inputs
   * @throws Refused if no shuffle has this number
   */
  static int rows(int switches) throws Refused {
    int low = 2;
    int high = Math.max(2, switches + 1);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Waksman.switches(middle) < switches) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (Waksman.switches(low) != switches) {
      throw new Refused("no shuffle has %,d switches".formatted(switches));
    }
    return low;
  }
}
