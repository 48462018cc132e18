package org.schurmpc.core.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Gf256;

class CodewordTest {
  @Test
  void symbolsAreWhereTheyWerePut() {
    int[] symbols = new Random(5).ints(256, 0, 256).toArray();
    long[] word = new Random(6).longs(3 + Codeword.LONGS).toArray();
    long before = word[2];
    for (int p = 0; p < 256; p++) {
      Codeword.setSymbol(word, 3, p, symbols[p]);
    }
    for (int p = 0; p < 256; p++) {
      assertEquals(symbols[p], Codeword.symbol(word, 3, p), "position " + p + ", seeds 5, 6");
    }
    assertEquals(before, word[2]);
    assertThrows(IndexOutOfBoundsException.class, () -> Codeword.symbol(word, 3, 256));
    assertThrows(IndexOutOfBoundsException.class, () -> Codeword.setSymbol(word, 3, -1, 0));
  }

  @Test
  void theLayoutIsFixed() {
    long[] word = new long[Codeword.LONGS];
    Codeword.setSymbol(word, 0, 131, 0x20);
    assertEquals(1L << 3, word[4 * 5 + 2]);
    assertEquals(1, Codeword.weight(word, 0));
    assertFalse(Codeword.isZero(word, 0));
    Codeword.setSymbol(word, 0, 131, 0);
    assertTrue(Codeword.isZero(word, 0));
  }

  @Test
  void mulXMultipliesBySymbolTwo() {
    long[] word = new long[Codeword.LONGS];
    for (int p = 0; p < 256; p++) {
      Codeword.setSymbol(word, 0, p, p);
    }
    Codeword.mulX(word, 0);
    for (int p = 0; p < 256; p++) {
      assertEquals(Gf256.mul(2, p), Codeword.symbol(word, 0, p));
    }
  }

  @Test
  void positionMasksCountPositions() {
    for (int count = 0; count <= 256; count++) {
      for (int p = 0; p < 256; p++) {
        long bit = Codeword.positionMask(count, p / 64) >>> p & 1;
        assertEquals(p < count ? 1 : 0, bit, "position " + p + " of " + count);
      }
    }
  }
}
