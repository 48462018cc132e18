package org.schurmpc.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.Refill;
import org.schurmpc.core.run.RunPlan;
import org.schurmpc.core.run.Source;
import org.schurmpc.core.run.StockPlan;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;

/** Stores of before parties had bits of their own: random bits and input masks were for inputs. */
class OlderStoresTest {
  private static final String PRIME = "18446744073709551557";

  private final ConfiguredProtocol protocol;
  private final Material material;

  @TempDir private Path directory;

  OlderStoresTest() throws Exception {
    protocol =
        Protocols.named("spdz")
            .configure(
                new ProtocolOptions(2, 1, Map.of("field", PRIME, "threads", "1", "batch", "128")));
    material = new Material(Fields.named(PRIME));
  }

  private StoreDirectory open(int party) throws MpcException {
    return StoreDirectory.openOrCreate(
        directory.resolve("store " + party),
        new StoreAccess(directory.resolve("records " + party), Optional.empty()));
  }

  private void prepare(Map<String, Long> stock) throws Exception {
    List<Object> ends =
        SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              StockPlan plan = new StockPlan(protocol, protocol.stock(new TreeMap<>(stock)));
              try (StoreDirectory store = open(network.party())) {
                return plan.prepare(network, store, (there, wanted) -> {});
              }
            });
    ends.forEach(end -> assertInstanceOf(Long.class, end));
  }

  /** What the parties' runs end with that reserve bits of both. */
  private List<Object> run(Refill refill) throws Exception {
    Demand.Builder demand = Demand.of(material.storeName());
    demand.add(material.ownBits(0), 40).add(material.ownBits(1), 30);
    Demand unit = demand.build();
    RunPlan plan =
        new RunPlan(new TreeMap<>(), List.of(new RunPlan.Part("", protocol, unit)), false)
            .on("program", "inputs in a range");
    return SessionPairs.networkOutcomes(
        SessionPairs.networks(),
        network -> {
          List<Source> sources = List.of(new Source.Stored(open(network.party()), refill));
          try (OpenRun run = plan.connect(network, sources)) {
            return run.material(0).reserve(unit).available(material.ownBits(1));
          }
        });
  }

  @Test
  void haveNoneOfThemAndAreFilledUnderTheirKey() throws Exception {
    prepare(Map.of("bit", 100L, "input1", 100L, "input2", 100L));
    for (Object end : run(Refill.none())) {
      String said = assertInstanceOf(Exhausted.class, end).getMessage();
      assertTrue(said.contains("40 more items of 'bits of party 1'"), said);
      assertTrue(said.contains("30 more items of 'bits of party 2'"), said);
    }
    prepare(Map.of("bit1", 40L, "bit2", 30L));
    assertEquals(List.of(30L, 30L), run(Refill.none()));
  }
}
