package org.schurmpc.core.eval.tables;

import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;

/** Everything that an evaluation by two parties takes, with random inputs; stores still empty. */
public final class TablesRun {
  /** What a party does with its executor. */
  public interface Body {
    Object run(Session session, CircuitExecutor executor) throws Exception;
  }

  public final ConfiguredProtocol protocol;
  public final LayeredCircuit circuit;
  public final IoMap io;
  public final MemoryPrepStore[] stores = {new MemoryPrepStore(), new MemoryPrepStore()};
  public final BitMatrix[] inputs;
  public final BitMatrix outputs;
  private final TrustedDealer dealer;
  private boolean keysDealt;

  public TablesRun(Circuit circuit, IoMap io, int lanes, long seed) throws Exception {
    this.protocol =
        Protocols.named("insecure-tables").configure(new ProtocolOptions(lanes, Map.of()));
    this.circuit = LayeredCircuit.of(circuit);
    this.io = io;
    this.inputs =
        new BitMatrix[] {
          RandomCircuits.inputs(circuit, lanes, seed), RandomCircuits.inputs(circuit, lanes, ~seed)
        };
    BitMatrix joint = IoMaps.join(circuit, io, inputs[0], inputs[1]);
    this.outputs = PlainEvaluation.evaluate(circuit, joint);
    this.dealer = protocol.dealer(new SecureRandom());
  }

  public Demand demand() throws Exception {
    return protocol.demand(circuit, io);
  }

  /** Deals into the stores what one evaluation consumes. */
  public void deal() throws Exception {
    if (!keysDealt) {
      dealer.dealKeys(List.of(stores));
      keysDealt = true;
    }
    dealer.deal(demand(), List.of(stores));
  }

  public BitMatrix visible(int party) {
    return IoMaps.visible(circuit.circuit(), io, outputs, party);
  }

  public Session session(Network network, String storeId) throws Exception {
    var terms = new SessionTerms(CircuitExecutor.terms(protocol, circuit, io, storeId));
    return SessionPairs.establish(network, terms, new SecureRandom());
  }

  /** What each party's body returns, or the exception with which it ends. */
  public List<Object> outcomes(Network[] networks, Body body) throws Exception {
    return SessionPairs.networkOutcomes(
        networks,
        network -> {
          MemoryPrepStore store = stores[network.party()];
          try (Session session = session(network, "test");
              CircuitExecutor executor =
                  new CircuitExecutor(session, protocol, circuit, io, store)) {
            return body.run(session, executor);
          }
        });
  }
}
