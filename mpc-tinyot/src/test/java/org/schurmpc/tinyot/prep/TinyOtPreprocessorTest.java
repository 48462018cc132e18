package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.RecordedHashes;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.silent.CotKind;
import org.schurmpc.tinyot.material.MacWidths;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.material.TinyOtChecker;

/** The real preprocessing from base OTs up, both parties in one process. */
class TinyOtPreprocessorTest {
  private static final String STORE = "test";

  private final PrepStore[] stores = {new MemoryPrepStore(), new MemoryPrepStore()};

  private static TinyOtPreprocessor begin(Session session, OtPreprocessing setting)
      throws MpcException {
    return TinyOtPreprocessor.begin(session, setting, () -> KernelProvider.choose().kernels());
  }

  private static Demand demand(int macWords, long triples, long first, long second, long random) {
    Material material = Material.of(macWords);
    return Demand.of(STORE)
        .add(material.andTriples(), triples)
        .add(material.inputMask(0), first)
        .add(material.inputMask(1), second)
        .add(material.randomBits(), random)
        .build();
  }

  private void requireFilled(Demand... demands) throws Exception {
    for (Demand demand : demands) {
      for (MaterialKind kind : demand.quotas().keySet()) {
        long all = 0;
        for (Demand each : demands) {
          all += each.quotas().getOrDefault(kind, 0L);
        }
        assertEquals(all, stores[0].available(kind), kind.name());
        assertEquals(all, stores[1].available(kind), kind.name());
      }
    }
    assertEquals(Optional.empty(), TinyOtChecker.check(STORE, stores[0], stores[1]));
  }

  @ParameterizedTest
  @CsvSource({"40, 1, 4, 1", "64, 1, 2, 1", "80, 2, 8, 1", "64, 2, 1, 2", "64, 1, 4, 3"})
  void everyRelationHolds(int sigma, int macWords, int k, int threads) throws Exception {
    OtPreprocessing setting = new OtPreprocessing(sigma, macWords, k, threads);
    Demand first = demand(macWords, 70, 3, 0, 2);
    Demand second = demand(macWords, 33, 1, 9, 0);
    SessionPairs.run(
        session -> {
          try (TinyOtPreprocessor preprocessor = begin(session, setting)) {
            preprocessor.prepare(first, stores[session.party()]);
            preprocessor.prepare(second, stores[session.party()]);
          }
          return null;
        });
    requireFilled(first, second);
  }

  /** So many triples that all threads work, and take turns at the store. */
  @Test
  void severalThreadsFillInTheSameOrder() throws Exception {
    OtPreprocessing setting = new OtPreprocessing(40, 1, 4, 3);
    Demand demand = demand(1, 3 * 1024 + 5, 1, 1, 0);
    List<long[]> bytes =
        SessionPairs.run(
            session -> {
              try (TinyOtPreprocessor preprocessor = begin(session, setting)) {
                session.metrics().enter(Phase.PREPROCESSING);
                preprocessor.prepare(demand, stores[session.party()]);
              }
              return new long[] {
                session.metrics().bytesSent(Phase.PREPROCESSING),
                session.metrics().bytesReceived(Phase.PREPROCESSING)
              };
            });
    requireFilled(demand);
    assertEquals(bytes.get(0)[0], bytes.get(1)[1]);
    // The forks' bytes count: G alone is 16 bytes for each of four leaky ANDs.
    assertTrue(bytes.get(0)[0] > 64L * 64 * demand.quotas().values().iterator().next());
  }

  /** All threads and both calls: at most 2^13 hashes under one key, and no tweak twice. */
  @Test
  void hashesUnderOneKeyAreBounded() throws Exception {
    OtPreprocessing setting = new OtPreprocessing(40, 1, 4, 2);
    Demand first = demand(1, 2 * 1024 + 5, 1, 1, 1);
    Demand second = demand(1, 33, 0, 0, 0);
    try (RecordedHashes recorded = RecordedHashes.start()) {
      SessionPairs.run(
          session -> {
            try (TinyOtPreprocessor preprocessor = begin(session, setting)) {
              preprocessor.prepare(first, stores[session.party()]);
              preprocessor.prepare(second, stores[session.party()]);
            }
            return null;
          });
      recorded.requireBound();
      assertEquals(1 << 13, recorded.mostUnderOneKey());
      // Four leaky ANDs a triple at least, in two directions.
      int leakyAnds = 4 * 64 * (2 * 1024 + 5 + 33);
      assertTrue(recorded.tweaks() >= 2 * leakyAnds, () -> recorded.tweaks() + " tweaks");
      assertTrue(
          recorded.keys() >= 2 * leakyAnds / TweakedHash.STRIP, () -> recorded.keys() + " keys");
    }
    requireFilled(first, second);
  }

