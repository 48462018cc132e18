package org.schurmpc.circuits.lib;

import org.schurmpc.core.circuit.dsl.TypedBuilder;
import org.schurmpc.core.circuit.dsl.UInt;

/**
 * Operations that hash functions share: splitting strings into words, and functions of three words.
 */
final class HashWords {
  private HashWords() {}

  /** Returns the words of a string of big-endian words, the first word first. */
  static UInt[] bigEndian(UInt string, int wordBits) {
    UInt[] words = new UInt[string.bits() / wordBits];
    for (int i = 0; i < words.length; i++) {
      words[i] = string.slice(string.bits() - (i + 1) * wordBits, wordBits);
    }
    return words;
  }

  /** Returns the string of big-endian words. */
  static UInt string(TypedBuilder builder, UInt... words) {
    UInt string = builder.constant(0, 0);
    for (UInt word : words) {
      string = word.concat(string);
    }
    return string;
  }

  /** Returns a word with its bytes in reverse order. */
  static UInt swapped(TypedBuilder builder, UInt word) {
    return string(builder, reversed(bigEndian(word, 8)));
  }

  private static UInt[] reversed(UInt[] bytes) {
    UInt[] result = new UInt[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      result[i] = bytes[bytes.length - 1 - i];
    }
    return result;
  }

  /** Returns the bits of y where x is 1, else those of z: one AND for each bit. */
  static UInt choose(UInt x, UInt y, UInt z) {
    return z.xor(x.and(y.xor(z)));
  }

  /** Returns the majority of the bits of three words: one AND for each bit. */
  static UInt majority(UInt x, UInt y, UInt z) {
    return y.xor(x.xor(y).and(y.xor(z)));
  }
}
