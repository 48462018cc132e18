package org.schurmpc.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;

/** Assertions on how a party ended. */
public final class Outcomes {
  private Outcomes() {}

  /** Asserts that a party ended since this check failed. */
  public static void assertCheated(Check check, Object outcome, String where) {
    PeerCheated cheated = assertInstanceOf(PeerCheated.class, outcome, where);
    assertEquals(check, cheated.check(), where);
  }

  /** Asserts that a party ended with this exception, whose message contains all of these texts. */
  public static void assertEnded(
      Class<? extends MpcException> type, Object outcome, String... texts) {
    MpcException ended = assertInstanceOf(type, outcome);
    String said = text(ended);
    for (String text : texts) {
      assertTrue(said.contains(text), said + " names " + text);
    }
  }

  /** What an exception says: its message and the remedy. */
  public static String text(MpcException ended) {
    return ended.getMessage() + ended.remedy().map(remedy -> " (" + remedy + ")").orElse("");
  }
}
