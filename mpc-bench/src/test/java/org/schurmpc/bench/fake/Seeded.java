package org.schurmpc.bench.fake;

import java.security.SecureRandom;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitAssembler;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;

/** Implements {@link SeededProtocol} with its options. */
record Seeded(ConfiguredProtocol real, int sigma, int threads, boolean cheat, int message)
    implements ConfiguredProtocol {

  @Override
  public String protocol() {
    return real.protocol();
  }

  @Override
  public int lanes() {
    return real.lanes();
  }

  @Override
  public boolean activelySecure() {
    return true;
  }

  @Override
  public SortedMap<String, String> terms() {
    TreeMap<String, String> terms = new TreeMap<>(real.terms());
    terms.put("message", Integer.toString(message));
    return terms;
  }

  @Override
  public Demand demand(LayeredCircuit circuit, IoMap io) throws Refused {
    return real.demand(circuit, io);
  }

  @Override
  public Demand multiplications(long count) throws Refused {
    CircuitAssembler and = new CircuitAssembler(3, new int[] {1, 1}, new int[] {1});
    and.add(GateType.AND, 0, 1, 2);
    Circuit circuit = and.assemble();
    Demand one = real.demand(LayeredCircuit.of(circuit), IoMap.roundRobin(circuit, 2));
    MaterialKind kind = one.quotas().keySet().iterator().next();
    return Demand.of(one.protocol()).add(kind, (count + lanes() - 1) / lanes()).build();
  }

  @Override
  public TrustedDealer dealer(SecureRandom random) {
    return real.dealer(random);
  }

  @Override
  public boolean preprocesses() {
    return true;
  }

  @Override
  public Preprocessor preprocessor(Session session) throws MpcException {
    return new SeededPreprocessor(this, session);
  }

  @Override
  public Evaluator evaluator(Session session, PrepStore store) throws MpcException {
    return real.evaluator(session, store);
  }
}
