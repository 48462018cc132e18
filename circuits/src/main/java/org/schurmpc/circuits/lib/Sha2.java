package org.schurmpc.circuits.lib;

import static org.schurmpc.circuits.lib.HashWords.bigEndian;
import static org.schurmpc.circuits.lib.HashWords.choose;
import static org.schurmpc.circuits.lib.HashWords.majority;
import static org.schurmpc.circuits.lib.HashWords.string;

import java.math.BigInteger;
import java.util.Arrays;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.dsl.Goal;
import org.schurmpc.core.circuit.dsl.TypedBuilder;
import org.schurmpc.core.circuit.dsl.UInt;

/**
 * The compression functions of SHA-256 and SHA-512 (FIPS 180-4, 6.2.2 and 6.4.2), which map a
 * message block, 16 words, and a hash value, 8 words, to the next hash value.
 *
 * <p>Words have 32 or 64 bits. Blocks and hash values are strings of big-endian words, the first
 * word at the most significant end. The caller must pad.
 */
final class Sha2 {
  private static final int[] PRIMES = primes(80);

  private final TypedBuilder builder;
  private final int bits;
  private final int rounds;
  // For the four functions of FIPS 180-4, 4.1: two rotations and, for small sigma, a shift.
  private final int[][] turns;

  /** Creates the function for words of 32 or 64 bits. */
  Sha2(TypedBuilder builder, int wordBits) {
    this.builder = builder;
    this.bits = wordBits;
    this.rounds = wordBits == 32 ? 64 : 80;
    this.turns =
        wordBits == 32
            ? new int[][] {{2, 13, 22}, {6, 11, 25}, {7, 18, 3}, {17, 19, 10}}
            : new int[][] {{28, 34, 39}, {14, 18, 41}, {1, 8, 7}, {19, 61, 6}};
  }

  /** Returns the compression function of SHA-256: inputs of 512 and 256 bits, an output of 256. */
  static Circuit sha256(Goal goal) {
    return circuit(goal, 32);
  }

  /** Returns the compression function of SHA-512: inputs of 1024 and 512 bits, an output of 512. */
  static Circuit sha512(Goal goal) {
    return circuit(goal, 64);
  }

  private static Circuit circuit(Goal goal, int wordBits) {
    TypedBuilder builder = new TypedBuilder(goal);
    UInt block = builder.inputUInt(16 * wordBits);
    UInt state = builder.inputUInt(8 * wordBits);
    builder.output(new Sha2(builder, wordBits).compress(block, state));
    return builder.build();
  }

  /** Returns the initial hash value of a message (FIPS 180-4, 5.3.3 and 5.3.5). */
  UInt initial() {
    UInt[] words = new UInt[8];
    for (int i = 0; i < 8; i++) {
      words[i] = builder.constant(bits, rootFraction(PRIMES[i], 2));
    }
    return string(builder, words);
  }

  /** Returns the hash value after a block, given the hash value before it. */
  UInt compress(UInt block, UInt state) {
    UInt[] schedule = schedule(bigEndian(block, bits));
    UInt[] before = bigEndian(state, bits);
    UInt[] v = before.clone();
    for (int t = 0; t < rounds; t++) {
      UInt constant = builder.constant(bits, rootFraction(PRIMES[t], 3));
      v = round(v, schedule[t], constant);
    }
    for (int i = 0; i < 8; i++) {
      v[i] = builder.sum(v[i], before[i]);
    }
    return string(builder, v);
  }

  private UInt[] schedule(UInt[] block) {
    UInt[] w = Arrays.copyOf(block, rounds);
    for (int t = 16; t < rounds; t++) {
      w[t] = builder.sum(w[t - 16], small(w[t - 15], 2), w[t - 7], small(w[t - 2], 3));
    }
    return w;
  }

  private UInt[] round(UInt[] v, UInt word, UInt constant) {
    UInt[] first = {v[7], word, constant, big(v[4], 1), choose(v[4], v[5], v[6])};
    UInt sigma = big(v[0], 0);
    UInt majority = majority(v[0], v[1], v[2]);
    UInt e;
    UInt a;
    if (builder.goal() == Goal.FEWEST_ANDS) {
      UInt sum = builder.sum(first);
      e = builder.sum(v[3], sum);
      a = builder.sum(sum, sigma, majority);
    } else {
      e = builder.sum(v[7], word, constant, v[3], first[3], first[4]);
      a = builder.sum(v[7], word, constant, first[3], first[4], sigma, majority);
    }
    return new UInt[] {a, v[0], v[1], v[2], e, v[4], v[5], v[6]};
  }

  private UInt big(UInt x, int which) {
    int[] by = turns[which];
    return x.rotateRight(by[0]).xor(x.rotateRight(by[1])).xor(x.rotateRight(by[2]));
  }

  private UInt small(UInt x, int which) {
    int[] by = turns[which];
    return x.rotateRight(by[0]).xor(x.rotateRight(by[1])).xor(x.shiftRight(by[2]));
  }

  private static int[] primes(int count) {
    int[] primes = new int[count];
    int found = 0;
    for (int candidate = 2; found < count; candidate++) {
      if (BigInteger.valueOf(candidate).isProbablePrime(50)) {
        primes[found++] = candidate;
      }
    }
    return primes;
  }

  /** Returns a word with the first bits of the fraction of a prime's square or cube root. */
  private long rootFraction(int prime, int degree) {
    BigInteger scaled = BigInteger.valueOf(prime).shiftLeft(degree * bits);
    BigInteger root = BigInteger.ZERO;
    for (int bit = bits + 5; bit >= 0; bit--) {
      BigInteger larger = root.setBit(bit);
      if (larger.pow(degree).compareTo(scaled) <= 0) {
        root = larger;
      }
    }
    return root.longValue();
  }
}
