package org.schurmpc.core.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated;

/** The harness itself. */
class PartiesTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Test
  void resultsComeInOrder() throws Exception {
    assertEquals(List.of(0, 1, 2), Parties.run(3, LIMIT, Network::party));
  }

  @Test
  void firstFailureIsThrownAndTheOthersAreSuppressed() {
    PeerCheated e =
        assertThrows(
            PeerCheated.class,
            () ->
                Parties.run(
                    3,
                    LIMIT,
                    network -> {
                      if (network.party() == 1) {
                        throw new PeerCheated(PeerCheated.Check.MAC, "test");
                      }
                      return network.channel(1).receive(1);
                    }));
    assertEquals(2, e.getSuppressed().length);
    assertEquals(ConnectionLost.class, e.getSuppressed()[0].getClass());
  }

  @Test
  void lateParties() {
    AssertionError e =
        assertThrows(
            AssertionError.class,
            () ->
                Parties.run(
                    2,
                    Duration.ofMillis(100),
                    network -> network.channel(1 - network.party()).receive(1)));
    assertTrue(e.getMessage().contains("not done within"), e.getMessage());
  }

  @Test
  void tamperingChangesReplacesAndDropsFrames() throws Exception {
    Network[] networks = InMemoryNetwork.create(2);
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              assertEquals(1, peer);
              frame[0] ^= 1;
              return index == 1 ? null : index == 2 ? new byte[] {7, 7} : frame;
            });
    Channel channel = networks[0].channel(1);
    byte[] one = {10};
    for (int i = 0; i < 3; i++) {
      channel.send(one, 0, 1);
    }
    networks[1].channel(0).send(one, 0, 1);
    channel.exchange(one, 0, 1, one, 0, 1);
    assertArrayEquals(new byte[] {11}, networks[1].channel(0).receive(9));
    assertArrayEquals(new byte[] {7, 7}, networks[1].channel(0).receive(9));
    assertArrayEquals(new byte[] {11}, networks[1].channel(0).receive(9));
    assertEquals(10, one[0]);
  }
}
