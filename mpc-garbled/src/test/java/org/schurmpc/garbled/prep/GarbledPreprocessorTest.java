package org.schurmpc.garbled.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.silent.CotKind;
import org.schurmpc.garbled.material.GarbledChecker;
import org.schurmpc.garbled.material.GarbledLevel;
import org.schurmpc.garbled.material.Material;
import org.schurmpc.tinyot.prep.OtPreprocessing;

/** The real preprocessing from base OTs up, both parties in one process. */
class GarbledPreprocessorTest {
  private final MemoryPrepStore[] stores = {new MemoryPrepStore(), new MemoryPrepStore()};

  private static GarbledPreprocessor begin(Session session, GarbledLevel level, int threads)
      throws MpcException {
    OtPreprocessing setting =
        new OtPreprocessing(level.sigma(), level.macWidths(), 4, threads, CotKind.SOFTSPOKEN);
    return GarbledPreprocessor.begin(
        session, level, setting, () -> KernelProvider.choose().kernels());
  }

  private static Demand demand(GarbledLevel level, long triples, long random) {
    Material material = level.material();
    return Demand.of(level.storeName())
        .add(material.andTriples(), triples)
        .add(material.inputMask(0), 3)
        .add(material.inputMask(1), 5)
        .add(material.randomBits(), random)
        .build();
  }

  /** Triples, masks and bits of either garbler, taken from two demands; in two threads once. */
  @ParameterizedTest
  @CsvSource({"40,0,1", "64,1,1", "80,0,1", "64,0,2"})
  void everyRelationHolds(int sigma, int garbler, int threads) throws Exception {
    GarbledLevel level = new GarbledLevel(sigma, garbler);
    List<Demand> demands = List.of(demand(level, threads == 1 ? 20 : 2048, 9), demand(level, 7, 1));
    SessionPairs.run(
        session -> {
          try (GarbledPreprocessor preprocessor = begin(session, level, threads)) {
            for (Demand demand : demands) {
              preprocessor.prepare(demand, stores[session.party()]);
            }
          }
          return null;
        });
    long[][] keys = new long[2][];
    for (int party = 0; party < 2; party++) {
      keys[party] = stores[party].keys(level.storeName());
      assertEquals(level.keyWords(party), keys[party].length);
    }
    GarbledChecker checker = new GarbledChecker(level, keys[0], keys[1]);
    for (MaterialKind kind : checker.kinds()) {
      long items = 0;
      for (Demand demand : demands) {
        items += demand.quotas().getOrDefault(kind, 0L);
      }
      requireRight(checker, kind, (int) items);
    }
  }

  private void requireRight(GarbledChecker checker, MaterialKind kind, int items) throws Exception {
    Leases[] leased = new Leases[2];
    for (int party = 0; party < 2; party++) {
      assertEquals(items, stores[party].available(kind), kind.name());
      leased[party] = new Leases(stores[party], kind);
      leased[party].lease(items);
    }
    for (int item = 0; item < items; item++) {
      long[][] data = {leased[0].data(item), leased[1].data(item)};
      int[] offsets = {leased[0].offset(item), leased[1].offset(item)};
      assertEquals(Optional.empty(), checker.check(kind, data, offsets), kind.name());
    }
  }

  @Test
  void theGarblerIsAgreedOn() throws Exception {
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> begin(session, new GarbledLevel(64, session.party()), 1));
    for (Object end : ends) {
      Outcomes.assertEnded(Disagreement.class, end, "the party that garbles");
    }
  }

  @Test
  void settingsAreOfTheLevel() throws Exception {
    SessionPairs.run(
        session ->
            assertThrows(
                IllegalArgumentException.class,
                () ->
                    GarbledPreprocessor.begin(
                        session,
                        new GarbledLevel(64, 0),
                        new OtPreprocessing(40, 1, 4, 1),
                        () -> KernelProvider.choose().kernels())));
  }

  @Test
  void aKeyOfZeroIsRefused() throws Exception {
    Material material = new GarbledLevel(64, 0).material();
    WideFirst items = new WideFirst(material, false, stores[0]);
    assertThrows(Refused.class, () -> items.keys("a store", new long[1]));
    items.keys("a store", new long[] {2});
    assertEquals(2, stores[0].keys("a store")[0]);
  }
}
