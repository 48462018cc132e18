package org.schurmpc.core.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.session.Outcomes.assertEnded;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.SessionPairs;

/** Plans that cannot be carried out, refused in a sentence before anything is made. */
class PlanRefusalTest {
  private static final int LANES = 64;
  private static final Preparation.Progress NONE = (there, wanted) -> {};

  private final Circuit circuit = RandomCircuits.built(5, 100);
  private final IoMap io = IoMaps.random(circuit, new Random(5));

  @TempDir Path home;

  private Computation.Plan plan(ConfiguredProtocol protocol) throws Exception {
    LayeredCircuit layered = LayeredCircuit.of(circuit);
    Demand demand = protocol.demand(layered, io);
    return new Computation.Plan(layered, io, protocol, LANES, demand, true, new TreeMap<>());
  }

  private StoreDirectory open(int party) throws MpcException {
    return StoreDirectory.openOrCreate(
        home.resolve("store " + party),
        new StoreAccess(home.resolve("records " + party), Optional.empty()));
  }

  private void assertRefused(String text, Parties.Body<Object> body) throws Exception {
    for (Object outcome : SessionPairs.networkOutcomes(SessionPairs.networks(), body)) {
      assertEnded(Refused.class, outcome, text);
    }
  }

  @Test
  void aProtocolWithoutPreprocessing() throws Exception {
    Computation.Plan plan =
        plan(Protocols.named("insecure-tables").configure(new ProtocolOptions(LANES, Map.of())));
    String text = "insecure-tables has no preprocessing of its own: it needs a dealer";
    assertRefused(text, plan::connect);
    assertRefused(text, network -> plan.connect(network, open(network.party()), Refill.onTheFly()));
    assertRefused(
        text,
        network -> {
          try (StoreDirectory store = open(network.party())) {
            plan.prepare(network, Optional.empty(), store, NONE);
            return "prepared";
          }
        });
  }

  /** Another protocol's, with all that is wanted in it. */
  @Test
  void aStoreForSomethingElse() throws Exception {
    Computation.Plan plan = plan(new LoggedProtocol(LANES));
    Computation.Plan other =
        plan(
            new LoggedProtocol(LANES) {
              @Override
              public String protocol() {
                return "other";
              }
            });
    assertEquals(
        List.of("prepared", "prepared"),
        SessionPairs.networkOutcomes(SessionPairs.networks(), network -> prepare(plan, network)));
    assertRefused("is for protocol insecure-tables", network -> prepare(other, network));
  }

  private Object prepare(Computation.Plan plan, Network network) throws MpcException {
    try (StoreDirectory store = open(network.party())) {
      plan.prepare(network, Optional.empty(), store, NONE);
      return "prepared";
    }
  }

  /** Has a stock, and no active security. */
  public static final class Weak implements Protocol {
    /** For {@link java.util.ServiceLoader}. */
    public Weak() {}

    @Override
    public String name() {
      return "weak";
    }

    @Override
    public String description() {
      return "weak";
    }

    @Override
    public ConfiguredProtocol configure(ProtocolOptions options) {
      return new LoggedProtocol(LANES) {
        @Override
        public Demand stock(SortedMap<String, Long> amounts) {
          return Demand.of("weak").add(new MaterialKind("and", 1), amounts.get("and")).build();
        }
      };
    }
  }

  /** By its name, so that a user reads a sentence. */
  @Test
  void aStockBelowTheFloor() throws Exception {
    Path services = Files.createDirectories(home.resolve("META-INF/services"));
    Files.writeString(services.resolve(Protocol.class.getName()), Weak.class.getName());
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader more =
        new URLClassLoader(new URL[] {home.toUri().toURL()}, getClass().getClassLoader())) {
      thread.setContextClassLoader(more);
      SortedMap<String, Long> amounts = new TreeMap<>(Map.of("and", 1L));
      String message =
          assertThrows(Refused.class, () -> StockPlan.of("weak", amounts, Map.of())).getMessage();
      assertTrue(message.contains("not actively secure"), message);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
