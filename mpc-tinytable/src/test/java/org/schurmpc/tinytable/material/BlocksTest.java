package org.schurmpc.tinytable.material;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every entry of every table has a place of its own, and few words do. */
class BlocksTest {
  @ParameterizedTest
  @CsvSource({
    "1, 8, 8, 120", "16, 8, 8, 120", "120, 8, 8, 120", "121, 8, 8, 85", "1000, 2, 3, 120",
    "77, 1, 1, 85", "5, 3, 5, 4", "3, 4, 8, 1", "700, 1, 4, 3", "2, 11, 1, 120"
  })
  void entriesHavePlacesOfTheirOwn(int tables, int inputBits, int bits, int k) {
    Blocks blocks = Blocks.tables(tables, inputBits, bits, k);
    long items = 0;
    int done = 0;
    for (long group = 0; group < blocks.groups(); group++) {
      assertEquals(group, blocks.groupsDone(done));
      Set<Integer> taken = new HashSet<>();
      for (int table = 0; table < blocks.tablesIn(group); table++) {
        int slot = blocks.slot(table);
        assertTrue((slot + 1) * bits <= 8);
        for (int entry = 0; entry < 1 << inputBits; entry++) {
          int row = blocks.row(table, entry);
          int position = blocks.position(table, entry);
          assertEquals(slot, row / blocks.rows());
          assertTrue(row < blocks.wordsIn(group) && position < k);
          assertTrue(taken.add(row * k + position), "two entries in a place");
        }
      }
      done += blocks.tablesIn(group);
      items += 1 + blocks.wordsIn(group);
    }
    assertEquals(tables, done);
    assertEquals(blocks.groups(), blocks.groupsDone(done));
    assertEquals(items, blocks.items());
  }

  /** Two tables of a slot never share a position: what is opened of either would be added. */
  @ParameterizedTest
  @CsvSource({"16, 8, 8, 120", "1000, 2, 3, 120", "77, 1, 1, 85"})
  void placesOfASlotAreApart(int tables, int inputBits, int bits, int k) {
    Blocks blocks = Blocks.tables(tables, inputBits, bits, k);
    Set<Integer> taken = new HashSet<>();
    for (int table = 0; table < blocks.tablesIn(0); table++) {
      Set<Integer> own = new HashSet<>();
      for (int entry = 0; entry < 1 << inputBits; entry++) {
        own.add(256 * blocks.slot(table) + blocks.position(table, entry));
      }
      assertEquals(blocks.columns(), own.size());
      for (int position : own) {
        assertTrue(taken.add(position));
      }
    }
  }

  /** Words a table tend to entries / k, and opened words to 1 / k, or 1 / 8k for bits. */
  @Test
  void manyTablesFillTheWords() {
    Blocks sboxes = Blocks.tables(120_000, 8, 8, 120);
    assertEquals(1_000, sboxes.groups());
    assertEquals(257_000, sboxes.items());
    Blocks ands = Blocks.ands(960_000, 120);
    assertEquals(1_000, ands.groups());
    assertEquals(17_000, ands.items());
  }

  /** A single table of n bits takes 2^n symbols and the rounding, not 2^n words. */
  @Test
  void fewTablesTakeFewWords() {
    assertTrue(Blocks.tables(1, 16, 8, 120).items() <= (1 << 16) / 64 + 1);
    assertTrue(Blocks.tables(16, 8, 8, 120).items() <= 65);
    assertTrue(Blocks.tables(1, 1, 1, 120).items() <= 2);
  }
}