  @Test
  void keysDifferInThePinnedPosition() throws Exception {
    SessionPairs.run(
        session -> {
          long[] delta = OtAuthBits.randomDelta(session.party(), session.random());
          assertEquals(1 - session.party(), delta[0] & 1);
          return null;
        });
  }

  @Test
  void settingsAreCompared() throws Exception {
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> begin(session, new OtPreprocessing(64, 1, 4, 1 + session.party())));
    for (Object end : ends) {
      Outcomes.assertEnded(Disagreement.class, end, "threads of the preprocessing");
    }
  }

  /** The widths are compared with their directions, of which each party has its own part. */
  @ParameterizedTest
  @CsvSource({"1,1,1,2", "2,2,2,1", "1,2,2,1"})
  void widthsOfMacsAreCompared(int ofFirst, int ofSecond, int otherFirst, int otherSecond)
      throws Exception {
    OtPreprocessing setting = new OtPreprocessing(64, 1, 4, 1);
    MacWidths[] widths = {new MacWidths(ofFirst, ofSecond), new MacWidths(otherFirst, otherSecond)};
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> begin(session, setting.withWidths(widths[session.party()])));
    for (Object end : ends) {
      Outcomes.assertEnded(Disagreement.class, end, "length of MACs");
    }
  }

  /** From OTs, and in two threads: each party's Δ has the width of the MACs of the peer's bits. */
  @ParameterizedTest
  @CsvSource({"1,2,1", "2,1,1", "1,2,2"})
  void widthsMayDiffer(int ofFirst, int ofSecond, int threads) throws Exception {
    MacWidths widths = new MacWidths(ofFirst, ofSecond);
    OtPreprocessing setting = new OtPreprocessing(64, 1, 4, threads).withWidths(widths);
    int blocks = threads * 1024 + 7;
    RecordingSink[] sinks = {new RecordingSink(), new RecordingSink()};
    SessionPairs.run(
        session -> {
          Material material = Material.of(widths, session.party());
          Demand demand =
              Demand.of(STORE)
                  .add(material.andTriples(), threads == 1 ? 40 : blocks)
                  .add(material.inputMask(0), 9)
                  .add(material.inputMask(1), 2)
                  .add(material.randomBits(), 11)
                  .build();
          try (TinyOtPreprocessor preprocessor = begin(session, setting)) {
            preprocessor.prepare(demand, sinks[session.party()]);
          }
          return null;
        });
    long[][] deltas = {sinks[0].keys(), sinks[1].keys()};
    assertEquals(ofSecond, deltas[0].length);
    assertEquals(ofFirst, deltas[1].length);
    SinkChecker checker = new SinkChecker(widths, deltas);
    assertEquals(64 * (threads == 1 ? 40 : blocks), checker.triples(sinks[0], sinks[1]));
    assertEquals(64 * 9, checker.inputMasks(0, sinks[0], sinks[1]));
    assertEquals(64 * 2, checker.inputMasks(1, sinks[1], sinks[0]));
    assertEquals(64 * 11, checker.randomBits(sinks[0], sinks[1]));
  }

  @Test
  void waysToMakeCotsAreCompared() throws Exception {
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              CotKind cots = session.party() == 0 ? CotKind.SOFTSPOKEN : CotKind.SILENT;
              return begin(session, new OtPreprocessing(64, 1, 4, 1, cots));
            });
    for (Object end : ends) {
      Outcomes.assertEnded(Disagreement.class, end, "k of the OT extension");
    }
  }

  @Test
  void itRefusesOtherMaterial() throws Exception {
    Demand other = Demand.of(STORE).add(new MaterialKind("AND gate", 7), 1).build();
    SessionPairs.run(
        session -> {
          try (TinyOtPreprocessor preprocessor = begin(session, new OtPreprocessing(64, 1, 4, 1))) {
            assertThrows(
                IllegalArgumentException.class,
                () -> preprocessor.prepare(other, stores[session.party()]));
          }
          return null;
        });
  }

  /** Changes nothing, and from some time on sees all that comes late. */
  private record Lag(BooleanSupplier begun) implements TamperingNetwork.Hook {
    @Override
    public byte[] onSend(int peer, int frameIndex, byte[] frame) {
      return frame;
    }

    @Override
    public void beforeReceive() {
      if (begun.getAsBoolean()) {
        LockSupport.parkNanos(250_000_000);
      }
    }
  }

  /** A cheat on any connection ends all, names its check, and costs the honest party its store. */
  @ParameterizedTest
  @CsvSource({
    "1, false, false, false",
    "3, false, false, false",
    "3, true, false, false",
    "3, true, true, false",
    "3, true, true, true"
  })
  void aCheatOnAnyConnectionBurnsTheStore(
      int threads, boolean onFork, boolean inGarbling, boolean lagging) throws Exception {
    OtPreprocessing setting = new OtPreprocessing(40, 1, 4, threads);
    Demand demand = demand(1, 3 * 1024, 1, 1, 0);
    AtomicInteger seen = new AtomicInteger();
    // A long frame is one of corrections or of G; either cheat is caught before it is used, that in
    // G at both parties.
    int ofTile = TripleGenerator.TILE / 8 * GarblingMatrix.width(setting.sigma());
    TamperingNetwork.Hook hook =
        (peer, index, frame) -> {
          boolean wanted = inGarbling ? frame.length == ofTile : frame.length > 60_000;
          if (wanted && seen.incrementAndGet() == 5) {
            for (int i = 0; i < frame.length; i += 100) {
              frame[i] ^= 1;
            }
          }
          return frame;
        };
    TamperingNetwork.Hook none = (peer, index, frame) -> frame;
    Network[] networks = SessionPairs.networks();
    networks[0] = new TamperingNetwork(networks[0], onFork ? none : hook, onFork ? hook : none);
    if (lagging) {
      // The other connections are found closed before the check that fails has been seen.
      networks[1] = new TamperingNetwork(networks[1], none, new Lag(() -> seen.get() >= 5));
    }
    // The cheater finds the cheat in G as well, and may leave a coin toss of another connection.
    List<Check> expected =
        threads == 1
            ? List.of(Check.OT_CONSISTENCY, Check.EQUALITY)
            : List.of(Check.OT_CONSISTENCY, Check.EQUALITY, Check.COMMITMENT);
    List<Object> ends =
        SessionPairs.outcomes(
            networks,
            session -> {
              try (TinyOtPreprocessor preprocessor = begin(session, setting)) {
                preprocessor.fill(session, demand, stores[session.party()]);
                return null;
              }
            });
    assertTrue(seen.get() >= 5, "the cheat was mounted");
    var cheated = assertInstanceOf(PeerCheated.class, ends.get(1));
    assertTrue(expected.contains(cheated.check()), "check " + cheated.check());
    assertThrows(IllegalStateException.class, () -> stores[1].keys(STORE), "burnt");
    assertEquals(0, stores[1].available(Material.of(1).andTriples()));
  }

  @Test
  void afterAFailureNothingMoreIsMade() throws Exception {
    OtPreprocessing setting = new OtPreprocessing(40, 1, 4, 2);
    Demand demand = demand(1, 16, 0, 0, 0);
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              try (TinyOtPreprocessor preprocessor = begin(session, setting)) {
                if (session.party() == 0) {
                  return null; // and hangs up
                }
                assertThrows(ConnectionLost.class, () -> preprocessor.prepare(demand, stores[1]));
                assertThrows(
                    IllegalStateException.class, () -> preprocessor.prepare(demand, stores[1]));
                return null;
              }
            });
    assertNull(ends.get(1));
  }
}
