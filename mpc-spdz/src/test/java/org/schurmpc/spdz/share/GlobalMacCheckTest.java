package org.schurmpc.spdz.share;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** What the check of MACs takes besides MACs: coefficients that nobody chose, and broadcasts. */
class GlobalMacCheckTest {
  private final Field field;

  GlobalMacCheckTest() throws Refused {
    field = Fields.named("gf2_64");
  }

  private GlobalMacCheck check(Session session, long key) {
    return new GlobalMacCheck(session, field, new long[] {key}, new BroadcastCheck(session));
  }

  private void requireCaught(Iterable<Object> ends, Check check) {
    for (Object end : ends) {
      assertEquals(check, assertInstanceOf(PeerCheated.class, end).check());
    }
  }

  /** Errors of two values that cancel under coefficients drawn from a seed of zeros. */
  @Test
  void errorsThatWouldCancelUnderASeedOfZeros() throws Exception {
    long[] uniform = new long[2 * field.uniformWords()];
    new Prg(new byte[Prg.SEED_BYTES]).nextLongs(uniform, 0, uniform.length);
    long[] guessed = new long[2];
    field.fromUniform(uniform, 0, guessed, 0, 2);
    long[] errors = {guessed[1], guessed[0]};
    long[] combined = new long[1];
    field.innerProduct(guessed, 0, errors, 0, combined, 0, 2);
    assertArrayEquals(new long[1], combined);
    requireCaught(
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              // Both values should be zero, and shares of zero are their MACs'.
              GlobalMacCheck check = check(session, 3L + session.party());
              check.opened(errors, 0, new long[2], 0, 2);
              check.check();
              return null;
            }),
        Check.MAC);
  }

  /** With nothing opened, what was broadcast is compared all the same. */
  @Test
  void whatWasBroadcastWithoutAnOpening() throws Exception {
    requireCaught(
        SessionPairs.outcomes(
            SessionPairs.networks(3),
            session -> {
              GlobalMacCheck check = check(session, 1);
              check.broadcasts().log(1, new byte[] {(byte) session.party()}, 1);
              check.check();
              return null;
            }),
        Check.BROADCAST);
  }
}
