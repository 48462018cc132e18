package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.tinytable.material.Material;

/** Changes that a cheater makes to its words and their MACs. */
final class WordForgery {
  private WordForgery() {}

  /** A random word of a code. */
  static long[] codeword(ReedSolomon code, Random random) {
    return encoded(code, symbols(code.k(), random));
  }

  /** A word of the code's least weight: that of the unit vector with a one at a data position. */
  static long[] lightCodeword(ReedSolomon code, int position) {
    long[] word = new long[Codeword.LONGS];
    Codeword.setSymbol(word, 0, position, 1);
    encoded(code, word);
    assertEquals(code.distance(), Codeword.weight(word, 0));
    return word;
  }

  /** The codeword with a word's data, in the same place. */
  static long[] encoded(ReedSolomon code, long[] word) {
    new PublicEncoder(code, NamedKernels.of("plain")).encode(word, 0, word, 0);
    return word;
  }

  /** Random symbols, and zeros behind them. */
  static long[] symbols(int count, Random random) {
    long[] word = new long[Codeword.LONGS];
    for (int p = 0; p < count; p++) {
      Codeword.setSymbol(word, 0, p, random.nextInt(Gf256.ORDER));
    }
    return word;
  }

  /** Adds an error to the word of an item. */
  static void add(long[] data, int at, long[] error) {
    for (int i = 0; i < Codeword.LONGS; i++) {
      data[at + i] ^= error[i];
    }
  }

  /** Adds an error to the word, and what it makes of the MAC if the peer's key is {@code guess}. */
  static void forge(long[] data, int at, long[] error, long[] guess) {
    add(data, at, error);
    for (int p = 0; p < Codeword.POSITIONS; p++) {
      int product = Gf256.mul(Codeword.symbol(guess, 0, p), Codeword.symbol(error, 0, p));
      int mac = Codeword.symbol(data, at + Material.WORD_MAC, p);
      Codeword.setSymbol(data, at + Material.WORD_MAC, p, mac ^ product);
    }
  }

  /** Copies word and MAC, not the key of the peer's word. */
  static void copy(long[] from, int fromAt, long[] to, int toAt) {
    System.arraycopy(from, fromAt, to, toAt, Material.WORD_KEY);
  }
}
