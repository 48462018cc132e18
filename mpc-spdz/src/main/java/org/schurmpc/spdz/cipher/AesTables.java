package org.schurmpc.spdz.cipher;

import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Gf256;

/** The S-box and the key schedule of AES-128 in the clear (FIPS 197). */
final class AesTables {
  /** Number of bytes of a block and of a key. */
  static final int BYTES = 16;

  /** Number of bytes of a word. */
  static final int WORD = 4;

  static final int ROUNDS = 10;

  /** Number of bits of a byte. */
  static final int BITS = 8;

  /** The constant of the affine map of the S-box. */
  static final int AFFINE_CONSTANT = 0x63;

  private AesTables() {}

  /** Returns the S-box. */
  static LookupTable sbox() {
    int[] entries = new int[Gf256.ORDER];
    for (int x = 0; x < Gf256.ORDER; x++) {
      entries[x] = substituted(x);
    }
    return new LookupTable(BITS, BITS, entries);
  }

  private static int substituted(int x) {
    return affine(Gf256.pow(x, Gf256.ORDER - 2)) ^ AFFINE_CONSTANT;
  }

  /** Returns the linear part of the affine map of the S-box. */
  static int affine(int x) {
    int twice = x | x << BITS;
    int sum = x;
    for (int i = 1; i <= WORD; i++) {
      sum ^= twice >> (BITS - i);
    }
    return sum & 0xff;
  }

  /** Returns the constant of a round of the key schedule, from round 1 on. */
  static int roundConstant(int round) {
    return Gf256.pow(2, round - 1);
  }

  /** Returns the 11 round keys of a public key. */
  static byte[] expanded(byte[] key) {
    byte[] words = new byte[BYTES * (ROUNDS + 1)];
    System.arraycopy(key, 0, words, 0, BYTES);
    for (int i = BYTES; i < words.length; i++) {
      words[i] = (byte) (words[i - BYTES] ^ addend(words, i));
    }
    return words;
  }

  private static int addend(byte[] words, int i) {
    int within = i % BYTES;
    if (within >= WORD) {
      return words[i - WORD];
    }
    int rotated = words[i - within - WORD + (within + 1) % WORD] & 0xff;
    return substituted(rotated) ^ (within == 0 ? roundConstant(i / BYTES) : 0);
  }
}
