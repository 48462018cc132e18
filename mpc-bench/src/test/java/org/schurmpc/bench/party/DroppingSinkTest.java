package org.schurmpc.bench.party;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.schurmpc.core.prep.MaterialKind;

class DroppingSinkTest {
  private static final MaterialKind PAIR = new MaterialKind("pair", 2);
  private static final MaterialKind OTHER = new MaterialKind("other", 1);

  @Test
  void counts() {
    DroppingSink sink = new DroppingSink();
    sink.keys("protocol", new long[1]);
    sink.put(PAIR, new long[7], 1, 3);
    sink.put(PAIR, new long[2], 0, 1);
    assertEquals(4, sink.items(PAIR));
    assertEquals(0, sink.items(OTHER));
  }

  @Test
  void holdsItsMakerToTheOrder() {
    DroppingSink sink = new DroppingSink();
    assertThrows(IllegalStateException.class, () -> sink.put(PAIR, new long[2], 0, 1));
    sink.keys("protocol", new long[1]);
    assertThrows(IllegalStateException.class, () -> sink.keys("protocol", new long[1]));
    assertThrows(IndexOutOfBoundsException.class, () -> sink.put(PAIR, new long[7], 2, 3));
  }
}
