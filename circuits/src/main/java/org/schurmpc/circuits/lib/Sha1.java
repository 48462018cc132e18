package org.schurmpc.circuits.lib;

import static org.schurmpc.circuits.lib.HashWords.bigEndian;
import static org.schurmpc.circuits.lib.HashWords.choose;
import static org.schurmpc.circuits.lib.HashWords.majority;
import static org.schurmpc.circuits.lib.HashWords.string;

import java.util.Arrays;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.dsl.Goal;
import org.schurmpc.core.circuit.dsl.TypedBuilder;
import org.schurmpc.core.circuit.dsl.UInt;

/**
 * The compression function of SHA-1 (FIPS 180-4, 6.1.2), which maps a message block of 512 bits and
 * a hash value of 160 bits to the next hash value. Both are strings of big-endian words, the first
 * word at the most significant end. SHA-1 is not collision resistant; the circuit is for
 * applications that still need SHA-1.
 */
final class Sha1 {
  private static final int[] CONSTANTS = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};

  private final TypedBuilder builder;

  private Sha1(TypedBuilder builder) {
    this.builder = builder;
  }

  /** Returns the circuit: inputs of 512 and 160 bits, an output of 160 bits. */
  static Circuit circuit(Goal goal) {
    TypedBuilder builder = new TypedBuilder(goal);
    UInt block = builder.inputUInt(512);
    UInt state = builder.inputUInt(160);
    builder.output(new Sha1(builder).compress(block, state));
    return builder.build();
  }

  private UInt compress(UInt block, UInt state) {
    UInt[] w = Arrays.copyOf(bigEndian(block, 32), 80);
    for (int t = 16; t < 80; t++) {
      w[t] = w[t - 3].xor(w[t - 8]).xor(w[t - 14]).xor(w[t - 16]).rotateLeft(1);
    }
    UInt[] before = bigEndian(state, 32);
    UInt[] v = before.clone();
    for (int t = 0; t < 80; t++) {
      UInt constant = builder.constant(32, CONSTANTS[t / 20]);
      UInt mixed = mixed(t / 20, v[1], v[2], v[3]);
      UInt a = builder.sum(v[4], w[t], constant, mixed, v[0].rotateLeft(5));
      v = new UInt[] {a, v[0], v[1].rotateLeft(30), v[2], v[3]};
    }
    for (int i = 0; i < 5; i++) {
      v[i] = builder.sum(v[i], before[i]);
    }
    return string(builder, v);
  }

  private static UInt mixed(int quarter, UInt x, UInt y, UInt z) {
    return switch (quarter) {
      case 0 -> choose(x, y, z);
      case 2 -> majority(x, y, z);
      default -> x.xor(y).xor(z);
    };
  }
}
