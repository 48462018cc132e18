package org.schurmpc.circuits.lib;

import static org.schurmpc.circuits.lib.HashWords.bigEndian;
import static org.schurmpc.circuits.lib.HashWords.choose;
import static org.schurmpc.circuits.lib.HashWords.string;
import static org.schurmpc.circuits.lib.HashWords.swapped;

import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.dsl.Goal;
import org.schurmpc.core.circuit.dsl.TypedBuilder;
import org.schurmpc.core.circuit.dsl.UInt;

/**
 * The compression function of MD5 (RFC 1321, 3.4), which maps a message block of 512 bits and a
 * state of 128 bits to the next state. Both are strings of bytes in the order in which MD5 reads
 * and writes them, with the words A, B, C, D little-endian. The initial state of a message is
 * 01234567 89abcdef fedcba98 76543210, and the final state is its digest. MD5 is not collision
 * resistant; the circuit is for applications that still need MD5.
 */
final class Md5 {
  private static final int[][] TURNS = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}
  };

  private final TypedBuilder builder;

  private Md5(TypedBuilder builder) {
    this.builder = builder;
  }

  /** Returns the circuit: inputs of 512 and 128 bits, an output of 128 bits. */
  static Circuit circuit(Goal goal) {
    TypedBuilder builder = new TypedBuilder(goal);
    UInt block = builder.inputUInt(512);
    UInt state = builder.inputUInt(128);
    builder.output(new Md5(builder).compress(block, state));
    return builder.build();
  }

  private UInt compress(UInt block, UInt state) {
    UInt[] x = littleEndian(block);
    UInt[] before = littleEndian(state);
    UInt[] v = before.clone();
    for (int i = 0; i < 64; i++) {
      UInt constant = builder.constant(32, (long) (Math.abs(StrictMath.sin(i + 1)) * 0x1p32));
      UInt mixed = mixed(i / 16, v[1], v[2], v[3]);
      // Only the mixed word depends on the last operation's output; the other terms can be summed
      // before.
      UInt sum =
          builder.goal() == Goal.FEWEST_ANDS
              ? builder.sum(v[0], x[index(i)], constant, mixed)
              : builder.sum(builder.sum(v[0], x[index(i)], constant), mixed);
      UInt b = builder.sum(v[1], sum.rotateLeft(TURNS[i / 16][i % 4]));
      v = new UInt[] {v[3], b, v[1], v[2]};
    }
    for (int i = 0; i < 4; i++) {
      v[i] = swapped(builder, builder.sum(v[i], before[i]));
    }
    return string(builder, v);
  }

  private UInt[] littleEndian(UInt string) {
    UInt[] words = bigEndian(string, 32);
    for (int i = 0; i < words.length; i++) {
      words[i] = swapped(builder, words[i]);
    }
    return words;
  }

  /** Returns the index of the word of the block that an operation adds. */
  private static int index(int i) {
    return switch (i / 16) {
      case 0 -> i;
      case 1 -> (5 * i + 1) % 16;
      case 2 -> (3 * i + 5) % 16;
      default -> 7 * i % 16;
    };
  }

  private static UInt mixed(int round, UInt x, UInt y, UInt z) {
    return switch (round) {
      case 0 -> choose(x, y, z);
      case 1 -> choose(z, x, y);
      case 2 -> x.xor(y).xor(z);
      default -> y.xor(x.or(z.not()));
    };
  }
}
