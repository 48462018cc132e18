package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TableSealTest {
  @Test
  void sealedTextIsOpenedAndChangedTextIsNot() {
    TableSeal seal = TableSeal.random();
    byte[] sealed = seal.seal("a:1\nb:2");
    assertArrayEquals("a:1\nb:2".getBytes(StandardCharsets.UTF_8), seal.open(sealed).orElseThrow());
    assertTrue(TableSeal.random().open(sealed).isEmpty());
    for (int i = 0; i < sealed.length; i++) {
      byte[] changed = sealed.clone();
      changed[i] ^= 1;
      assertTrue(seal.open(changed).isEmpty(), "byte " + i);
    }
    assertTrue(seal.open(new byte[3]).isEmpty());
  }
}
