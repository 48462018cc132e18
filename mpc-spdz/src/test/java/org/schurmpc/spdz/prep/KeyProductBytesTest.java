package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;

/** From how many values on VOLE sends less than COPE. */
class KeyProductBytesTest {
  /** The first values of VOLE alone are 2,450, and come from COPE. */
  @ParameterizedTest
  @CsvSource({
    "p128, 4, 1, 3_184",
    "p128, 8, 1, 3_154",
    "p256, 4, 1, 2_676",
    "18446744073709551557, 4, 1, 11_461",
    "p128, 4, 4, 8_463"
  })
  void leastNumberOfValues(String name, int k, int threads, String least) throws Exception {
    Field field = Fields.named(name);
    KeyProductBytes bytes = new KeyProductBytes(field, k, threads);
    long low = 0;
    long high = 1 << 20;
    while (low < high) {
      long middle = (low + high) / 2;
      if (bytes.favourVole(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    assertEquals(Long.parseLong(least.replace("_", "")), low);
    assertFalse(bytes.favourVole(low - 1));
    for (long values = low; values < 4_000_000; values += 9_999) {
      assertTrue(bytes.favourVole(values), values + " values");
    }
  }

  @Test
  void bytesOfAValue() throws Exception {
    KeyProductBytes bytes = new KeyProductBytes(Fields.named("p128"), 4, 1);
    assertEquals(512, bytes.byCope(1));
    assertEquals(1_324_800, bytes.toBegin());
    long many = 100_000_000;
    assertEquals(16.40, (double) (bytes.byVole(many) - bytes.toBegin()) / many, 0.02);
  }
}
