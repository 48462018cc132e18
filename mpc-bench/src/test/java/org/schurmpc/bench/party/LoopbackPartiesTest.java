package org.schurmpc.bench.party;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.schurmpc.core.abort.Refused;

@Timeout(20)
class LoopbackPartiesTest {

  @Test
  void allSpeakToEachOther() throws Exception {
    try (LoopbackParties three = LoopbackParties.connect(3, new TreeMap<>())) {
      List<Integer> sums =
          three.each(
              party -> {
                byte[][] all = three.session(party).exchangeAll(new byte[] {(byte) (party + 1)});
                return all[0][0] + all[1][0] + all[2][0];
              });
      assertEquals(List.of(6, 6, 6), sums);
    }
  }

  /** The other parties wait for the failing one, and must not wait until a timeout. */
  @Test
  void theCauseIsThrownAndNotWhatCameOfIt() throws Exception {
    for (int one = 0; one < 3; one++) {
      int failing = one;
      try (LoopbackParties three = LoopbackParties.connect(3, new TreeMap<>())) {
        Refused refused =
            assertThrows(
                Refused.class,
                () ->
                    three.each(
                        party -> {
                          if (party == failing) {
                            throw new Refused("the cause");
                          }
                          return three.session(party).exchangeAll(new byte[1]);
                        }));
        assertEquals("the cause", refused.getMessage());
      }
    }
  }
}
