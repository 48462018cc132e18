package org.schurmpc.core.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Network;

@Timeout(60)
class LocalPartiesTest {
  private static List<Integer> neighbours(LocalParties parties) throws MpcException {
    return parties.each(
        network -> {
          byte[] number = {(byte) network.party()};
          channelAfter(network).send(number, 0, 1);
          int before = (network.party() + network.parties() - 1) % network.parties();
          network.channel(before).receive(number, 0, 1);
          return (int) number[0];
        });
  }

  private static Channel channelAfter(Network network) {
    return network.channel((network.party() + 1) % network.parties());
  }

  @Test
  void partiesTalkToEachOther() throws Exception {
    try (LocalParties parties = LocalParties.inMemory(3)) {
      assertEquals(List.of(2, 0, 1), neighbours(parties));
      assertEquals(List.of(2, 0, 1), neighbours(parties));
    }
    try (LocalParties parties = LocalParties.overLoopback(3)) {
      assertEquals(List.of(2, 0, 1), neighbours(parties));
    }
  }

  /** The other parties wait for the one that fails, whose failure is what the caller sees. */
  @Test
  void theFirstCauseIsThrown() {
    try (LocalParties parties = LocalParties.inMemory(3)) {
      Refused e =
          assertThrows(
              Refused.class,
              () ->
                  parties.each(
                      network -> {
                        if (network.party() == 2) {
                          throw new Refused("not this one");
                        }
                        network.channel(2).receive(new byte[1], 0, 1);
                        return 0;
                      }));
      assertEquals("not this one", e.getMessage());
    }
  }
}
