package org.schurmpc.core.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;

/**
 * Runs all parties of a protocol in threads, with material from a dealer in the same process or
 * from the protocol's own preprocessing. All randomness follows from the seed.
 */
public final class ProtocolRun {
  public static final Duration LIMIT = Duration.ofMinutes(1);

  public final ConfiguredProtocol protocol;
  public final LayeredCircuit circuit;
  public final IoMap io;
  public final long seed;

  /** Each party's store; a cheater's may be replaced. */
  public final PrepStore[] stores;

  /** Each party's metrics of the last run. */
  public final Metrics[] metrics;

  private TrustedDealer dealer;

  private ProtocolRun(ConfiguredProtocol protocol, IoMap io, long seed, LayeredCircuit circuit) {
    this.protocol = protocol;
    this.circuit = circuit;
    this.io = io;
    this.seed = seed;
    this.stores = new PrepStore[protocol.parties()];
    Arrays.setAll(stores, party -> new MemoryPrepStore());
    this.metrics = new Metrics[protocol.parties()];
  }

  /** A run with dealt material for one evaluation. */
  public ProtocolRun(ConfiguredProtocol protocol, LayeredCircuit circuit, IoMap io, long seed)
      throws MpcException {
    this(protocol, circuit, io, seed, protocol.dealer(SessionPairs.seeded("dealer" + seed)));
  }

  /** A run with material for one evaluation from a dealer of the caller's. */
  public ProtocolRun(
      ConfiguredProtocol protocol,
      LayeredCircuit circuit,
      IoMap io,
      long seed,
      TrustedDealer dealer)
      throws MpcException {
    this(protocol, io, seed, circuit);
    this.dealer = dealer;
    dealer.dealKeys(List.of(stores));
    deal(demand());
  }

  /** Returns a run with material for several evaluations from the protocol's own preprocessing. */
  public static ProtocolRun prepared(
      ConfiguredProtocol protocol, LayeredCircuit circuit, IoMap io, long seed, int evaluations)
      throws Exception {
    ProtocolRun run = new ProtocolRun(protocol, io, seed, circuit);
    Parties.run(
        run.stores.length,
        LIMIT,
        network -> {
          try (Session session =
                  SessionPairs.establish(
                      network, SessionPairs.terms(), run.random("preparing" + network.party()));
              Preprocessor preprocessor = protocol.preprocessor(session)) {
            preprocessor.fill(
                session, run.demand().times(evaluations), run.stores[network.party()]);
          }
          return null;
        });
    return run;
  }

  /** What one evaluation consumes. */
  public Demand demand() throws MpcException {
    return protocol.demand(circuit, io);
  }

  /** Deals more to all stores. */
  public void deal(Demand demand) throws MpcException {
    dealer.deal(demand, List.of(stores));
  }

  /** Returns deterministic randomness for one role. */
  public SecureRandom random(String role) {
    return SessionPairs.seeded(role + seed);
  }

  /** The outputs of all parties; the last failure of any is thrown. */
  public List<BitMatrix> run(BitMatrix... inputs) throws Exception {
    return run(SessionPairs.networks(stores.length), inputs);
  }

  /** Runs all parties over other networks than those in memory. */
  public List<BitMatrix> run(Network[] networks, BitMatrix... inputs) throws Exception {
    return Parties.run(networks, LIMIT, network -> evaluate(network, inputs[network.party()]));
  }

  /** One party's evaluation. */
  public BitMatrix evaluate(Network network, BitMatrix inputs) throws MpcException {
    int party = network.party();
    try (Session session = establish(network);
        CircuitExecutor executor = executor(session)) {
      metrics[party] = session.metrics();
      return executor.evaluate(inputs);
    }
  }

  /** Establishes a party's session on this protocol, circuit and map. */
  public Session establish(Network network) throws MpcException {
    var terms = new SessionTerms(CircuitExecutor.terms(protocol, circuit, io, "test"));
    return SessionPairs.establish(network, terms, random("party" + network.party()));
  }

  /** Opens a party's executor on its store. */
  public CircuitExecutor executor(Session session) throws MpcException {
    return new CircuitExecutor(session, protocol, circuit, io, stores[session.party()]);
  }

  /** Returns a uniform matrix of inputs. */
  public BitMatrix inputs(String role) {
    Prg prg = Prg.seededFrom(random(role));
    long[] word = new long[1];
    return uniform(
        () -> {
          prg.nextLongs(word, 0, 1);
          return word[0];
        });
  }

  /** Returns another uniform matrix of inputs: whose words are the role's generator's own. */
  public BitMatrix plainInputs(String role) {
    return uniform(random(role)::nextLong);
  }

  private BitMatrix uniform(LongSupplier words) {
    BitMatrix result = new BitMatrix(circuit.inputSlots().length, protocol.lanes());
    for (int i = 0; i < result.words().length; i++) {
      result.words()[i] = words.getAsLong();
    }
    for (int row = 0; row < result.rows(); row++) {
      result.trimRow(row);
    }
    return result;
  }

  /** Returns uniform inputs of every party, whose public rows may differ. */
  public BitMatrix[] allInputs() {
    BitMatrix[] all = new BitMatrix[stores.length];
    Arrays.setAll(all, party -> inputs("inputs of " + party));
    return all;
  }

  /**
   * Returns what each party must learn of an evaluation in the clear.
   *
   * @param inputs of all parties, whose public rows are made equal
   */
  public List<BitMatrix> expected(BitMatrix... inputs) {
    Circuit plain = circuit.circuit();
    BitMatrix outputs = PlainEvaluation.evaluate(plain, IoMaps.join(plain, io, inputs));
    BitMatrix[] visible = new BitMatrix[inputs.length];
    Arrays.setAll(visible, party -> IoMaps.visible(plain, io, outputs, party));
    return List.of(visible);
  }

  /** Evaluates uniform inputs and requires that every party learns what it must, and no more. */
  public void requireAgreement(String what) throws Exception {
    BitMatrix[] inputs = new BitMatrix[stores.length];
    Arrays.setAll(inputs, party -> inputs(what + " inputs of " + party));
    List<BitMatrix> expected = expected(inputs);
    List<BitMatrix> results = run(inputs);
    for (int party = 0; party < results.size(); party++) {
      assertEquals(expected.get(party), results.get(party), "party " + party + " of " + this);
    }
  }

  /** Requires that the evaluations before have used all material up. */
  public void requireAllUsed() throws Exception {
    for (MaterialKind kind : demand().quotas().keySet()) {
      for (PrepStore store : stores) {
        assertEquals(0, store.available(kind), kind.name() + " is left over, " + this);
      }
    }
  }

  @Override
  public String toString() {
    return "seed " + seed + ", lanes " + protocol.lanes();
  }
}
