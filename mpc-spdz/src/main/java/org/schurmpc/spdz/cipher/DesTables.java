package org.schurmpc.spdz.cipher;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.circuit.LookupTable;

/**
 * The S-boxes, the permutations and the key schedule of DES (FIPS 46-3). Bits are numbered from 0,
 * where the standard numbers them from 1: bit 0 is the most significant one of the first byte.
 */
final class DesTables {
  static final int ROUNDS = 16;
  static final int BOXES = 8;

  /** Number of bits of half a block. */
  static final int HALF = 32;

  static final int ROUND_KEY_BITS = 48;

  /** Number of bits of a key, parity included. */
  static final int KEY_BITS = 64;

  /** Number of input bits of an S-box. */
  static final int IN = 6;

  /** Number of output bits of an S-box. */
  static final int OUT = 4;

  /** The rows of each S-box, a hexadecimal digit for each entry. */
  private static final String[] ROWS = {
    "e4d12fb83a6c5907 0f74e2d1a6cb9538 41e8d62bfc973a50 fc8249175b3ea06d",
    "f18e6b34972dc05a 3d47f28ec01a69b5 0e7ba4d158c6932f d8a13f42b67c05e9",
    "a09e63f51dc7b428 d709346a285ecbf1 d6498f30b12c5ae7 1ad069874fe3b52c",
    "7de3069a1285bc4f d8b56f03472c1ae9 a690cb7df13e5284 3f06a1d8945bc72e",
    "2c417ab6853fd0e9 eb2c47d150fa3986 421bad78f9c5630e b8c71e2d6f09a453",
    "c1af92680d34e75b af427c9561de0b38 9ef528c3704a1db6 432c95fabe17608d",
    "4b2ef08d3c975a61 d0b7491ae35c2f86 14bdc37eaf680592 6bd814a7950fe23c",
    "d2846fb1a93e50c7 1fd8a374c56b0e92 7b419ce206adf358 21e74a8dfc90356b"
  };

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

  /** Number of bits of one half of a key between its two rotated halves. */
  private static final int KEY_HALF = 28;

  /** Total rotation of the halves of a key before each round. */
  private static final int[] TURNED = {1, 2, 4, 6, 8, 10, 12, 14, 15, 17, 19, 21, 23, 25, 27, 28};

  private DesTables() {}

  /**
   * Returns S1 to S8. Bit 0 of an index is the last bit of an input; bit 0 of an entry is the last
   * bit of an output.
   */
  static List<LookupTable> sboxes() {
    List<LookupTable> all = new ArrayList<>();
    for (String box : ROWS) {
      String[] rows = box.split(" ", -1);
      int[] entries = new int[1 << IN];
      for (int index = 0; index < entries.length; index++) {
        int row = index >> (IN - 1) << 1 | (index & 1);
        entries[index] = Character.digit(rows[row].charAt(index >> 1 & 15), 16);
      }
      all.add(new LookupTable(IN, OUT, entries));
    }
    return all;
  }

  /** Returns the bit of a block that IP moves to bit i; the inverse of IP moves bit i there. */
  static int initial(int i) {
    int row = i / 8;
    int first = row < 4 ? 2 * row + 1 : 2 * (row - 4);
    return first + 8 * (7 - i % 8);
  }

  /** Returns the bit of the S-boxes' outputs that P moves to bit i. */
  static int permuted(int i) {
    return PERMUTATION[i] - 1;
  }

  /** Returns the bit of half a block that E moves to bit i of the inputs of the S-boxes. */
  static int expanded(int i) {
    return Math.floorMod(OUT * (i / IN) - 1 + i % IN, HALF);
  }

  /**
   * Returns the bit of a key that is bit i of a round key.
   *
   * @param round from 0 to 15, in the order of encryption
   */
  static int roundKeyBit(int round, int i) {
    int bit = CHOICE_2[i] - 1;
    int half = bit / KEY_HALF * KEY_HALF;
    return CHOICE_1[half + (bit - half + TURNED[round]) % KEY_HALF] - 1;
  }

  /**
   * Returns the round keys of public keys, one key after the other, each in order of encryption.
   */
  static byte[] roundKeys(byte[] keys) {
    int all = keys.length * 8 / KEY_BITS * ROUNDS * ROUND_KEY_BITS;
    byte[] result = new byte[all / 8];
    for (int at = 0; at < all; at++) {
      int round = at / ROUND_KEY_BITS;
      int from = round / ROUNDS * KEY_BITS + roundKeyBit(round % ROUNDS, at % ROUND_KEY_BITS);
      int bit = keys[from / 8] >> (7 - from % 8) & 1;
      result[at / 8] |= (byte) (bit << (7 - at % 8));
    }
    return result;
  }
}
