package org.schurmpc.cli.forecast;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.Recording;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.run.LocalParties;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;

/**
 * Evaluates a circuit on all-zero inputs at all parties of this process, as often as wanted, with
 * the same dealt material each time.
 */
final class LocalRun implements AutoCloseable {
  static final List<Phase> ONLINE = List.of(Phase.INPUT, Phase.COMPUTE, Phase.OUTPUT);

  private static final String STORE = "local";

  private final LocalParties parties;
  private final ConfiguredProtocol protocol;
  private final LayeredCircuit circuit;
  private final IoMap io;
  private final TrustedDealer dealer;
  private final List<MemoryPrepStore> stores;
  private final List<Recording> recordings;
  private final List<CircuitExecutor> executors = new ArrayList<>();
  private List<Session> sessions = List.of();

  private LocalRun(
      LocalParties parties, ConfiguredProtocol protocol, LayeredCircuit circuit, IoMap io) {
    this.parties = parties;
    this.protocol = protocol;
    this.circuit = circuit;
    this.io = io;
    this.dealer = protocol.dealer(new SecureRandom());
    this.stores = Stream.generate(MemoryPrepStore::new).limit(protocol.parties()).toList();
    this.recordings = Stream.generate(Recording::new).limit(protocol.parties()).toList();
  }

  /**
   * Connects the parties and deals the material of one pass.
   *
   * @param parties closed with the run, or at once if the method fails
   */
  static LocalRun open(
      LocalParties parties, ConfiguredProtocol protocol, LayeredCircuit circuit, IoMap io)
      throws MpcException {
    LocalRun run = new LocalRun(parties, protocol, circuit, io);
    boolean opened = false;
    try {
      run.open();
      opened = true;
      return run;
    } finally {
      if (!opened) {
        run.close();
      }
    }
  }

  /** Establishes a session under the terms of an evaluation. */
  static Session session(
      Network network, ConfiguredProtocol protocol, LayeredCircuit circuit, IoMap io, String store)
      throws MpcException {
    return Session.establish(
        network,
        new SessionTerms(CircuitExecutor.terms(protocol, circuit, io, store)),
        new SecureRandom());
  }

  private void open() throws MpcException {
    sessions = parties.each(network -> session(network, protocol, circuit, io, STORE));
    dealer.dealKeys(stores);
    dealer.deal(protocol.demand(circuit, io), recordings);
    for (Session session : sessions) {
      MemoryPrepStore store = stores.get(session.party());
      executors.add(new CircuitExecutor(session, protocol, circuit, io, store));
    }
  }

  /** Puts the material of a pass into the stores. */
  void supply() throws MpcException {
    for (int party = 0; party < stores.size(); party++) {
      recordings.get(party).replay(stores.get(party));
    }
  }

  /** Evaluates one pass, from inputs to outputs, with supplied material. */
  void evaluate() throws MpcException {
    BitMatrix zeros = new BitMatrix(circuit.inputSlots().length, protocol.lanes());
    parties.each(network -> executors.get(network.party()).evaluate(zeros));
  }

  /** Returns the online traffic so far. */
  RunTraffic online() {
    List<Metrics> metrics = sessions.stream().map(Session::metrics).toList();
    return RunTraffic.of(metrics, ONLINE);
  }

  @Override
  public void close() {
    executors.forEach(CircuitExecutor::close);
    sessions.forEach(Session::close);
    parties.close();
    dealer.close();
    stores.forEach(MemoryPrepStore::close);
  }
}
