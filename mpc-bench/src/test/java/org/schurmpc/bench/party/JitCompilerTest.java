package org.schurmpc.bench.party;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.ConnectionLost;

class JitCompilerTest {
  private final AtomicInteger pauses = new AtomicInteger();

  private long upTo(int most) {
    return Math.min(most, pauses.get());
  }

  @Test
  void waitsUntilTheNumberStaysConstant() throws Exception {
    JitCompiler.awaitConstant(() -> upTo(5), 100, pauses::incrementAndGet);
    assertEquals(5 + JitCompiler.QUIET_LOOKS, pauses.get());
  }

  @Test
  void aShortRestIsNotTheEnd() throws Exception {
    JitCompiler.awaitConstant(() -> pauses.get() / 2, 20, pauses::incrementAndGet);
    assertEquals(20, pauses.get());
  }

  @Test
  void looksNoMoreOftenThanAllowed() throws Exception {
    JitCompiler.awaitConstant(() -> upTo(50), 7, pauses::incrementAndGet);
    assertEquals(7, pauses.get());
    JitCompiler.awaitConstant(() -> upTo(50), 0, pauses::incrementAndGet);
    assertEquals(7, pauses.get());
  }

  @Test
  void anInterruptEndsTheWait() {
    JitCompiler.Pause interrupted =
        () -> {
          throw new InterruptedException();
        };
    assertThrows(ConnectionLost.class, () -> JitCompiler.awaitConstant(() -> 0, 10, interrupted));
    assertTrue(Thread.interrupted());
  }
}
