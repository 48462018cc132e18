package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;

class RowEncoderTest {
  private static InputRow encoded(int bits, Object key, Object cell) {
    int[] sizes = {7, bits};
    TreeMap<Integer, String> columns = new TreeMap<>(Map.of(1, "amount"));
    return new RowEncoder(sizes, columns).call(RowFactory.create(key, cell));
  }

  private static void requireValue(int bits, Object cell, int... bytes) {
    InputRow row = encoded(bits, "k", cell);
    assertNull(row.fault());
    assertNull(row.value(0));
    byte[] expected = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      expected[i] = (byte) bytes[i];
    }
    assertArrayEquals(expected, row.value(1));
  }

  @Test
  void valuesHaveTheirBytes() {
    requireValue(32, 258, 0, 0, 1, 2);
    requireValue(32, 0xFFFF_FFFFL, 0xFF, 0xFF, 0xFF, 0xFF);
    requireValue(32, -2, 0xFF, 0xFF, 0xFF, 0xFE);
    requireValue(12, -1, 0x0F, 0xFF);
    requireValue(1, true, 1);
    requireValue(1, false, 0);
    requireValue(64, Long.MIN_VALUE, 0x80, 0, 0, 0, 0, 0, 0, 0);
    requireValue(72, -1L, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF);
    requireValue(12, new byte[] {0x0A, 0x7F}, 0x0A, 0x7F);
  }

  @Test
  void valuesThatDoNotFitAreNamedByTheirColumn() {
    for (Object cell : new Object[] {1L << 32, -(1L << 31) - 1, new byte[3]}) {
      String fault = encoded(32, "k", cell).fault();
      assertEquals("column 'amount' does not hold a value of 32 bits", fault);
    }
    assertEquals(
        "column 'amount' does not hold a value of 12 bits",
        encoded(12, "k", new byte[] {0x1A, 0x7F}).fault());
    assertEquals("column 'amount' is empty", encoded(32, "k", null).fault());
  }

  @Test
  void keysAreNumbersOrTexts() {
    assertEquals(7L, encoded(32, 7, 1).key());
    assertEquals("7", encoded(32, "7", 1).key());
    assertTrue(encoded(32, null, 1).fault().contains("key is empty"));
  }
}
