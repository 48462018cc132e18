package org.schurmpc.core.circuit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LookupTableTest {
  @Test
  void saysWhatItWasGiven() {
    int[] entries = {3, 0, 7, 5};
    LookupTable table = new LookupTable(2, 3, entries);
    entries[0] = 1;
    assertEquals(2, table.inputBits());
    assertEquals(3, table.outputBits());
    assertEquals(4, table.entries());
    int[] found = new int[4];
    for (int i = 0; i < 4; i++) {
      found[i] = table.entry(i);
    }
    assertArrayEquals(new int[] {3, 0, 7, 5}, found);
    assertThrows(IndexOutOfBoundsException.class, () -> table.entry(4));
  }

  @Test
  void theLargest() {
    int[] entries = new int[1 << 16];
    entries[0xFFFF] = 0xFFFF;
    LookupTable table = new LookupTable(16, 16, entries);
    assertEquals(0xFFFF, table.entry(0xFFFF));
  }

  @Test
  void equalTablesAreOfTheSameSizesAndEntries() {
    LookupTable table = new LookupTable(1, 2, new int[] {1, 0});
    LookupTable same = new LookupTable(1, 2, new int[] {1, 0});
    assertEquals(table, same);
    assertEquals(table.hashCode(), same.hashCode());
    assertNotEquals(table, new LookupTable(1, 1, new int[] {1, 0}));
    assertNotEquals(table, new LookupTable(1, 2, new int[] {1, 1}));
    assertNotEquals(table, new LookupTable(2, 2, new int[] {1, 0, 1, 0}));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, 1 to 16 input bits",
    "17, 1, 131072, 1 to 16 input bits",
    "-1, 1, 2, 1 to 16 input bits",
    "1, 0, 2, 1 to 16 output bits",
    "1, 17, 2, 1 to 16 output bits",
    "3, 1, 7, 8 entries",
    "3, 1, 9, 8 entries",
  })
  void otherSizesAreRefused(int inputBits, int outputBits, int entries, String reason) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new LookupTable(inputBits, outputBits, new int[entries]));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 4", "3, -1", "15, 32768", "16, 65536"})
  void entriesThatDoNotFitAreRefused(int outputBits, int entry) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new LookupTable(1, outputBits, new int[] {0, entry}));
    assertTrue(e.getMessage().contains("entry 1"), e.getMessage());
  }

  @Test
  void appliesToAllLanesOfRows() {
    for (long seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      LookupTable table =
          RandomCircuits.table(random, 1 + random.nextInt(9), 1 + random.nextInt(16));
      int n = 1 + random.nextInt(3);
      int rows = table.inputBits() + table.outputBits() + 1;
      long[] words = random.longs((long) rows * n).toArray();
      long[] before = words.clone();
      int[] in = new int[table.inputBits()];
      int[] out = new int[table.outputBits()];
      for (int i = 0; i < in.length; i++) {
        in[i] = random.nextInt(table.inputBits()) * n; // one row may be several bits
      }
      for (int i = 0; i < out.length; i++) {
        out[i] = (table.inputBits() + i) * n;
      }
      table.apply(words, in, out, n);
      for (int lane = 0; lane < 64 * n; lane++) {
        int index = 0;
        for (int bit = 0; bit < in.length; bit++) {
          index |= bit(before, in[bit], lane) << bit;
        }
        for (int bit = 0; bit < out.length; bit++) {
          assertEquals(table.entry(index) >> bit & 1, bit(words, out[bit], lane), "seed " + seed);
        }
      }
      for (int i = 0; i < n; i++) {
        assertEquals(before[(rows - 1) * n + i], words[(rows - 1) * n + i], "the next row");
        assertEquals(before[i], words[i], "an input");
      }
    }
  }

  private static int bit(long[] words, int row, int lane) {
    return (int) (words[row + lane / 64] >>> lane & 1);
  }
}
