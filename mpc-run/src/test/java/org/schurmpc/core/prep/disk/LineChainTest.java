package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The hashes of lines in a buffer are those of lines by themselves. */
class LineChainTest {
  private final Random random = new Random(1);

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void linesInABufferHaveTheHashesOfLinesThatAreWritten() {
    LineChain chain = new LineChain();
    byte[] hash = bytes("a start of another length");
    for (int i = 0; i < 300; i++) {
      String entry = "=entry ü " + "x".repeat(random.nextInt(200));
      byte[] next = LineChain.next(hash, entry);
      byte[] line = LineChain.line(entry, next);
      int from = random.nextInt(5);
      byte[] buffer = new byte[from + line.length + 3];
      System.arraycopy(line, 0, buffer, from, line.length);
      int length = bytes(entry).length;
      assertArrayEquals(next, chain.next(hash, buffer, from, length));
      assertTrue(chain.isTag(next, buffer, from + length + 1));
      hash = next;
    }
  }

  @Test
  void anotherTagIsNone() {
    LineChain chain = new LineChain();
    byte[] hash = LineChain.next(new byte[32], "=entry");
    byte[] tag = bytes(LineChain.tag(hash));
    assertEquals(LineChain.TAG_DIGITS, tag.length);
    assertTrue(chain.isTag(hash, tag, 0));
    for (int i = 0; i < tag.length; i++) {
      byte[] other = tag.clone();
      other[i] ^= 1;
      assertFalse(chain.isTag(hash, other, 0), "digit " + i);
      other[i] = (byte) Character.toUpperCase(tag[i]);
      assertEquals(other[i] == tag[i], chain.isTag(hash, other, 0), "upper case at " + i);
    }
    assertFalse(chain.isTag(LineChain.next(hash, "=entry"), tag, 0));
  }
}
