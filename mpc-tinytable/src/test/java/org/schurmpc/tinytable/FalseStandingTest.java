package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.schurmpc.core.session.Outcomes.assertCheated;
import static org.schurmpc.core.session.Outcomes.assertEnded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.FalseStanding;
import org.schurmpc.core.prep.disk.StoreAgreement;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;

/**
 * The second party is corrupted: it says on the line what it likes of its store, and takes masks of
 * one evaluation with tables of another.
 */
class FalseStandingTest {
  private static final int STOCK = 10;
  private static final byte[] ID = new FieldHash("test batch").digest();

  @TempDir Path folder;

  private final Circuit circuit = StorePositionsTest.circuit(true);
  private final BitMatrix[] inputs = StorePositionsTest.inputs(circuit, 3);
  private Path home;
  private Computation.Plan plan;
  private PrepStore cheaters;

  /** The first party's store is on disk, the cheater has its material at hand. */
  private void deal(String mac) throws Exception {
    home = Files.createTempDirectory(folder, "store");
    plan = StorePositionsTest.plan(mac, circuit, StorePositionsTest.LANES);
    cheaters = new MemoryPrepStore();
    try (TrustedDealer dealer = plan.protocol().dealer(SessionPairs.seeded("dealer"));
        StoreDirectory store = StorePositionsTest.open(home, 0)) {
      DiskPrepStore batch = store.begin(plan.purpose(0, List.of()), ID, "test", true);
      dealer.dealKeys(List.of(batch, cheaters));
      for (int i = 0; i < STOCK; i++) {
        dealer.deal(plan.demand(), List.of(batch, cheaters));
      }
      batch.commit();
    }
  }

  private long quota(MaterialKind kind) {
    return plan.demand().quotas().get(kind);
  }

  /** Drops items of the cheater's; returns the first word of each. */
  private List<Long> drop(MaterialKind kind, long items) throws MpcException {
    List<Long> words = new ArrayList<>();
    while (words.size() < items) {
      Lease lease = cheaters.lease(kind, (int) (items - words.size()));
      for (int i = 0; i < lease.items(); i++) {
        words.add(lease.data()[lease.offset() + i * kind.longsPerItem()]);
      }
    }
    return words;
  }

  private void dropEvaluations(long evaluations) throws MpcException {
    for (MaterialKind kind : plan.demand().quotas().keySet()) {
      drop(kind, evaluations * quota(kind));
    }
  }

  /** How the honest party ends; the cheater says that it has used so many evaluations up. */
  private Object honest(long said, PrepStore cheatersStore) throws Exception {
    IoMap io = plan.io();
    SessionTerms terms =
        new SessionTerms(CircuitExecutor.terms(plan.protocol(), plan.circuit(), io, "stored"));
    return SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              try (Session session = SessionPairs.establish(network, terms, new SecureRandom())) {
                if (network.party() == 1) {
                  String id = HexFormat.of().formatHex(ID);
                  FalseStanding.say(session, FalseStanding.evaluations(id, STOCK, said));
                  return evaluate(session, cheatersStore);
                }
                return evaluateHonestly(session);
              }
            })
        .get(0);
  }

  private BitMatrix evaluateHonestly(Session session) throws MpcException {
    try (StoreDirectory store = StorePositionsTest.open(home, 0)) {
      store.guard(session);
      DiskPrepStore batch = StoreAgreement.agree(session, store, plan.demand()).get(0);
      batch.openKeys();
      return evaluate(session, batch);
    }
  }

  private BitMatrix evaluate(Session session, PrepStore store) throws MpcException {
    try (CircuitExecutor executor =
        new CircuitExecutor(session, plan.protocol(), plan.circuit(), plan.io(), store)) {
      return executor.evaluate(inputs[session.party()]);
    }
  }

  private long left() throws MpcException {
    try (StoreDirectory store = StorePositionsTest.open(home, 0)) {
      return store.batches().get(0).evaluations(plan.demand());
    }
  }

  @TestFactory
  Stream<DynamicTest> masksOfOneEvaluationWithTablesOfAnother() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (String mac : List.of("linear", "lookup64")) {
      deal(mac);
      for (MaterialKind kind : plan.demand().quotas().keySet()) {
        for (int said = 0; said < 2; said++) {
          int t = said;
          String name = "%s, %s, says %d".formatted(mac, kind.name(), said);
          tests.add(DynamicTest.dynamicTest(name, () -> requireNothingWrong(mac, kind, t)));
        }
      }
    }
    return tests.stream();
  }

  private void requireNothingWrong(String mac, MaterialKind kind, int said) throws Exception {
    deal(mac);
    dropEvaluations(said);
    List<Long> skipped = drop(kind, quota(kind));
    Object outcome = honest(said, new AheadStore(cheaters, kind, quota(kind)));
    if (kind.name().startsWith("input mask of party 1")) {
      requireOutput(inputs[1], outcome); // zeros at the cheater
    } else if (kind.name().startsWith("input mask of party 2")) {
      requireOutput(withMask(mac, skipped, kind, said), outcome); // as if it had another input
    } else {
      assertCheated(Check.MAC, outcome, kind.name());
      assertEquals(0, left(), "the store is destroyed");
    }
  }

  /** The input that the cheater has in effect by using another mask. */
  private BitMatrix withMask(String mac, List<Long> skipped, MaterialKind kind, int said)
      throws Exception {
    BitMatrix input = new BitMatrix(inputs[1].rows(), inputs[1].columns());
    input.copyColumns(0, inputs[1], 0, inputs[1].columns());
    deal(mac);
    drop(kind, (said + 1) * quota(kind));
    List<Long> used = drop(kind, quota(kind));
    for (int wire = 0; wire < StorePositionsTest.BITS; wire++) {
      int row = StorePositionsTest.BITS + wire;
      input.words()[input.offset(row)] ^= skipped.get(wire) ^ used.get(wire);
    }
    return input;
  }

  private void requireOutput(BitMatrix second, Object outcome) {
    assertEquals(StorePositionsTest.expected(circuit, inputs[0], second), outcome);
  }

  @Test
  void aWholeEvaluationAheadIsLetGo() throws Exception {
    deal("linear");
    dropEvaluations(1);
    requireOutput(inputs[1], honest(1, cheaters));
    assertEquals(STOCK - 2, left());
  }

  @Test
  void lyingLowIsRefused() throws Exception {
    deal("linear");
    dropEvaluations(1);
    requireOutput(inputs[1], honest(1, cheaters));
    requireOutput(inputs[1], honest(1, cheaters));
    assertEnded(
        Disagreement.class, honest(0, cheaters), "says that 0 evaluations", "has said 1 before");
    assertEquals(STOCK - 3, left(), "nothing was let go");
  }

  @Test
  void lyingTooHighIsRefused() throws Exception {
    deal("linear");
    assertEnded(Disagreement.class, honest(5, cheaters), "more evaluations", "no more than 4");
    assertEquals(STOCK, left());
    deal("linear");
    dropEvaluations(4);
    requireOutput(inputs[1], honest(4, cheaters));
    assertEquals(STOCK - 5, left());
  }
}
