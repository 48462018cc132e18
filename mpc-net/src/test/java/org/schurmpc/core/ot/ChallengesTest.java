package org.schurmpc.core.ot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The check of a batch binds the receiver only if it cannot know the challenge before. */
class ChallengesTest {
  private static final int K = 4;
  private static final int BATCHES = 2;
  private static final int SESSIONS = 2;

  private final List<String> challenges = new ArrayList<>();

  /** Runs a session, and keeps the challenges of party 0. */
  private void session(CotRun.End sender, CotRun.End receiver) throws Exception {
    List<Object> ends =
        CotRun.outcomes(
            CotRun.tampered(
                0,
                (peer, index, frame) -> {
                  if (frame.length == Batch.CHALLENGE_BYTES) {
                    challenges.add(HexFormat.of().formatHex(frame));
                  }
                  return frame;
                }),
            sender,
            receiver);
    assertFalse(CotRun.failed(ends.get(0)) || CotRun.failed(ends.get(1)), ends.toString());
  }

  private void requireDifferent() {
    assertEquals(SESSIONS * BATCHES, challenges.size());
    assertEquals(SESSIONS * BATCHES, new HashSet<>(challenges).size(), challenges.toString());
  }

  @Test
  void ofOneDirection() throws Exception {
    for (int i = 0; i < SESSIONS; i++) {
      session(CotRun.sender(K, new long[] {5, 7}, BATCHES), CotRun.receiver(K, BATCHES));
    }
    requireDifferent();
  }

  @Test
  void ofBothDirections() throws Exception {
    CotRun.End both =
        session -> {
          int count = CotRun.COUNT;
          long[] rows = new long[2 * count];
          try (CotKeys keys = CotKeys.forBoth(session, new long[] {session.party() + 5L, 7});
              CotPair pair = CotPair.begin(session, keys, K, CotRun.kernels())) {
            for (int i = 0; i < BATCHES; i++) {
              pair.next(rows, new long[count / Long.SIZE], new long[2 * count], count);
            }
          }
          return new long[][] {rows};
        };
    for (int i = 0; i < SESSIONS; i++) {
      session(both, both);
    }
    requireDifferent();
  }
}
