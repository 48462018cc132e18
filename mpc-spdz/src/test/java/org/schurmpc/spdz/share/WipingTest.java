package org.schurmpc.spdz.share;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.Held;

/** The shares σ of a MAC check, from which α follows if a value was wrong, do not outlive it. */
class WipingTest {
  private static final List<String> SCRATCH = List.of("value", "sigma", "part");

  /** After the handshake: commitment and opening of the toss, then those of σ. */
  private static final int SIGMA_COMMITMENT = SessionPairs.HANDSHAKE_FRAMES + 2;

  private static final int SIGMA_OPENING = SIGMA_COMMITMENT + 1;

  private final long[][] keys = {{0x1234567890abcdefL}, {0x0fedcba987654321L}};
  private final GlobalMacCheck[] checks = new GlobalMacCheck[2];

  private static long[] scratch(GlobalMacCheck check, String name) {
    try {
      var combination = GlobalMacCheck.class.getDeclaredField("combination");
      combination.setAccessible(true);
      var declared = MacCombination.class.getDeclaredField(name);
      declared.setAccessible(true);
      return (long[]) declared.get(combination.get(check));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** Both check one value; with an error, that of party 1 has a MAC that is none. */
  private List<Object> check(TamperingNetwork.Hook hook, long error) throws Exception {
    Field field = Fields.named("gf2_64");
    long[] opened = {77};
    Network[] networks = SessionPairs.networks();
    networks[0] = new TamperingNetwork(networks[0], hook);
    return SessionPairs.outcomes(
        networks,
        session -> {
          int me = session.party();
          // Party 0's share is arbitrary, and the other's adds up to the value times α.
          long[] mac = {0x5555_5555_5555_5555L};
          if (me == 1) {
            long[] alpha = {keys[0][0] ^ keys[1][0]};
            long[] product = new long[1];
            field.multiply(alpha, 0, opened, 0, product, 0, 1);
            mac[0] ^= product[0] ^ error;
          }
          checks[me] = new GlobalMacCheck(session, field, keys[me], new BroadcastCheck(session));
          checks[me].opened(opened, 0, mac, 0, 1);
          checks[me].check();
          return null;
        });
  }

  private void assertWiped() {
    for (GlobalMacCheck check : checks) {
      for (String name : SCRATCH) {
        assertArrayEquals(new long[1], scratch(check, name), name);
      }
    }
  }

  /** Combinations are wiped before σ is committed to. */
  @Test
  void afterACheckThatPassed() throws Exception {
    List<Object> ends =
        check(
            (peer, index, frame) -> {
              if (index == SIGMA_COMMITMENT) {
                SCRATCH.forEach(name -> assertArrayEquals(new long[1], scratch(checks[0], name)));
              }
              return frame;
            },
            0);
    ends.forEach(end -> assertNull(end));
    assertWiped();
  }

  @Test
  void afterACheckThatFailed() throws Exception {
    List<Object> ends = check((peer, index, frame) -> frame, 1);
    ends.forEach(end -> assertFalse(end == null));
    assertWiped();
  }

  @ParameterizedTest
  @ValueSource(ints = {SIGMA_COMMITMENT, SIGMA_OPENING})
  void afterACheckThatBrokeOff(int frameIndex) throws Exception {
    List<Object> ends =
        check(
            (peer, index, frame) -> {
              if (index == frameIndex) {
                throw new IllegalStateException("gone");
              }
              return frame;
            },
            0);
    assertEquals(2, ends.size());
    ends.forEach(end -> assertFalse(end == null));
    assertWiped();
  }

  /** The key, what was noted and what was sent; coefficients are public. */
  @ParameterizedTest
  @EnumSource(OpeningMode.class)
  void afterTheLastCheck(OpeningMode mode) throws Exception {
    Field field = Fields.named("p128");
    SessionPairs.run(
        session -> {
          BroadcastCheck broadcasts = new BroadcastCheck(session);
          GlobalMacCheck check = new GlobalMacCheck(session, field, new long[] {1, 2}, broadcasts);
          Opening opening = new Opening(session, field, check, mode);
          opening.begin(3);
          Held held = Held.by(opening, check).filled();
          opening.wipe();
          check.wipe();
          assertEquals(Set.of(), held.left("uniform", "coefficients"));
          return null;
        });
  }

  @Test
  void sharesAndTheirMacs() throws Exception {
    Shares shares = new Shares(Fields.named("p128"), 2);
    Held held = Held.by(shares).filled();
    shares.wipe();
    assertEquals(Set.of(), held.left());
  }
}
