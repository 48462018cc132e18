package org.schurmpc.core.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.session.Outcomes.assertCheated;
import static org.schurmpc.core.session.Outcomes.assertEnded;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Stocks of material in two stores, of items so large that few of them are a portion. */
class StockPlanTest {
  private static final int MIB = 1 << 20;
  private static final MaterialKind LARGE = new MaterialKind("large", MIB / Long.BYTES);
  private static final MaterialKind SMALL = new MaterialKind("small", 1);

  @TempDir Path home;

  /** Calls of the preprocessing, of both parties, after which one of them fails. */
  private int fillsUntilTheEnd = Integer.MAX_VALUE;

  private boolean cheats;

  /** Whether a maker finds a check failed of which it tells no session. */
  private boolean cheatsMaker;

  /** The party that leaves when its part of a portion is made. */
  private int leaving = -1;

  private String name = "stocking";

  /** Of the protocol whose stock it is. */
  private int sigma = 40;

  private boolean activelySecure = true;

  /** Its preprocessing makes items of zeros, with one round for each call. */
  private final class Stocking implements ConfiguredProtocol {
    @Override
    public String protocol() {
      return name;
    }

    @Override
    public int lanes() {
      return 1;
    }

    @Override
    public int sigma() {
      return sigma;
    }

    @Override
    public boolean activelySecure() {
      return activelySecure;
    }

    @Override
    public SortedMap<String, String> terms() {
      return new TreeMap<>();
    }

    @Override
    public Demand demand(LayeredCircuit circuit, IoMap io) {
      throw new UnsupportedOperationException();
    }

    @Override
    public TrustedDealer dealer(SecureRandom random) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean preprocesses() {
      return true;
    }

    @Override
    public Preprocessor preprocessor(Session session) {
      return new Zeros(session);
    }

    @Override
    public Evaluator evaluator(Session session, PrepStore store) {
      throw new UnsupportedOperationException();
    }
  }

  private final class Zeros implements Preprocessor {
    private final Session session;
    private int fills;

    Zeros(Session session) {
      this.session = session;
    }

    @Override
    public String storeId() {
      return OWN_STORE;
    }

    @Override
    public String description() {
      return "zeros";
    }

    @Override
    public Origin origin(Demand demand) {
      long large = demand.quotas().getOrDefault(LARGE, 0L);
      return Origin.own(description() + (large > 40 ? ", many" : ""), Map.of());
    }

    @Override
    public void prepare(Demand demand, MaterialSink sink) throws MpcException {
      if (fills++ == 0) {
        sink.keys(demand.protocol(), new long[1]);
      } else if (fills > fillsUntilTheEnd) {
        throw new ConnectionLost("the end");
      }
      byte[] step = {(byte) (cheats ? session.party() : 0)};
      session.require(session.exchange(step)[0] == 0, Check.SACRIFICE, "a step");
      if (cheatsMaker) {
        throw new PeerCheated(Check.MALFORMED, "a point");
      }
      if (session.party() == leaving) {
        throw new ConnectionLost("it left");
      }
      for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
        long[] items = new long[quota.getKey().longsPerItem()];
        for (long i = 0; i < quota.getValue(); i++) {
          sink.put(quota.getKey(), items, 0, 1);
        }
      }
    }

