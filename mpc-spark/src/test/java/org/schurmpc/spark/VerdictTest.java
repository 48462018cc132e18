package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.PeerCheated;

class VerdictTest {
  private static final Verdict CHEATED =
      Verdict.of(1, new PeerCheated(PeerCheated.Check.SACRIFICE, "triples"));
  private static final Verdict LOST = Verdict.of(2, new ConnectionLost("gone"));
  private static final Verdict DIFFERENT = Verdict.of(3, new Disagreement("other keys"));

  private static final Verdict EXHAUSTED = Verdict.of(4, new Exhausted("nothing left"));

  @Test
  void mostSeriousVerdictWins() {
    assertEquals(CHEATED, Verdict.OK.worst(LOST).worst(CHEATED).worst(DIFFERENT));
    assertEquals(DIFFERENT, LOST.worst(DIFFERENT));
    assertEquals(EXHAUSTED, LOST.worst(EXHAUSTED), "a loss is a consequence");
    assertEquals(EXHAUSTED, EXHAUSTED.worst(LOST));
    assertEquals(CHEATED, EXHAUSTED.worst(CHEATED));
    assertEquals(Verdict.OK, Verdict.OK.worst(Verdict.OK));
  }

  @Test
  void onlyLossesMayPass() {
    assertTrue(Verdict.OK.mayPass());
    assertTrue(LOST.mayPass());
    assertFalse(DIFFERENT.mayPass());
    assertFalse(CHEATED.mayPass());
  }

  @Test
  void exceptionsKeepCodeAndCheck() {
    assertEquals(ExitCode.CONNECTION_LOST, LOST.exception().exitCode());
    assertEquals(ExitCode.DISAGREEMENT, DIFFERENT.exception().exitCode());
    assertEquals(PeerCheated.Check.SACRIFICE, ((PeerCheated) CHEATED.exception()).check());
    assertEquals("worker 2: gone", LOST.exception().getMessage());
  }
}
