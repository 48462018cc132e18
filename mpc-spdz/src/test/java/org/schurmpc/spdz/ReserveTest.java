package org.schurmpc.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Multiplier;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.DealerClient;
import org.schurmpc.core.prep.DealerServer;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.Refill;
import org.schurmpc.core.run.RunPlan;
import org.schurmpc.core.run.Source;
import org.schurmpc.core.session.SessionPairs;

/** Material for runs that are no circuits: chains of products, in parts of one store. */
class ReserveTest {
  private static final int WIDTH = 8;
  private static final int BATCHES = 3;

  @TempDir static Path made;

  private final ConfiguredProtocol protocol;
  private final Demand unit; // of two batches of products
  private final RunPlan plan;

  @TempDir Path home;

  ReserveTest() throws Exception {
    protocol =
        Protocols.named("spdz")
            .configure(
                new ProtocolOptions(
                    2, 0, Map.of("field", "gf2_40", "threads", "1", "batch", "128")));
    unit = protocol.chain(2, WIDTH);
    plan =
        new RunPlan(new TreeMap<>(), List.of(new RunPlan.Part("", protocol, unit)), false)
            .on("program", "a chain");
  }

  private interface Use {
    void of(OpenRun run) throws Exception;
  }

  private StoreDirectory open(int party) throws MpcException {
    return StoreDirectory.openOrCreate(
        home.resolve("store " + party),
        new StoreAccess(home.resolve("records " + party), Optional.empty()));
  }

  private static void requireDone(List<Object> ends) throws Exception {
    for (Object end : ends) {
      if (end instanceof Exception e) {
        throw e;
      }
      assertEquals("done", end);
    }
  }

