package org.schurmpc.service.work;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Three services' cores over TCP under SPDZ, one of which is killed. */
class ThreePartiesTest extends CoreCase {
  private static final String BITS =
      """
      [stock.bits]
      protocol = "spdz"
      store = "store"
      deliveries = %d
      """;

  private static final String ADD =
      """
      [[job]]
      name = "add"
      circuit = "add_64"
      digest = "%s"
      stock = "bits"
      inputs = ["client", "client"]
      outputs = ["client"]
      clients = ["till"]
      lanes = 2
      """;

  private static final List<String> NOTES =
      List.of("log forced [0-9]+ run .*", "run .* PREPARED.* .*", "run .* COMMITTED.* .*");

  private void requireRightAfter(Kill kill, Asked asked) throws Exception {
    kill.at(cores[kill.party()]);
    asked.sendAll();
    cores[kill.party()].awaitDead();
    restart(kill.party());
  }

  @Test
  void programsRunAndSurviveAKill() throws Exception {
    String ports =
        "inputs = [\"client\", \"client\"]\noutputs = [\"client\", \"client\"]"
            + ProgramsTest.RERUN;
    start(3, NUMBERS.formatted(20), program("compare", ProgramsTest.Compare.class, 3, ports));
    assertEquals(numbers(1, 41), new Asked("compare").open(16, 40, 41).sendAll().values());
    for (Kill kill : Kill.all(3, NOTES)) {
      Asked asked = new Asked("compare").open(16, 300, 200);
      requireRightAfter(kill, asked);
      assertEquals(numbers(0, 300), asked.values(), kill.toString());
    }
  }

  @Test
  void circuitsRunAndSurviveAKill() throws Exception {
    start(3, BITS.formatted(12), ADD.formatted(Core.digest("add_64")));
    Asked first = new Asked("add").open(64, 5, 1L << 40);
    Asked second = new Asked("add").open(64, 6, 1L << 41);
    first.sendAll();
    second.sendAll();
    assertEquals(5 + (1L << 40), number(first));
    assertEquals(6 + (1L << 41), number(second));
    for (int party = 0; party < 3; party++) {
      Asked asked = new Asked("add").open(64, 1 << party, 7);
      requireRightAfter(new Kill(party, "run .* PREPARED.* .*", true), asked);
      assertEquals(7 + (1 << party), number(asked));
    }
  }

  /** The number in packed elements of gf2_64: 64 bits are one element. */
  private static long number(Asked asked) throws Exception {
    var elements = asked.values();
    assertEquals(1, elements.size());
    return elements.get(0).longValueExact();
  }

  /** One party hears another input of a client: nothing is computed, and others go on. */
  @Test
  void differentInputsEndARequest() throws Exception {
    start(3, BITS.formatted(6), ADD.formatted(Core.digest("add_64")));
    Asked wrong = new Asked("add").open(64, 1, 2).send(0).send(1);
    wrong.d[3] ^= 4;
    wrong.send(2);
    awaitEnd(wrong);
    for (int party = 0; party < 3; party++) {
      assertEquals("failed inputs-differ", wrong.state(party));
    }
    assertEquals(11, number(new Asked("add").open(64, 1, 10).sendAll()));
  }
}
