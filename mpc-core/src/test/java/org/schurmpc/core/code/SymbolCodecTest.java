package org.schurmpc.core.code;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SymbolCodecTest {
  private static final long SEED = 171;

  private final Random random = new Random(SEED);

  private long[] words(int length) {
    return random.longs(length).toArray();
  }

  @Test
  void theBitsLieAsDocumented() {
    for (int s = 0; s <= 256; s++) {
      long[] word = words(2 + Codeword.LONGS);
      byte[] expected = new byte[s + 9];
      random.nextBytes(expected);
      byte[] actual = expected.clone();
      for (int bit = 0; bit < 8 * s; bit++) {
        int at = 4 + bit / 8;
        int value = (Codeword.symbol(word, 2, bit % s) >>> (bit / s)) & 1;
        expected[at] = (byte) ((expected[at] & ~(1 << (bit % 8))) | (value << (bit % 8)));
      }
      SymbolCodec.pack(word, 2, s, actual, 4);
      assertArrayEquals(expected, actual, s + " symbols, seed " + SEED);
    }
  }

  @Test
  void roundTripsLeaveNeighboursAlone() {
    for (int s = 0; s <= 256; s++) {
      byte[] bytes = new byte[s + 3];
      random.nextBytes(bytes);
      long[] around = words(Codeword.LONGS + 5);
      long[] word = around.clone();
      SymbolCodec.unpack(bytes, 3, s, word, 2);
      for (int i = 0; i < word.length; i++) {
        if (i < 2 || i >= 2 + Codeword.LONGS) {
          assertEquals(around[i], word[i], "long " + i + " at " + s + " symbols, seed " + SEED);
        }
      }
      for (int p = s; p < Codeword.POSITIONS; p++) {
        assertEquals(0, Codeword.symbol(word, 2, p), "position " + p + " of " + s);
      }
      byte[] again = bytes.clone();
      random.nextBytes(again);
      System.arraycopy(bytes, 0, again, 0, 3);
      SymbolCodec.pack(word, 2, s, again, 3);
      assertArrayEquals(bytes, again, s + " symbols, seed " + SEED);
    }
  }

  @Test
  void refusesWhatDoesNotFit() {
    long[] word = new long[Codeword.LONGS];
    byte[] bytes = new byte[85];
    assertThrows(IndexOutOfBoundsException.class, () -> SymbolCodec.pack(word, 0, 85, bytes, 1));
    assertThrows(IndexOutOfBoundsException.class, () -> SymbolCodec.unpack(bytes, 0, 86, word, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> SymbolCodec.unpack(bytes, 0, 85, word, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> SymbolCodec.pack(new long[64], 0, 257, new byte[300], 0));
    assertThrows(IllegalArgumentException.class, () -> SymbolCodec.pack(word, 0, -1, bytes, 0));
  }
}