  /** Puts stores with batches of one unit each into a test's folder: copies of those made once. */
  private void prepare(int batches) throws Exception {
    if (!Files.exists(made.resolve("store 0"))) {
      Path tests = home;
      home = made;
      makeBatches();
      home = tests;
    }
    try (Stream<Path> all = Files.walk(made)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        Path relative = made.relativize(path);
        boolean kept =
            IntStream.rangeClosed(batches + 1, BATCHES)
                .noneMatch(number -> relative.toString().contains("batch-00000" + number));
        if (kept && !relative.toString().isEmpty()) {
          Files.copy(path, home.resolve(relative));
        }
      }
    }
  }

  private void makeBatches() throws Exception {
    for (int units = 1; units <= BATCHES; units++) {
      long now = units;
      requireDone(
          SessionPairs.networkOutcomes(
              SessionPairs.networks(),
              network -> {
                try (StoreDirectory store = open(network.party())) {
                  plan.prepare(
                      network, List.of(Optional.empty()), List.of(store), now, (at, all) -> {});
                }
                return "done";
              }));
    }
  }

  private void run(Refill refill, Use use) throws Exception {
    requireDone(
        SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              List<Source> sources = List.of(new Source.Stored(open(network.party()), refill));
              try (OpenRun run = plan.connect(network, sources)) {
                use.of(run);
              }
              return "done";
            }));
  }

  /** Multiplies in a part of its own; also opens what it has multiplied. */
  private void multiply(OpenRun run, PrepStore store, int batches) throws MpcException {
    Demand demand = protocol.chain(batches, WIDTH);
    try (Multiplier multiplier = protocol.multiplier(run.session(), store.split(demand))) {
      multiplier.begin(batches, WIDTH);
      multiplier.multiply();
      multiplier.verify();
    }
  }

  private PrepStore reserve(OpenRun run, int batches) throws MpcException {
    return run.material(0).reserve(protocol.chain(batches, WIDTH));
  }

  /** The positions in the batches of each party's store, by kind. */
  private List<Map<MaterialKind, List<Long>>> positions() throws MpcException {
    List<Map<MaterialKind, List<Long>>> all = new ArrayList<>();
    for (int party = 0; party < 2; party++) {
      Map<MaterialKind, List<Long>> positions =
          new TreeMap<>((a, b) -> a.name().compareTo(b.name()));
      try (StoreDirectory store = open(party)) {
        for (MaterialKind kind : unit.quotas().keySet()) {
          positions.put(kind, store.batches().stream().map(each -> each.position(kind)).toList());
        }
      }
      all.add(positions);
    }
    return all;
  }

  private void assertPositions(List<Long> triples, List<Long> inputs) throws MpcException {
    for (Map<MaterialKind, List<Long>> positions : positions()) {
      positions.forEach(
          (kind, at) ->
              assertEquals(kind.name().contains("triple") ? triples : inputs, at, kind.name()));
    }
  }

  @Test
  void aDemandOverThreeBatches() throws Exception {
    prepare(3);
    run(
        Refill.none(),
        run -> {
          PrepStore store = reserve(run, 5);
          store.acquire();
          multiply(run, store, 5);
          store.release();
        });
    assertPositions(List.of(16L, 16L, 8L), List.of(16L, 0L, 0L));
  }

  @Test
  void batchesAndThenMaterialUnderTheirKey() throws Exception {
    prepare(2);
    run(
        Refill.onTheFly(),
        run -> {
          PrepStore store = reserve(run, 3);
          store.acquire();
          multiply(run, store, 3);
          assertSame(store, reserve(run, 3)); // of which one is on disk
          for (MaterialKind triples : protocol.multiplications(1).quotas().keySet()) {
            assertEquals(3 * WIDTH, store.available(triples));
          }
          multiply(run, store, 3);
          assertSame(store, reserve(run, 1));
          multiply(run, store, 1);
          store.release();
        });
    assertPositions(List.of(16L, 16L), List.of(16L, 16L));
  }

  /** The store is used up; its key is what is left. */
  @Test
  void materialUnderTheKeyOfAStoreThatIsUsedUp() throws Exception {
    prepare(1);
    AtomicReference<Optional<String>> key = new AtomicReference<>();
    run(
        Refill.none(),
        run -> {
          PrepStore stored = reserve(run, 2);
          assertTrue(stored.keyId().isPresent());
          key.set(stored.keyId());
          multiply(run, stored, 2);
        });
    run(
        Refill.onTheFly(),
        run -> {
          PrepStore made = reserve(run, 2);
          assertEquals(key.get(), made.keyId());
          multiply(run, made, 2);
        });
  }

  @Test
  void nothingIsReservedIfAnythingLacks() throws Exception {
    prepare(2);
    run(
        Refill.none(),
        run -> {
          Exhausted lacks = assertThrows(Exhausted.class, () -> reserve(run, 5));
          assertTrue(
              lacks.getMessage().contains("this run needs 8 more items of"), lacks::getMessage);
        });
    assertPositions(List.of(0L, 0L), List.of(0L, 0L));
    run(
        Refill.none(),
        run -> {
          multiply(run, reserve(run, 3), 3);
          assertThrows(Exhausted.class, () -> reserve(run, 2));
          multiply(run, reserve(run, 1), 1);
        });
  }

  /** One party was killed before it had recorded what the other one has: a unit, at the most. */
  @Test
  void anInterruptedReservationIsMadeUpFor() throws Exception {
    prepare(2);
    try (StoreDirectory store = open(1)) {
      store.batches().get(0).reserve(protocol.chain(1, WIDTH));
    }
    run(
        Refill.none(),
        run -> {
          run.material(0).reserve(protocol.multiplications(1)); // less than was lost
          multiply(run, reserve(run, 2), 2);
        });
    assertPositions(List.of(16L, 8L), List.of(16L, 16L));
  }

  @Test
  void materialThatTheRunMakes() throws Exception {
    requireDone(
        SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              try (OpenRun run = plan.connect(network, List.of(new Source.Own()))) {
                PrepStore store = reserve(run, 2);
                assertSame(store, reserve(run, 2));
                unit.quotas().forEach((kind, n) -> assertEquals(n, store.available(kind)));
                multiply(run, store, 2);
                reserve(run, 3);
                multiply(run, store, 3);
              }
              return "done";
            }));
  }

  @Test
  void aDealerDealsAsOftenAsNeeded() throws Exception {
    Network[] networks = SessionPairs.networks();
    List<Object> ends =
        SessionPairs.networkOutcomes(
            InMemoryNetwork.create(3),
            dealing -> dealing.party() == 2 ? deal(dealing) : useDealer(dealing, networks));
    assertEquals(List.of("done", "done", 3), ends);
  }

  private Object deal(Network network) throws MpcException {
    try (TrustedDealer dealer = protocol.dealer(new SecureRandom())) {
      Channel[] byParty = new Channel[2];
      for (int i = 0; i < 2; i++) {
        byParty[DealerServer.introduction(network.channel(i), 2)] = network.channel(i);
      }
      return new DealerServer(dealer, unit, new SecureRandom()).serve(List.of(byParty))[0];
    }
  }

  private Object useDealer(Network dealing, Network[] networks) throws MpcException {
    DealerClient client = DealerClient.introduce(dealing.channel(2), dealing.party());
    try (OpenRun run = plan.connect(networks[dealing.party()], List.of(new Source.Dealt(client)))) {
      PrepStore store = reserve(run, 3); // of four
      multiply(run, store, 3);
      assertSame(store, reserve(run, 1));
      multiply(run, store, 1);
      reserve(run, 2);
      multiply(run, store, 2);
      Demand bits = protocol.stock(new TreeMap<>(Map.of("bit", 1L)));
      Exhausted none = assertThrows(Exhausted.class, () -> run.material(0).reserve(bits));
      assertTrue(none.getMessage().contains("the dealer deals no"), none::getMessage);
    }
    return "done";
  }

  /** Adds dealt batches of one unit, each with keys of its own, as all batches were once. */
  private void dealBatches(int count) throws MpcException {
    for (int number = 1; number <= count; number++) {
      try (TrustedDealer dealer = protocol.dealer(new SecureRandom());
          StoreDirectory first = open(0);
          StoreDirectory second = open(1)) {
        List<DiskPrepStore> batches = new ArrayList<>();
        for (StoreDirectory store : List.of(first, second)) {
          byte[] id = new byte[32];
          id[0] = (byte) number;
          batches.add(
              store.begin(plan.purpose(0, batches.size(), List.of()), id, "a dealer", true));
        }
        dealer.dealKeys(batches);
        dealer.deal(unit, batches);
        for (DiskPrepStore batch : batches) {
          batch.commit();
        }
      }
    }
  }

  @Test
  void aBatchWithKeysOfItsOwnIsUsedAlone() throws Exception {
    dealBatches(2);
    run(
        Refill.none(),
        run -> {
          PrepStore store = reserve(run, 1);
          multiply(run, store, 1);
          Exhausted alone = assertThrows(Exhausted.class, () -> reserve(run, 2));
          assertTrue(alone.getMessage().contains("8 more items of"), alone::getMessage);
        });
    assertPositions(List.of(8L, 0L), List.of(16L, 0L));
    run(
        Refill.onTheFly(), // as there is enough in the second batch, but then no more
        run -> {
          multiply(run, reserve(run, 2), 2);
          Exhausted own = assertThrows(Exhausted.class, () -> reserve(run, 1));
          assertTrue(own.getMessage().contains("keys of its own"), own::getMessage);
        });
    run(Refill.onTheFly(), run -> multiply(run, reserve(run, 2), 2)); // under a new key
    run(
        Refill.none(),
        run -> {
          Exhausted none = assertThrows(Exhausted.class, () -> reserve(run, 1));
          assertTrue(none.getMessage().contains("this run needs 16 more"), none::getMessage);
        });
  }

  /** All that was prepared is in one place: a cheat costs the batches and what is in memory. */
  @Test
  void aFailedCheckDestroysAllOfIt() throws Exception {
    prepare(1);
    run(
        Refill.onTheFly(),
        run -> {
          PrepStore store = reserve(run, 3);
          PrepStore part = store.split(protocol.chain(1, WIDTH));
          part.acquire();
          part.burn();
          assertTrue(store.burnt());
          assertInstanceOf(
              Exhausted.class,
              assertThrows(MpcException.class, () -> store.split(protocol.chain(1, WIDTH))));
        });
    try (StoreDirectory store = open(0)) {
      assertTrue(store.batches().stream().allMatch(DiskPrepStore::burnt));
      assertEquals(Optional.empty(), store.key());
    }
  }
}
