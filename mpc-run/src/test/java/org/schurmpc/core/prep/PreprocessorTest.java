package org.schurmpc.core.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** What becomes of a store when a maker of its material fails. */
class PreprocessorTest {
  private static final MaterialKind WORD = new MaterialKind("word", 1);
  private static final Demand DEMAND = Demand.of("toy").add(WORD, 1).build();

  /** Makes one item, and then fails. */
  private record Failing(MpcException failure) implements Preprocessor {
    @Override
    public void prepare(Demand demand, MaterialSink sink) throws MpcException {
      sink.put(WORD, new long[] {7}, 0, 1);
      throw failure;
    }

    @Override
    public String storeId() {
      return OWN_STORE;
    }

    @Override
    public String description() {
      return "failing";
    }

    @Override
    public void close() {}
  }

  private static MemoryPrepStore filled(MpcException failure) throws Exception {
    MemoryPrepStore store = new MemoryPrepStore();
    store.put(WORD, new long[] {5}, 0, 1);
    Failing maker = new Failing(failure);
    SessionPairs.run(
        session -> {
          if (session.party() == 0) {
            assertSame(
                failure,
                assertThrows(MpcException.class, () -> maker.fill(session, DEMAND, store)));
            boolean over = failure instanceof PeerCheated;
            assertEquals(over, !holds(session), "the session ends with a failed check");
          }
          return null;
        });
    return store;
  }

  private static boolean holds(Session session) {
    try {
      session.require(true, Check.MAC, "a test");
      return true;
    } catch (MpcException e) {
      return false;
    }
  }

  @Test
  void aFailedCheckBurnsTheStore() throws Exception {
    MemoryPrepStore store = filled(new PeerCheated(Check.SACRIFICE, "a test"));
    assertEquals(0, store.available(WORD));
    assertThrows(Exhausted.class, () -> store.lease(WORD, 1));
  }

  @Test
  void aLostConnectionDoesNot() throws Exception {
    assertEquals(5, filled(new ConnectionLost("gone")).lease(WORD, 1).data()[0]);
  }
}
