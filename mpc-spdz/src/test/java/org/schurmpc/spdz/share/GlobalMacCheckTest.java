package org.schurmpc.spdz.share;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
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

  /** Number of openings of commitments to a σ that the first party sent. */
  private int sums(SessionPairs.Body<?> body) throws Exception {
    AtomicInteger sums = new AtomicInteger();
    Network[] networks = SessionPairs.networks();
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              boolean sigma = frame.length == Commitment.RANDOMNESS_BYTES + field.bytes();
              sums.addAndGet(sigma ? 1 : 0);
              return frame;
            });
    requireCaught(SessionPairs.outcomes(networks, body), Check.MAC);
    return sums.get();
  }

  /**
   * A wrong element that one thread has handed over, and a masked index of another one: the σ of
   * indices is not sent, whatever the index is.
   */
  @ParameterizedTest
  @ValueSource(longs = {0, 1L << 40})
  void indicesWaitForTheElementsOfAllThreads(long outside) throws Exception {
    int sums =
        sums(
            session -> {
              BroadcastCheck broadcasts = new BroadcastCheck(session);
              CheckTurns turns = new CheckTurns(session.party());
              CheckPool pool = new CheckPool(field);
              long[] key = {3L + session.party()};
              GlobalMacCheck one =
                  new GlobalMacCheck(
                      session, field, key, broadcasts, MacComparison.COMMITMENTS, turns, pool);
              GlobalMacCheck two =
                  new GlobalMacCheck(
                      session, field, key, broadcasts, MacComparison.COMMITMENTS, turns, pool);
              two.opened(new long[] {5}, 0, new long[1], 0, 1);
              two.handOver();
              one.indices().add(new long[] {outside}, 0, new long[1], 0, 1);
              one.handOver();
              pool.openStep();
              assertEquals(2, pool.atStart());
              assertTrue(one.unchecked());
              one.check();
              return null;
            });
    assertEquals(1, sums);
  }

  /** Masked indices count as openings do, and are forgotten by their check. */
  @Test
  void indicesAreCounted() throws Exception {
    SessionPairs.run(
        session -> {
          GlobalMacCheck check = check(session, 1);
          check.indices().add(new long[2], 0, new long[2], 0, 2);
          check.opened(new long[1], 0, new long[1], 0, 1);
          assertEquals(3, check.pending());
          check.check();
          assertEquals(0, check.pending());
          long[] many = new long[GlobalMacCheck.INTERVAL];
          check.indices().add(many, 0, many, 0, many.length);
          check.checkIfDue();
          assertEquals(0, check.pending());
          check.indices().add(many, 0, many, 0, many.length);
          check.checkOwnIfDue();
          assertEquals(0, check.pending());
          return null;
        });
  }
}
