package org.schurmpc.core.eval;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.BadFile;

/** Kept values as bytes, and the lists of them that evaluations take. */
class KeptValuesTest {
  private static final long[] KEY = {3, -4};

  private static KeptValues values(int count) {
    byte[] id = new byte[KeptValues.ID_BYTES];
    Arrays.fill(id, (byte) count);
    return new KeptValues(
        "form", id, KeptValues.keyOf("form", KEY), count, new long[] {1, -2, count});
  }

  @Test
  void bytesAndBack() throws Exception {
    KeptValues read = KeptValues.fromBytes(values(9).toBytes());
    assertEquals("form", read.form());
    assertEquals(9, read.count());
    assertArrayEquals(values(9).id(), read.id());
    assertArrayEquals(new long[] {1, -2, 9}, read.words());
    assertTrue(read.isUnder("form", KeptValues.keyOf("form", KEY)));
    assertFalse(read.isUnder("from", KeptValues.keyOf("form", KEY)));
    assertFalse(read.isUnder("form", KeptValues.keyOf("form", new long[] {3, -5})));
    assertFalse(read.isUnder("form", KeptValues.keyOf("from", KEY)));
    assertArrayEquals(values(9).toBytes(), read.toBytes());
    read.close();
    assertArrayEquals(new long[3], read.words());
    assertFalse(read.toString().contains("-2"));
  }

  @Test
  void otherBytesAreRefused() {
    byte[] bytes = values(9).toBytes();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThrows(BadFile.class, () -> KeptValues.fromBytes(cut), length + " bytes");
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThrows(BadFile.class, () -> KeptValues.fromBytes(longer));
    for (int at : new int[] {0, 4, 5, 6, 7, bytes.length - 28, bytes.length - 32}) {
      byte[] changed = bytes.clone();
      changed[at] ^= (byte) 0x80;
      assertThrows(BadFile.class, () -> KeptValues.fromBytes(changed), "byte " + at);
    }
  }

  @Test
  void publicBitsFitTheKeptOnes() {
    KeptInputs inputs = new KeptInputs();
    KeptValues nine = values(9);
    for (byte[] wrong : new byte[][] {{}, {1}, {1, 2}, {1, 1, 0}, {0, (byte) 0x80}}) {
      assertThrows(IllegalArgumentException.class, () -> inputs.put("a", 0, nine, wrong));
    }
    inputs.put("a", 0, nine, new byte[] {(byte) 0x81, 1});
    assertThrows(IllegalArgumentException.class, () -> inputs.put("a", 0, nine));
    KeptInputs.Entry entry = inputs.of("a", 0).orElseThrow();
    for (int i = 0; i < 9; i++) {
      assertEquals(i == 0 || i >= 7 ? 1 : 0, entry.added(i), "bit " + i);
    }
    assertTrue(inputs.of("a", 1).isEmpty());
    assertTrue(inputs.of("b", 0).isEmpty());
    inputs.put("b", 0, values(16), new byte[] {-1, -1});
    assertThrows(IllegalArgumentException.class, () -> inputs.requireFit(Map.of("a", 9), 1));
    assertThrows(
        IllegalArgumentException.class, () -> inputs.requireFit(Map.of("a", 9, "b", 15), 1));
    inputs.requireFit(Map.of("a", 9, "b", 16), 1);
    inputs.put("a", 3, values(9));
    assertThrows(
        IllegalArgumentException.class, () -> inputs.requireFit(Map.of("a", 9, "b", 16), 3));
    inputs.requireFit(Map.of("a", 9, "b", 16), 4);
  }

  @Test
  void digestsHoldEverything() {
    KeptValues nine = values(9);
    byte[] digest = new KeptInputs().put("a", 0, nine).digest();
    for (KeptInputs other :
        new KeptInputs[] {
          new KeptInputs(),
          new KeptInputs().put("b", 0, nine),
          new KeptInputs().put("a", 1, nine),
          new KeptInputs().put("a", 0, values(10)),
          new KeptInputs().put("a", 0, nine, new byte[] {0, 1}),
          new KeptInputs().put("a", 0, nine).put("a", 1, nine)
        }) {
      assertFalse(Arrays.equals(digest, other.digest()), other.toString());
    }
    assertArrayEquals(digest, new KeptInputs().put("a", 0, values(9), new byte[2]).digest());
  }
}
