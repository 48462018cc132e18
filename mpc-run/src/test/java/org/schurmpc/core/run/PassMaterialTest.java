package org.schurmpc.core.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** What burning the material of evaluations destroys: all that is left, wherever it is. */
class PassMaterialTest {
  private static final MaterialKind WORD = new MaterialKind("word", 1);
  private static final Demand DEMAND_OF_ONE = Demand.of("toy").add(WORD, 1).build();
  private static final Demand DEMAND = Demand.of("toy").add(WORD, 2).build();

  @TempDir Path home;

  /** Makes words of ones. */
  private static final class Ones implements Preprocessor {
    @Override
    public void prepare(Demand demand, MaterialSink sink) throws MpcException {
      sink.put(WORD, new long[] {1, 1}, 0, 2);
    }

    @Override
    public String storeId() {
      return OWN_STORE;
    }

    @Override
    public String description() {
      return "ones";
    }

    @Override
    public void close() {}
  }

  private static void failACheck(Session session) {
    assertThrows(PeerCheated.class, () -> session.require(false, Check.MAC, "a test"));
  }

  private static void assertDestroyed(PrepStore store) {
    assertEquals(0, store.available(WORD));
    assertThrows(Exhausted.class, () -> store.lease(WORD, 1));
  }

  @Test
  void materialThatIsMadeForEachPass() throws Exception {
    SessionPairs.run(
        session -> {
          try (PassMaterial material = PassMaterial.fresh(session, new Ones())) {
            PrepStore store = material.next(DEMAND);
            assertEquals(2, store.available(WORD));
            failACheck(session);
            assertDestroyed(store);
          }
          return null;
        });
  }

  @Test
  void whatADealerDoesNotDealIsExhausted() throws Exception {
    Demand other = Demand.of("toy").add(new MaterialKind("other", 1), 1).build();
    SessionPairs.run(
        session -> {
          try (PassMaterial material =
              new FreshMaterial(session, new Ones(), Optional.of(DEMAND))) {
            assertEquals(2, material.reserve(DEMAND).available(WORD));
            assertThrows(Exhausted.class, () -> material.reserve(other));
          }
          return null;
        });
  }

  private StoreDirectory openOrCreate(Session session) throws MpcException {
    StoreDirectory store =
        StoreDirectory.openOrCreate(
            home.resolve("store " + session.party()),
            new StoreAccess(home.resolve("records"), Optional.empty()));
    store.guard(session);
    return store;
  }

  /** A batch of one word, with keys of its own. */
  private static DiskPrepStore batchOfOne(StoreDirectory store, Session session)
      throws MpcException {
    StoreDirectory.Purpose purpose =
        new StoreDirectory.Purpose(
            "toy", "toy", Map.of(), session.party(), 2, Optional.empty(), List.of());
    DiskPrepStore batch = store.begin(purpose, new byte[32], "test", false);
    batch.keys("toy", new long[] {1});
    batch.put(WORD, new long[1], 0, 1);
    batch.commit();
    return batch;
  }

  /** The store on disk, and what was made after it had run out. */
  @Test
  void materialThatWasMadeAhead() throws Exception {
    SessionPairs.run(
        session -> {
          StoreDirectory store = openOrCreate(session);
          DiskPrepStore batch = batchOfOne(store, session);
          try (PassMaterial material = new StoredMaterial(session, store, with -> new Ones())) {
            PrepStore fresh = material.next(DEMAND);
            assertEquals(2, fresh.available(WORD), "one is not enough");
            failACheck(session);
            assertDestroyed(fresh);
            assertTrue(batch.burnt());
          }
          return null;
        });
  }

  /** A run's material has one key, and nobody makes more under the batch's own. */
  @Test
  void aBatchWithKeysOfItsOwnIsNotContinued() throws Exception {
    SessionPairs.run(
        session -> {
          StoreDirectory store = openOrCreate(session);
          batchOfOne(store, session);
          try (PassMaterial material = new StoredMaterial(session, store, with -> new Ones())) {
            assertEquals(1, material.reserve(DEMAND_OF_ONE).available(WORD));
            Exhausted more = assertThrows(Exhausted.class, () -> material.reserve(DEMAND));
            assertTrue(more.getMessage().contains("keys of its own"), more.getMessage());
          }
          return null;
        });
  }
}
