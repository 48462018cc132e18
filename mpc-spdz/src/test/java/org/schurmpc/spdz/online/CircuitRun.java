package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.spdz.SpdzProtocol;

/** Runs all parties of a circuit in threads, with material from a dealer in the same process. */
final class CircuitRun {
  final ConfiguredProtocol protocol;
  final LayeredCircuit circuit;
  final IoMap io;
  final PrepStore[] stores;
  private final long seed;

  CircuitRun(
      int parties,
      int instances,
      Map<String, String> options,
      LayeredCircuit circuit,
      IoMap io,
      long seed)
      throws MpcException {
    this.protocol = new SpdzProtocol().configure(new ProtocolOptions(parties, instances, options));
    this.circuit = circuit;
    this.io = io;
    this.seed = seed;
    this.stores = new PrepStore[parties];
    Arrays.setAll(stores, party -> new MemoryPrepStore());
    TrustedDealer dealer = protocol.dealer(SpdzRun.random("dealer", seed));
    dealer.dealKeys(List.of(stores));
    dealer.deal(protocol.demand(circuit, io), List.of(stores));
  }

  List<BitMatrix> run(BitMatrix... inputs) throws Exception {
    return run(InMemoryNetwork.create(stores.length), inputs);
  }

  /** The outputs of all parties. */
  List<BitMatrix> run(Network[] networks, BitMatrix... inputs) throws Exception {
    return Parties.run(
        networks, SpdzRun.LIMIT, network -> evaluate(network, inputs[network.party()]));
  }

  /** What one party does. */
  BitMatrix evaluate(Network network, BitMatrix inputs) throws MpcException {
    int party = network.party();
    var terms = new SessionTerms(CircuitExecutor.terms(protocol, circuit, io, "test"));
    SecureRandom random = SpdzRun.random("party" + party, seed);
    try (Session session = Session.establish(network, terms, random);
        CircuitExecutor executor =
            new CircuitExecutor(session, protocol, circuit, io, stores[party])) {
      return executor.evaluate(inputs);
    }
  }

  /** Evaluates uniform inputs, and compares what each party learns with the plain evaluation. */
  void requireAgreement() throws Exception {
    BitMatrix[] inputs = allInputs();
    BitMatrix joint = IoMaps.join(circuit.circuit(), io, inputs);
    BitMatrix expected = PlainEvaluation.evaluate(circuit.circuit(), joint);
    List<BitMatrix> results = run(inputs);
    for (int party = 0; party < results.size(); party++) {
      BitMatrix visible = IoMaps.visible(circuit.circuit(), io, expected, party);
      assertEquals(visible, results.get(party), "of seed " + seed);
    }
    Demand demand = protocol.demand(circuit, io);
    for (MaterialKind kind : demand.quotas().keySet()) {
      assertEquals(0, stores[0].available(kind), kind.name());
    }
  }

  /** Uniform inputs of every party. */
  BitMatrix[] allInputs() {
    BitMatrix[] all = new BitMatrix[stores.length];
    Arrays.setAll(all, party -> inputs("inputs of " + party));
    return all;
  }

  private BitMatrix inputs(String role) {
    BitMatrix result = new BitMatrix(circuit.inputSlots().length, protocol.lanes());
    SecureRandom random = SpdzRun.random(role, seed);
    for (int row = 0; row < result.rows(); row++) {
      int start = result.offset(row);
      for (int w = 0; w < result.wordsPerRow(); w++) {
        result.words()[start + w] = random.nextLong();
      }
      result.trimRow(row);
    }
    return result;
  }
}
