package org.schurmpc.core.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.session.Outcomes.assertEnded;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.SessionPairs;

/** Runs with material under two keys, in one session. */
class RunPlanTest {
  private static final int LANES = 64;

  private final LoggedProtocol protocol = new LoggedProtocol(LANES);
  private final Demand unit;

  @TempDir Path home;

  RunPlanTest() throws Exception {
    Circuit circuit = RandomCircuits.built(5, 100);
    unit = protocol.demand(LayeredCircuit.of(circuit), IoMaps.random(circuit, new Random(5)));
  }

  @Test
  void aProtocolBelowTheFloorNeedsTheCallersWord() {
    List<RunPlan.Part> parts = List.of(new RunPlan.Part("", protocol, unit));
    assertThrows(IllegalArgumentException.class, () -> new RunPlan(new TreeMap<>(), parts, false));
    assertEquals(parts, new RunPlan(new TreeMap<>(), parts, true).parts());
  }

  private RunPlan plan(String second) {
    return new RunPlan(
        new TreeMap<>(),
        List.of(
            new RunPlan.Part("first", protocol, unit), new RunPlan.Part(second, protocol, unit)),
        true);
  }

  private StoreDirectory open(int party, int part) throws MpcException {
    return StoreDirectory.openOrCreate(
        home.resolve("store " + party + " " + part),
        new StoreAccess(home.resolve("records " + party), Optional.empty()));
  }

  private static MaterialKind kind(Demand demand) {
    return demand.quotas().keySet().iterator().next();
  }

  @Test
  void eachPartHasMaterialOfItsOwn() throws Exception {
    List<Object> outcomes =
        SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              try (OpenRun run =
                  plan("second").connect(network, List.of(new Source.Own(), new Source.Own()))) {
                PrepStore first = run.material(0).next(unit);
                PrepStore second = run.material(1).next(unit);
                assertNotSame(first, second);
                first.reserve(unit);
                assertEquals(unit.quotas().get(kind(unit)), second.available(kind(unit)));
                return run.cheated();
              }
            });
    assertEquals(List.of(Optional.empty(), Optional.empty()), outcomes);
  }

  private void prepare() throws Exception {
    SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              int party = network.party();
              try (StoreDirectory first = open(party, 0);
                  StoreDirectory second = open(party, 1)) {
                plan("second")
                    .prepare(
                        network,
                        List.of(Optional.empty(), Optional.empty()),
                        List.of(first, second),
                        2,
                        (there, wanted) -> {});
              }
              return "prepared";
            })
        .forEach(end -> assertEquals("prepared", end));
  }

  @Test
  void aFailedCheckBurnsTheStoresOfAllParts() throws Exception {
    prepare();
    SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              int party = network.party();
              List<Source> sources =
                  List.of(
                      new Source.Stored(open(party, 0), Refill.none()),
                      new Source.Stored(open(party, 1), Refill.none()));
              try (OpenRun run = plan("second").connect(network, sources)) {
                run.material(0).next(unit);
                run.material(1).next(unit);
                assertThrows(
                    PeerCheated.class, () -> run.session().require(false, Check.MAC, "a test"));
              }
              return "burnt";
            })
        .forEach(end -> assertEquals("burnt", end));
    for (int part = 0; part < 2; part++) {
      try (StoreDirectory store = open(0, part)) {
        assertFalse(store.batches().isEmpty());
        assertTrue(store.batches().stream().allMatch(DiskPrepStore::burnt), "part " + part);
      }
    }
  }

  private List<Object> connect(List<RunPlan> plans) throws Exception {
    return SessionPairs.networkOutcomes(
        SessionPairs.networks(),
        network -> {
          List<Source> sources = List.of(new Source.Own(), new Source.Own());
          plans.get(network.party()).connect(network, sources).close();
          return "connected";
        });
  }

  @Test
  void thePartiesAgreeOnTheTermsOfThePlan() throws Exception {
    List<Object> ends =
        connect(List.of(plan("second").on("program", "a"), plan("second").on("program", "b")));
    ends.forEach(end -> assertEnded(Disagreement.class, end, "program"));
  }

  @Test
  void thePartiesAgreeOnTheTermsOfEachPart() throws Exception {
    List<Object> ends = connect(List.of(plan("second"), plan("other")));
    ends.forEach(end -> assertTrue(end instanceof Disagreement, end.toString()));
  }

  @Test
  void aTermOfAPartIsNoTermOfThePlan() throws Exception {
    RunPlan twice = plan("second").on("second: sigma", "40");
    for (Network network : SessionPairs.networks()) {
      assertThrows(
          IllegalArgumentException.class,
          () -> twice.connect(network, List.of(new Source.Own(), new Source.Own())));
    }
    assertThrows(IllegalArgumentException.class, () -> twice.on("second: sigma", "41"));
  }
}
