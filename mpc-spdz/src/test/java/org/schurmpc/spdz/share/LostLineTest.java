package org.schurmpc.spdz.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.HeardVerdicts;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/**
 * What a lost line, or a kill, in a check of MACs costs: a key from the moment in which a share of
 * zero is open, and over small fields from the toss on.
 */
class LostLineTest {
  private static final String PRIME_OF_99_BITS = "633825300114114700748351602573";
  private static final String PRIME_OF_100_BITS = "1267650600228229401496703205361";

  // The frames of a check, all to all.
  private static final int TOSS_OPENING = SessionPairs.HANDSHAKE_FRAMES + 1;
  private static final int SIGMA_OPENING = TOSS_OPENING + 2;

  private static Object check(Session session, Field field) throws Exception {
    long[] key = field.element(3 + session.party());
    GlobalMacCheck check = new GlobalMacCheck(session, field, key, new BroadcastCheck(session));
    check.opened(new long[field.limbs()], 0, new long[field.limbs()], 0, 1); // zero, with its MAC
    check.check();
    return "passed";
  }

  private static void requireEnds(Field field, int parties, int frame, Check check)
      throws Exception {
    HeardVerdicts heard = new HeardVerdicts();
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.leaving(parties, 1, frame),
            session -> {
              if (session.party() == 0) {
                session.addVerdictListener(heard);
              }
              return check(session, field);
            });
    String where = field.name() + ", frame " + frame;
    if (check == null) {
      Outcomes.assertEnded(ConnectionLost.class, ends.get(0));
      assertFalse(heard.calls.contains("failed"), where);
    } else {
      Outcomes.assertCheated(check, ends.get(0), where);
      assertEquals("failed", heard.calls.get(heard.calls.size() - 1), where);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "p128, 2",
    "p128, 3",
    "gf2_128, 2",
    PRIME_OF_100_BITS + ", 2",
    PRIME_OF_100_BITS + ", 3"
  })
  void hangingUpBeforeAShareIsOpenCostsNoKey(String name, int parties) throws Exception {
    Field field = Fields.named(name);
    for (int frame = TOSS_OPENING - 1; frame < SIGMA_OPENING; frame++) {
      requireEnds(field, parties, frame, null);
    }
    requireEnds(field, parties, SIGMA_OPENING, Check.MAC);
  }

  @ParameterizedTest
  @CsvSource({"gf2_40, 2", "gf2_64, 2", "gf2_64, 3", PRIME_OF_99_BITS + ", 2"})
  void overSmallFieldsEachTryCosts(String name, int parties) throws Exception {
    Field field = Fields.named(name);
    requireEnds(field, parties, TOSS_OPENING - 1, null);
    requireEnds(field, parties, TOSS_OPENING, Check.COMMITMENT);
    requireEnds(field, parties, SIGMA_OPENING - 1, Check.MAC);
    requireEnds(field, parties, SIGMA_OPENING, Check.MAC);
  }

  /** What a kill at each frame would find: whether a verdict is pending when it leaves. */
  @ParameterizedTest
  @CsvSource({
    "p128, 2, 'false, false, false, true'",
    "gf2_128, 3, 'false, false, false, true, true'",
    "gf2_64, 2, 'false, true, true, true'",
    "gf2_64, 3, 'false, true, true, true, true'"
  })
  void aVerdictIsPendingWhileAShareIsOpen(String name, int parties, String expected)
      throws Exception {
    Field field = Fields.named(name);
    HeardVerdicts heard = new HeardVerdicts();
    SortedMap<Integer, Boolean> pending = new TreeMap<>();
    Network[] networks = SessionPairs.networks(parties);
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              if (peer == 1 && index >= SessionPairs.HANDSHAKE_FRAMES) {
                pending.put(index, heard.calls.size() % 2 == 1);
              }
              return frame;
            });
    List<Object> ends =
        SessionPairs.outcomes(
            networks,
            session -> {
              if (session.party() == 0) {
                session.addVerdictListener(heard);
              }
              return check(session, field);
            });
    ends.forEach(end -> assertEquals("passed", end));
    assertEquals("[" + expected + "]", pending.values().toString());
  }
}
