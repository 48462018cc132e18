package org.schurmpc.cli.circuit;

/**
 * Expands AES-128 keys (FIPS 197, section 5.2) for the benchmark's random inputs. Table lookups
 * depend on the key, so the class must not be used for secret keys.
 */
final class AesKeySchedule {
  /** Length of a key in bytes. */
  static final int KEY_BYTES = 16;

  /** Length of the eleven round keys in bytes. */
  static final int EXPANDED_BYTES = 11 * KEY_BYTES;

  private static final int WORD_BYTES = 4;
  private static final int POLYNOMIAL = 0x11B;
  private static final int FIELD = 256;

  private final byte[] sbox = new byte[FIELD];

  AesKeySchedule() {
    int power = 1; // powers of 3, a generator of the multiplicative group
    int inverse = 1;
    do {
      sbox[power] = affine(inverse);
      power = times(power, 3);
      inverse = times(inverse, 0xF6); // 0xF6 is the inverse of 3
    } while (power != 1);
    sbox[0] = affine(0);
  }

  private static int times(int a, int b) {
    int product = 0;
    for (int bit = 7; bit >= 0; bit--) {
      product <<= 1;
      product ^= (product & FIELD) == 0 ? 0 : POLYNOMIAL;
      product ^= (b >> bit & 1) == 0 ? 0 : a;
    }
    return product;
  }

  /** Applies the affine transformation of the S-box (FIPS 197, equation 5.1). */
  private static byte affine(int x) {
    int sum = x;
    for (int shift = 1; shift <= 4; shift++) {
      sum ^= x << shift | x >> (8 - shift);
    }
    return (byte) (sum ^ 0x63);
  }

  /** Returns the words w[0] to w[43], byte by byte. */
  byte[] expand(byte[] key) {
    byte[] words = new byte[EXPANDED_BYTES];
    System.arraycopy(key, 0, words, 0, KEY_BYTES);
    int constant = 1;
    for (int at = KEY_BYTES; at < EXPANDED_BYTES; at += WORD_BYTES) {
      boolean first = at % KEY_BYTES == 0;
      for (int i = 0; i < WORD_BYTES; i++) {
        byte last = words[at - WORD_BYTES + (first ? (i + 1) % WORD_BYTES : i)];
        words[at + i] = (byte) (words[at + i - KEY_BYTES] ^ (first ? sbox[last & 0xFF] : last));
      }
      if (first) {
        words[at] ^= (byte) constant;
        constant = times(constant, 2);
      }
    }
    return words;
  }
}
