package org.schurmpc.circuits.lib;

import org.schurmpc.core.circuit.dsl.TypedBuilder;
import org.schurmpc.core.circuit.dsl.UInt;

/** What hash functions have in common: words out of strings, and functions of three words. */
final class HashWords {
  private HashWords() {}

  /** The words of a string of big-endian ones, the first word first. */
  static UInt[] bigEndian(UInt string, int wordBits) {
    UInt[] words = new UInt[string.bits() / wordBits];
    for (int i = 0; i < words.length; i++) {
      words[i] = string.slice(string.bits() - (i + 1) * wordBits, wordBits);
    }
    return words;
  }

  /** The string of big-endian words. */
  static UInt string(TypedBuilder builder, UInt... words) {
    UInt string = builder.constant(0, 0);
    for (UInt word : words) {
      string = word.concat(string);
    }
    return string;
  }

  /** A word with its bytes in opposite order. */
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

  /** The second where the first has a 1, else the third: an AND a bit. */
  static UInt choose(UInt x, UInt y, UInt z) {
    return z.xor(x.and(y.xor(z)));
  }

  /** What at least two have: an AND a bit. */
  static UInt majority(UInt x, UInt y, UInt z) {
    return y.xor(x.xor(y).and(y.xor(z)));
  }
}
