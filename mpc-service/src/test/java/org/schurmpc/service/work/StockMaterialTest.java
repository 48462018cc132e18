package org.schurmpc.service.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.LocalParties;
import org.schurmpc.core.run.StockPlan;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.config.Stock;
import org.schurmpc.service.control.LogEntry;
import org.schurmpc.service.control.Place;

/** Material for input masks: what a party wants is never what it refuses, and it ends. */
@Timeout(120)
class StockMaterialTest {
  private static final String JOB = "add";
  private static final int DELIVERIES = 4;

  @TempDir Path folder;
  private final List<StoreDirectory> stores = new ArrayList<>();
  private final List<StockMaterial> materials = new ArrayList<>();
  private int made;

  @BeforeEach
  void open() throws Exception {
    new Core.Setting(
            folder,
            List.of(Core.client("bidder0"), Core.client("bidder1")),
            List.of(Endpoint.parse("127.0.0.1:9001"), Endpoint.parse("127.0.0.1:9002")),
            """
            [[job]]
            name = "add"
            circuit = "add_64"
            digest = "%s"
            stock = "bits"
            inputs = ["client", "client"]
            outputs = ["client"]
            clients = ["till"]
            """
                .formatted(Core.digest("add_64")))
        .write(
            """
            [stock.bits]
            protocol = "tinyot"
            store = "store"
            deliveries = %d
            high = { and = 6000 }
            """
                .formatted(DELIVERIES));
    ServiceConfig config = ServiceConfig.read(folder.resolve("party1").resolve("service.toml"));
    Stock stock = config.stocks().get("bits");
    JobEntry job = config.jobs().get(JOB);
    PlannedJob planned = PlannedJob.of(job, Artifact.of(job, stock), stock, 2);
    for (int party = 0; party < 2; party++) {
      Path records = folder.resolve("records" + party);
      StoreDirectory store =
          StoreDirectory.openOrCreate(
              folder.resolve("store" + party), new StoreAccess(records, Optional.empty()));
      stores.add(store);
      materials.add(new StockMaterial("bits", stock, store, List.of(planned), 2));
    }
  }

  @AfterEach
  void close() {
    stores.forEach(StoreDirectory::close);
  }

  /** Both parties ask for all masks, as they do before there are any; returns the larger wish. */
  private long wanted() {
    long most = 0;
    for (StockMaterial each : materials) {
      each.told(made); // counts
      each.want(JOB, DELIVERIES);
      most = Math.max(most, each.told(made).levels().get(JOB).masks());
    }
    return most;
  }

  private static LogEntry.Make make(long runs, long masks) {
    return new LogEntry.Make(
        1,
        "bits",
        new Place("0".repeat(32), 1),
        new TreeMap<>(Map.of(JOB, new LogEntry.Amount(runs, masks))));
  }

  /** Makes what is wanted until nothing is, which nobody refuses. */
  private void fill() throws Exception {
    for (long masks = wanted(); masks > 0; masks = wanted()) {
      LogEntry.Make make = make(0, masks);
      for (int party = 0; party < 2; party++) {
        assertFalse(materials.get(party).refuses(make), "party %d after %d".formatted(party, made));
      }
      refill(make);
    }
  }

  private void refill(LogEntry.Make make) throws Exception {
    StockPlan plan = materials.get(0).plan(make.amounts());
    try (LocalParties parties = LocalParties.inMemory(2)) {
      parties.each(
          network -> {
            plan.make(network, stores.get(network.party()), new TreeMap<>());
            return null;
          });
    }
    made++;
  }

  private static List<DiskPrepStore> left(StoreDirectory store) {
    return store.batches().stream()
        .filter(batch -> batch.kinds().stream().anyMatch(kind -> batch.available(kind) > 0))
        .toList();
  }

  private void lose(int party) throws Exception {
    for (DiskPrepStore batch : stores.get(party).batches()) {
      batch.skipRest();
    }
  }

  /** However often masks are wanted, there is an end before a refusal, which would end refills. */
  @Test
  void masksAreWantedUpToALimitThatNobodyRefuses() throws Exception {
    fill();
    int refills = made;
    assertTrue(refills >= 4, refills + " refills, each of all deliveries at most");
    assertFalse(materials.get(0).refuses(make(1, 0)), "runs are filled, too");
    lose(1);
    fill();
    assertEquals(2 * refills, made, "as many again, for the party that lost them");
    assertTrue(materials.get(0).refuses(make(0, 1)), "the other one has twice as many");
    assertFalse(materials.get(1).refuses(make(0, 1)));
    assertFalse(materials.get(0).refuses(make(1, 0)));
  }

  @Test
  void aWishIsNewOnce() {
    StockMaterial material = materials.get(0);
    assertTrue(material.want(JOB, 3));
    assertFalse(material.want(JOB, 3));
    assertTrue(material.want(JOB, DELIVERIES));
    assertFalse(material.want(JOB, DELIVERIES + 1), "no more are made at once");
    assertEquals(DELIVERIES, material.told(0).levels().get(JOB).masks());
    assertFalse(material.refuses(make(0, DELIVERIES)));
    assertTrue(material.refuses(make(0, DELIVERIES + 1)));
  }

  @Test
  void restsOfWhichTheOthersHaveEnoughAreSkipped() throws Exception {
    StockMaterial material = materials.get(0);
    StoreDirectory store = stores.get(0);
    fill();
    material.skipRests();
    List<DiskPrepStore> wanted = left(store);
    assertEquals(made, wanted.size(), "nothing is too much");
    refill(make(0, DELIVERIES));
    wanted.forEach(DiskPrepStore::hold);
    store.batches().get(made - 1).hold();
    material.skipRests();
    assertEquals(made, left(store).size(), "sessions have chosen all of them");
    wanted.forEach(DiskPrepStore::letGo);
    material.skipRests();
    List<DiskPrepStore> kept = left(store);
    assertEquals(made - 1, kept.size());
    material.skipRests();
    assertEquals(kept, left(store));
  }

  /** A batch has runs of which there are too few, whatever there is of masks. */
  @Test
  void restsForRunsThatLackAreKept() throws Exception {
    fill();
    refill(make(1, 0));
    refill(make(0, DELIVERIES));
    refill(make(0, DELIVERIES));
    List<DiskPrepStore> all = List.copyOf(stores.get(0).batches());
    materials.get(0).skipRests();
    List<DiskPrepStore> kept = left(stores.get(0));
    assertTrue(kept.contains(all.get(made - 3)), "with the run");
    assertTrue(kept.size() < made);
  }
}
