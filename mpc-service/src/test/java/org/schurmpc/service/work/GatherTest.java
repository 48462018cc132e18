package org.schurmpc.service.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.schurmpc.service.state.Refusal;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.Auction;
import org.schurmpc.vm.lib.Comparison;

/** Jobs of many clients, under SPDZ. */
class GatherTest extends CoreCase {
  /**
   * An auction of three places with two lots: the greatest sum of a client's two bids and the
   * number of bidders for all, whether it is its own for each, and its own sum.
   */
  public static final class Bids implements SecureProgram {
    private static final int PLACES = 3;

    @Override
    public void define(ProgramBuilder b) {
      SecretInts bids = b.inputs("bids", 0, IntType.signed(12), 2 * PLACES);
      SecretBitVector present = b.inputBitVector("present", 0, PLACES);
      List<SecretInts> sums = new ArrayList<>();
      for (int place = 0; place < PLACES; place++) {
        sums.add(bids.slice(2 * place, 2).sum().asVector());
      }
      SecretInts all = SecretInts.join(sums.toArray(new SecretInts[0]));
      var most = new Auction(b).max(all);
      b.output("most", most);
      b.output("bidders", present.asInts().sum());
      b.output("won", new Comparison(b).atLeast(all, broadcast(most)));
      b.output("mine", all);
    }

    private static SecretInts broadcast(org.schurmpc.vm.lang.SecretInt x) {
      return SecretInts.of(x, x, x);
    }
  }

  private static String ports(String close) {
    return """
    inputs = ["client", "present"]
    outputs = ["clients", "clients", "client", "client"]
    clients = ["bidder0", "bidder1", "bidder2", "bidder3"]
    gather = { least = 2, most = 3, close = "%s" }
    rerun = "deterministic"
    """
        .formatted(close);
  }

  private void start(int parties, String close) throws Exception {
    String job = program("bids", Bids.class, parties, ports(close));
    start(parties, NUMBERS.formatted(24), job.replace("clients = [\"till\"]\n", ""));
  }

  private Asked bid(int bidder, long... values) throws Exception {
    return new Asked("bids", "bidder" + bidder).open(12, values);
  }

  @Test
  void aFullJobRunsAndEachClientHasItsOwnResult() throws Exception {
    start(2, "full");
    Asked first = bid(0, 100, -20).sendAll();
    Asked second = bid(1, 70, 50).sendAll();
    Asked again = bid(1, 2000, 2000).sendAll(); // has no second place
    assertEquals("queued", again.state(0));
    assertEquals("queued", first.state(0));
    Asked third = bid(2, -2048, 2047).sendAll();
    assertEquals(numbers(120, 3, 0, 80), first.values());
    assertEquals(numbers(120, 3, 1, 120), second.values());
    assertEquals(3, third.values().get(1).intValue());
    assertEquals("queued", again.state(1));
    Asked fourth = bid(3, 1, 1).sendAll();
    Asked fifth = bid(0, 5, 6).sendAll();
    assertEquals(numbers(4000, 3, 1, 4000), again.values());
    assertEquals(numbers(4000, 3, 0, 2), fourth.values());
    assertEquals(numbers(4000, 3, 0, 11), fifth.values());
  }

  /** Places without a client have zeros. */
  @Test
  void anOperatorClosesAJobOnceEnoughClientsAreThere() throws Exception {
    start(2, "operator");
    Asked first = bid(0, -100, -20).sendAll();
    await("seen", () -> first.state(0).equals("queued") && first.state(1).equals("queued"));
    ExecutionException early =
        assertThrows(
            ExecutionException.class, () -> cores[0].scheduler.work().closeGathering("bids").get());
    assertTrue(early.getCause() instanceof Refusal);
    Asked second = bid(1, -7, -5).sendAll();
    assertEquals("queued", second.state(0));
    await("closed", this::closes);
    assertEquals(numbers(0, 2, 0), first.values().subList(0, 3));
    assertEquals(numbers(0, 2, 0), second.values().subList(0, 3));
  }

  private boolean closes() {
    try {
      cores[0].scheduler.work().closeGathering("bids").get();
      return true;
    } catch (ExecutionException e) {
      return false; // not seen by all yet
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void threePartiesOfWhichOneIsKilled() throws Exception {
    start(3, "full");
    for (Kill kill :
        List.of(
            new Kill(2, "run .* TAKEN .*", true),
            new Kill(0, "run .* PREPARED.* .*", true),
            new Kill(1, "run .* COMMITTED.* .*", false))) {
      List<Asked> all = List.of(bid(0, 1, 2), bid(1, 30, 4), bid(2, 5, 6));
      kill.at(cores[kill.party()]);
      for (Asked each : all) {
        each.sendAll();
      }
      cores[kill.party()].awaitDead();
      restart(kill.party());
      assertEquals(numbers(34, 3, 0, 3), all.get(0).values(), kill.toString());
      assertEquals(numbers(34, 3, 1, 34), all.get(1).values());
      assertEquals(numbers(34, 3, 0, 11), all.get(2).values());
    }
  }
}
