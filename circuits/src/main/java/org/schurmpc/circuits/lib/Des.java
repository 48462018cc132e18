package org.schurmpc.circuits.lib;

import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.dsl.Goal;

/**
 * DES and triple DES (FIPS 46-3, SP 800-67) on one block of 64 bits.
 *
 * <p>The inputs are the key and the block; the output is a block. All are strings, so that bit 1 of
 * the standards is the last wire. A key is 64 bits; the parity bits are ignored. The key of triple
 * DES is three keys, K1 first, and encryption is EDE: E under K3 of D under K2 of E under K1. An
 * expanded key is the 16 round keys of 48 bits of each key, K_1 of FIPS 46-3 first, in this order
 * for decryption too.
 *
 * <p>Only S-boxes have ANDs, see {@link DesSbox}; alternatively each S-box is one lookup. Round
 * keys are selections of the key's bits.
 */
final class Des {
  private static final int ROUNDS = 16;
  private static final int ROUND_KEY_BITS = 48;

  private static final int[] PERMUTATION = {
    16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13,
    30, 6, 22, 11, 4, 25
  };

  private static final int[] CHOICE_1 = {
    57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60,
    52, 44, 36, 63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29,
    21, 13, 5, 28, 20, 12, 4
  };

  private static final int[] CHOICE_2 = {
    14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2, 41, 52,
    31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32
  };

  // Total rotation before each round key.
  private static final int[] TURNED = {1, 2, 4, 6, 8, 10, 12, 14, 15, 17, 19, 21, 23, 25, 27, 28};

  private final CircuitBuilder builder = new CircuitBuilder();
  private final List<? extends DesSubstitution> boxes;

  private Des(Sboxes sboxes) {
    this.boxes =
        switch (sboxes) {
          case FEWEST_ANDS -> DesSbox.all(Goal.FEWEST_ANDS);
          case LEAST_DEPTH -> DesSbox.all(Goal.LEAST_DEPTH);
          case LOOKUP -> DesTables.all().stream().map(Des::lookup).toList();
        };
  }

  private static DesSubstitution lookup(LookupTable table) {
    return (builder, input) -> builder.lookup(table, input);
  }

  /** The function of a circuit. */
  record Kind(int keys, boolean expanded, boolean decrypts) {
    Kind {
      if (keys != 1 && keys != 3) {
        throw new IllegalArgumentException("DES has one key or three, not " + keys);
      }
    }

    /** Returns the number of bits of the first input. */
    int keyBits() {
      return keys * (expanded ? ROUNDS * ROUND_KEY_BITS : 64);
    }
  }

  /** Returns the circuit for encryption or decryption, with one key or three. */
  static Circuit circuit(Kind kind, Sboxes sboxes) {
    return new Des(sboxes).circuit(kind);
  }

  private Circuit circuit(Kind kind) {
    int[] key = fromFirst(builder.input(kind.keyBits()));
    int[] block = fromFirst(builder.input(64));
    int keyBits = kind.keyBits() / kind.keys();
    for (int i = 0; i < kind.keys(); i++) {
      int index = kind.decrypts() ? kind.keys() - 1 - i : i;
      int[] one = Arrays.copyOfRange(key, index * keyBits, (index + 1) * keyBits);
      int[][] roundKeys = new int[ROUNDS][];
      for (int round = 0; round < ROUNDS; round++) {
        roundKeys[round] =
            kind.expanded()
                ? Arrays.copyOfRange(one, round * ROUND_KEY_BITS, (round + 1) * ROUND_KEY_BITS)
                : roundKey(one, round);
      }
      // The second of three keys is used in the other direction.
      block = block(block, roundKeys, kind.decrypts() ^ index == 1);
    }
    builder.output(fromFirst(block));
    return builder.build();
  }

  /** Converts between the order of wires and that of FIPS 46-3, which has bit 1 at index 0. */
  private static int[] fromFirst(int[] wires) {
    int[] result = new int[wires.length];
    for (int i = 0; i < wires.length; i++) {
      result[i] = wires[wires.length - 1 - i];
    }
    return result;
  }

  private static int[] roundKey(int[] key, int round) {
    int[] result = new int[ROUND_KEY_BITS];
    for (int i = 0; i < ROUND_KEY_BITS; i++) {
      // C and D are 28 bits each, rotated to the left.
      int bit = CHOICE_2[i] - 1;
      int half = bit / 28 * 28;
      result[i] = key[CHOICE_1[half + (bit - half + TURNED[round]) % 28] - 1];
    }
    return result;
  }

  private int[] block(int[] input, int[][] roundKeys, boolean decrypts) {
    int[] left = new int[32];
    int[] right = new int[32];
    for (int i = 0; i < 32; i++) {
      left[i] = input[initial(i)];
      right[i] = input[initial(32 + i)];
    }
    for (int round = 0; round < ROUNDS; round++) {
      int[] mixed = mixed(right, roundKeys[decrypts ? ROUNDS - 1 - round : round]);
      int[] next = new int[32];
      for (int i = 0; i < 32; i++) {
        next[i] = builder.xor(left[i], mixed[PERMUTATION[i] - 1]);
      }
      left = right;
      right = next;
    }
    int[] output = new int[64];
    for (int i = 0; i < 32; i++) {
      output[initial(i)] = right[i];
      output[initial(32 + i)] = left[i];
    }
    return output;
  }

  /** Returns IP: row by row, columns from the last one on, first the even bits of FIPS 46-3. */
  private static int initial(int i) {
    int row = i / 8;
    int first = row < 4 ? 2 * row + 2 : 2 * (row - 4) + 1;
    return first + 8 * (7 - i % 8) - 1;
  }

  /** Returns the S-boxes of the expanded half and a round key, before P. */
  private int[] mixed(int[] half, int[] roundKey) {
    int[] result = new int[32];
    for (int box = 0; box < 8; box++) {
      int[] input = new int[6];
      for (int i = 0; i < 6; i++) {
        int expanded = half[Math.floorMod(4 * box - 1 + i, 32)];
        input[5 - i] = builder.xor(expanded, roundKey[6 * box + i]);
      }
      int[] output = boxes.get(box).apply(builder, input);
      for (int i = 0; i < 4; i++) {
        result[4 * box + i] = output[3 - i];
      }
    }
    return result;
  }
}
