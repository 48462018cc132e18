package org.schurmpc.core.eval.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.contract.ProtocolContract;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.DealerClient;
import org.schurmpc.core.prep.DealerServer;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

class InsecureTablesTest extends ProtocolContract {
  private static final int DEALER = 2;

  @Test
  void refusesCircuitsWithLookups() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    LookupTable parity = new LookupTable(2, 1, new int[] {0, 1, 1, 0});
    builder.output(builder.lookup(parity, builder.input(2)));
    Circuit circuit = builder.build();
    TablesRun run = new TablesRun(circuit, IoMap.roundRobin(circuit, 2), 1, 1);
    Refused refused = assertThrows(Refused.class, run::demand);
    assertEquals(
        "insecure-tables evaluates no lookups in tables; this circuit has 1", refused.getMessage());
    for (Object outcome :
        run.outcomes(SessionPairs.networks(), (session, executor) -> "an executor")) {
      assertInstanceOf(Refused.class, outcome);
    }
  }

  private static TablesRun randomRun(long seed) throws Exception {
    Random random = new Random(seed);
    Circuit circuit = RandomCircuits.of(seed);
    return new TablesRun(circuit, IoMaps.random(circuit, random), 1 + random.nextInt(200), seed);
  }

  @Override
  protected List<Subject> subjects() {
    return List.of(new Subject("insecure-tables", 100, InsecureTables::new));
  }

  /** Its material comes from a dealer alone. */
  @Override
  protected List<Subject> preparing() {
    return List.of();
  }

  /** Material fetched from a dealer over the line, for three evaluations in one session. */
  @Test
  void agreesWithMaterialOfARemoteDealer() throws Exception {
    for (long seed = 1000; seed < 1040; seed++) {
      TablesRun run = randomRun(seed);
      List<Object> results =
          SessionPairs.networkOutcomes(
              InMemoryNetwork.create(3), network -> takePart(run, network));
      assertEquals(run.visible(0), results.get(0), "party 1, seed " + seed);
      assertEquals(run.visible(1), results.get(1), "party 2, seed " + seed);
    }
  }

  private static Object takePart(TablesRun run, Network network) throws Exception {
    int party = network.party();
    if (party == DEALER) {
      var channels = List.of(network.channel(0), network.channel(1));
      for (int i = 0; i < DEALER; i++) {
        assertEquals(i, DealerServer.introduction(channels.get(i), DEALER));
      }
      SecureRandom random = new SecureRandom();
      new DealerServer(run.protocol.dealer(random), run.demand(), random).serve(channels);
      return null;
    }
    try (DealerClient client = DealerClient.introduce(network.channel(DEALER), party);
        Session session = run.session(new Pair(network), client.storeId())) {
      client.prepare(run.demand(), run.stores[party]);
      try (CircuitExecutor executor =
          new CircuitExecutor(session, run.protocol, run.circuit, run.io, run.stores[party])) {
        assertEquals(run.visible(party), executor.evaluate(run.inputs[party]));
        client.prepare(run.demand(), run.stores[party]);
        client.prepare(run.demand(), run.stores[party]);
        assertEquals(run.visible(party), executor.evaluate(run.inputs[party]));
        return executor.evaluate(run.inputs[party]);
      }
    }
  }

  /** The two parties of a network of three; the dealer's channel is not the session's to close. */
  private record Pair(Network network) implements Network {
    @Override
    public int party() {
      return network.party();
    }

    @Override
    public int parties() {
      return 2;
    }

    @Override
    public Channel channel(int peer) {
      return network.channel(peer);
    }

    @Override
    public Network fork(byte[] sid, int number) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      network.channel(1 - party()).close();
    }
  }

  @Test
  void everyLayerIsOneExchangeAndAllMaterialIsUsed() throws Exception {
    for (long seed = 0; seed < 20; seed++) {
      TablesRun run = randomRun(seed);
      run.deal();
      String where = "seed " + seed;
      run.outcomes(
          SessionPairs.networks(),
          (session, executor) -> {
            executor.evaluate(run.inputs[session.party()]);
            assertEquals(run.circuit.depth(), session.metrics().rounds(Phase.COMPUTE), where);
            for (var kind : run.demand().quotas().keySet()) {
              assertEquals(0, run.stores[session.party()].available(kind), where);
            }
            return null;
          });
    }
  }

  @Test
  void materialForAnotherCircuitIsNotFound() throws Exception {
    Circuit circuit = RandomCircuits.of(2);
    TablesRun one = randomRun(1);
    TablesRun two = new TablesRun(circuit, IoMap.roundRobin(circuit, 2), one.protocol.lanes(), 2);
    one.deal();
    two.stores[0] = one.stores[0];
    two.stores[1] = one.stores[1];
    for (Object outcome :
        two.outcomes(
            SessionPairs.networks(),
            (session, executor) -> executor.evaluate(two.inputs[session.party()]))) {
      Outcomes.assertEnded(Exhausted.class, outcome, "more items of");
    }
  }

  @Test
  void optionsAreValidated() throws Exception {
    var protocol = Protocols.named("insecure-tables");
    assertEquals(64, protocol.configure(new ProtocolOptions(0, Map.of())).lanes());
    assertEquals(3, protocol.configure(new ProtocolOptions(3, Map.of())).lanes());
    assertThrows(Refused.class, () -> protocol.configure(new ProtocolOptions(1 << 21, Map.of())));
    assertThrows(
        Refused.class, () -> protocol.configure(new ProtocolOptions(1, Map.of("code", "x"))));
  }
}
