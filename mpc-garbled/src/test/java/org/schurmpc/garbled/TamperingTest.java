package org.schurmpc.garbled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.contract.CheatedRun;
import org.schurmpc.core.session.SessionPairs;

/** Messages changed at random places: no honest party ever has a wrong output. */
class TamperingTest {
  private static final int FEW = 150;

  /** So many gates a layer are four chunks of 64, or one of the usual length. */
  private static final int GATES = 100;

  @Test
  void noOutputIsWrong() throws Exception {
    tamper(FEW);
  }

  @Test
  @Tag("slow")
  void noOutputIsWrongOfManyRuns() throws Exception {
    tamper(Integer.getInteger("tamperings", 10_000));
  }

  private static void tamper(int runs) throws Exception {
    Map<ExitCode, Integer> ends = new EnumMap<>(ExitCode.class);
    int right = 0;
    for (int run = 0; run < runs; run++) {
      Random random = new Random(run);
      int sigma = List.of(40, 64, 80).get(random.nextInt(3));
      int chunk = random.nextBoolean() ? 1 : 1 << 16;
      int lanes = 1 + random.nextInt(3);
      int cheater = random.nextInt(2);
      var protocol = Configurations.garbled(sigma, random.nextInt(2), lanes, chunk, "plain");
      CheatedRun cheated = new CheatedRun(protocol, GATES, false, cheater, run);
      BitMatrix expected = cheated.run.expected(cheated.run.allInputs()).get(cheated.honest());
      int frame = SessionPairs.HANDSHAKE_FRAMES + random.nextInt(chunk == 1 ? 10 : 5);
      CheatedRun.Outcome honest =
          cheated.honestOutcome(
              CheatedRun.change(
                  frame,
                  bytes -> {
                    for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                      bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
                    }
                    return bytes;
                  }));
      if (honest.failure() == null) {
        assertEquals(expected, honest.output(), "run " + run);
        right++; // the cheater sends fewer messages than the number of the frame
      } else {
        ends.merge(honest.failure().exitCode(), 1, Integer::sum);
      }
    }
    System.out.printf("%d runs changed: %d right outputs, %s%n", runs, right, ends);
    assertTrue(
        List.of(ExitCode.CONNECTION_LOST, ExitCode.DISAGREEMENT, ExitCode.PEER_CHEATED)
            .containsAll(ends.keySet()),
        ends.toString());
    assertTrue(right < runs / 2, right + " changes were not noticed");
  }
}