    @Override
    public void close() {}
  }

  private StockPlan plan(long large, long small) {
    Demand demand = Demand.of("zeros").add(LARGE, large).add(SMALL, small).build();
    return new StockPlan(new Stocking(), demand);
  }

  private StoreDirectory open(int party) throws MpcException {
    StoreAccess access = new StoreAccess(home.resolve("records " + party), Optional.empty());
    return StoreDirectory.openOrCreate(home.resolve("store " + party), access);
  }

  /** Both fill their stores; returns how each ended, with the bytes that it made if well. */
  private List<Object> prepare(StockPlan first, StockPlan second, List<Long> progress)
      throws Exception {
    return SessionPairs.networkOutcomes(
        SessionPairs.networks(),
        network -> {
          int party = network.party();
          try (StoreDirectory store = open(party)) {
            return (party == 0 ? first : second)
                .prepare(
                    network,
                    store,
                    (there, wanted) -> {
                      if (party == 0) {
                        progress.add(there);
                        progress.add(wanted);
                      }
                    });
          }
        });
  }

  private List<Long> prepare(long large, long small, long... made) throws Exception {
    List<Long> progress = new ArrayList<>();
    for (Object outcome : prepare(plan(large, small), plan(large, small), progress)) {
      assertEquals(made[0], outcome);
    }
    return progress;
  }

  /** Items of both kinds in each batch of both parties. */
  private List<Long> items() throws Exception {
    List<Long> items = new ArrayList<>();
    for (int party = 0; party < 2; party++) {
      try (StoreDirectory store = open(party)) {
        for (DiskPrepStore batch : store.batches()) {
          items.add(batch.available(LARGE));
          items.add(batch.available(SMALL));
        }
      }
    }
    assertEquals(items.subList(0, items.size() / 2), items.subList(items.size() / 2, items.size()));
    return items.subList(0, items.size() / 2);
  }

  @Test
  void whatIsThereCounts() throws Exception {
    long all = 65L * MIB + 8 * 3;
    assertEquals(
        List.of(0L, all, 33L * MIB + 2 * 8, all, all, all), prepare(65, 3, all), "two portions");
    assertEquals(List.of(65L, 3L), items());
    assertEquals(List.of(all, all), prepare(65, 3, 0));
    assertEquals(List.of(MIB + 8L, MIB + 8L), prepare(1, 1, 0), "less than there is");
    assertEquals(List.of(65L, 3L), items());
    // Of what a batch has too little of one kind the others don't count; rounded up.
    prepare(66, 1, 2L * MIB + 8);
    prepare(1, 10, MIB + 7 * 8);
    assertEquals(List.of(65L, 3L, 2L, 1L, 1L, 7L), items());
  }

  /** How a batch is made may depend on its first portion. */
  @Test
  void batchesSayHowTheyWereMade() throws Exception {
    prepare(3, 0, 3L * MIB);
    try (StoreDirectory store = open(0)) {
      assertEquals("store, made by zeros", store.origin().text());
    }
    prepare(60, 0, 58L * MIB);
    try (StoreDirectory store = open(0)) {
      assertEquals("store, made by zeros, many", store.origin().text());
    }
  }

  @Test
  void anInterruptionLeavesWholePortions() throws Exception {
    fillsUntilTheEnd = 1;
    List<Object> outcomes = prepare(plan(65, 3), plan(65, 3), new ArrayList<>());
    outcomes.forEach(outcome -> assertInstanceOf(ConnectionLost.class, outcome));
    assertEquals(List.of(33L, 2L), items());
    fillsUntilTheEnd = Integer.MAX_VALUE;
    prepare(65, 3, 33L * MIB + 2 * 8);
    assertEquals(List.of(33L, 2L, 33L, 2L), items());
  }

  @Test
  void bothWantTheSame() throws Exception {
    List<Object> outcomes = prepare(plan(0, 3), plan(0, 4), new ArrayList<>());
    for (Object outcome : outcomes) {
      assertEnded(Disagreement.class, outcome, "stock", "3 of 'small'", "4 of 'small'");
    }
    assertEquals(List.of(), items());
  }

  /** Terms of a session are short, and programs with bits in TinyOT have many kinds of masks. */
  @Test
  void veryManyKindsAreComparedByTheirHash() {
    String shown = manyKinds(1);
    assertTrue(shown.startsWith("60 kinds, ") && shown.length() < 100, shown);
    assertEquals(shown, manyKinds(1));
    assertNotEquals(shown, manyKinds(2));
  }

  private String manyKinds(int items) {
    Demand.Builder demand = Demand.of("zeros");
    for (int i = 0; i < 60; i++) {
      demand.add(new MaterialKind("masks of %d bits and their carries".formatted(i), 1), items);
    }
    return new StockPlan(new Stocking(), demand.build()).stock();
  }

  @Test
  void aCheatDestroysTheStore() throws Exception {
    prepare(0, 3, 3 * 8);
    cheats = true;
    List<Object> outcomes = prepare(plan(0, 4), plan(0, 4), new ArrayList<>());
    assertCheated(Check.SACRIFICE, outcomes.get(0), "the one who saw it");
    try (StoreDirectory store = open(0)) {
      assertTrue(store.batches().stream().allMatch(DiskPrepStore::burnt));
    }
  }

  /** The maker burns what it fills; whoever runs it, all that came before. */
  @Test
  void aCheatThatTheMakerFinds() throws Exception {
    prepare(0, 3, 3 * 8);
    cheatsMaker = true;
    List<Object> outcomes = prepare(plan(0, 4), plan(0, 4), new ArrayList<>());
    for (int party = 0; party < 2; party++) {
      assertCheated(Check.MALFORMED, outcomes.get(party), "both saw it");
      try (StoreDirectory store = open(party)) {
        assertEquals(2, store.batches().size());
        assertTrue(store.batches().stream().allMatch(DiskPrepStore::burnt));
      }
    }
  }

  /** One has made all of it, and hears that the other has not. */
  @Test
  void aPortionThatOnePartyLacksIsNotPutDown() throws Exception {
    leaving = 1;
    List<Object> outcomes = prepare(plan(0, 3), plan(0, 3), new ArrayList<>());
    outcomes.forEach(outcome -> assertInstanceOf(ConnectionLost.class, outcome));
    assertEquals(List.of(), items(), "not even an empty batch");
  }

  /** With as much in it as is wanted. */
  @Test
  void aStoreForSomethingElse() throws Exception {
    prepare(0, 3, 3 * 8);
    name = "other";
    for (Object outcome : prepare(plan(0, 3), plan(0, 3), new ArrayList<>())) {
      assertEnded(Refused.class, outcome, "is for protocol stocking", "other");
    }
  }

  @Test
  void nothingBelowTheFloor() {
    plan(1, 1);
    sigma = 39;
    assertSaysBelow("of σ = 39 bits only");
    sigma = 64;
    activelySecure = false;
    assertSaysBelow("not actively secure");
  }

  private void assertSaysBelow(String why) {
    String message = assertThrows(IllegalArgumentException.class, () -> plan(1, 1)).getMessage();
    assertTrue(message.contains("stocking is " + why), message);
  }

  @Test
  void aProtocolWithoutSuchMaterial() {
    String message =
        assertThrows(
                Refused.class,
                () -> StockPlan.of("insecure-tables", new TreeMap<>(Map.of("and", 1L)), Map.of()))
            .getMessage();
    assertTrue(message.contains("no material for any circuit"), message);
  }
}
