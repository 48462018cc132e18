package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.SessionPairs;

/** What drivers agree on, and what they take from each other. */
class DriverSessionTest {
  private static final byte[] TEXT = "host:1\nhost:2\n".getBytes(StandardCharsets.UTF_8);

  private static List<byte[]> nonces() throws Exception {
    return SessionPairs.run(session -> new DriverSession(session).nonce());
  }

  @Test
  void noncesAreEqualAndNew() throws Exception {
    List<byte[]> first = nonces();
    assertArrayEquals(first.get(0), first.get(1));
    assertFalse(Arrays.equals(first.get(0), new byte[first.get(0).length]));
    assertFalse(Arrays.equals(first.get(0), nonces().get(0)));
  }

  private static List<Object> handOver(Network... networks) throws Exception {
    return SessionPairs.outcomes(
        networks, session -> new DriverSession(session).handOver(TEXT.clone()));
  }

  @Test
  void aTextIsHandedOver() throws Exception {
    handOver(SessionPairs.networks()).forEach(end -> assertArrayEquals(TEXT, (byte[]) end));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, (1 << 24) + 1})
  void aLengthThatCannotBeIsMalformed(int length) throws Exception {
    Network[] networks =
        SessionPairs.tampered(
            (peer, index, frame) -> {
              if (index == SessionPairs.HANDSHAKE_FRAMES) {
                ByteBuffer.wrap(frame).putInt(length);
              }
              return frame;
            });
    Outcomes.assertCheated(Check.MALFORMED, handOver(networks).get(1), "party 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"host:1", "host:1\nhost:2\nhost:3", "host:1\nhost", "host:1\nhost:-1"})
  void addressesThatAreNoneAreMalformed(String text) throws Exception {
    SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> new DriverSession(session).requireAddresses(text, 2))
        .forEach(end -> Outcomes.assertCheated(Check.MALFORMED, end, text));
    List<Object> good =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> new DriverSession(session).requireAddresses("host:1\nhost:2", 2));
    assertEquals(List.of("host:1", "host:2"), good.get(0));
  }
}
