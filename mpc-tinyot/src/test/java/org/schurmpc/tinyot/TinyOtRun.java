package org.schurmpc.tinyot;

import java.time.Duration;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.KernelProvider.Preference;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.tinyot.material.SecurityLevel;
import org.schurmpc.tinyot.prep.OtPreprocessing;

/** Both parties of TinyOT in threads, with material from a dealer in the same process. */
public final class TinyOtRun {
  static final Duration LIMIT = Duration.ofMinutes(1);

  final ConfiguredProtocol protocol;
  final LayeredCircuit circuit;
  final IoMap io;
  final long seed;
  public final PrepStore[] stores = {new MemoryPrepStore(), new MemoryPrepStore()};

  /** Each party's metrics of the last run. */
  final Metrics[] metrics = new Metrics[2];

  private final TrustedDealer dealer;

  public TinyOtRun(ConfiguredProtocol protocol, LayeredCircuit circuit, IoMap io, long seed)
      throws MpcException {
    this.protocol = protocol;
    this.circuit = circuit;
    this.io = io;
    this.seed = seed;
    this.dealer = protocol.dealer(SessionPairs.seeded("dealer" + seed));
    dealer.dealKeys(List.of(stores[0], stores[1]));
    deal(protocol.demand(circuit, io));
  }

  /** TinyOT at a level of security. */
  public static ConfiguredProtocol tinyot(int sigma, int lanes, String kernels)
      throws MpcException {
    SecurityLevel level = SecurityLevel.named(String.valueOf(sigma));
    OtPreprocessing preprocessing = new OtPreprocessing(sigma, level.macWords(), 4, 1);
    return new TinyOt(level, new LaneLayout(lanes), preprocessing, () -> kernels(kernels));
  }

  public static Kernels kernels(String name) {
    return KernelProvider.choose(Preference.named(name)).kernels();
  }

  /** Deals more. */
  void deal(Demand demand) throws MpcException {
    dealer.deal(demand, List.of(stores[0], stores[1]));
  }

  List<BitMatrix> run(BitMatrix first, BitMatrix second) throws Exception {
    return run(SessionPairs.networks(), first, second);
  }

  /** The outputs of both parties. */
  List<BitMatrix> run(Network[] networks, BitMatrix first, BitMatrix second) throws Exception {
    return Parties.run(
        networks, LIMIT, network -> evaluate(network, network.party() == 0 ? first : second));
  }

  /** One party's evaluation. */
  BitMatrix evaluate(Network network, BitMatrix inputs) throws MpcException {
    int party = network.party();
    var terms = new SessionTerms(CircuitExecutor.terms(protocol, circuit, io, "test"));
    try (Session session =
            Session.establish(network, terms, SessionPairs.seeded("party" + party + seed));
        CircuitExecutor executor =
            new CircuitExecutor(session, protocol, circuit, io, stores[party])) {
      metrics[party] = session.metrics();
      return executor.evaluate(inputs);
    }
  }

  /** A uniform matrix of inputs. */
  BitMatrix inputs(String role) {
    BitMatrix result = new BitMatrix(circuit.inputSlots().length, protocol.lanes());
    Prg prg = Prg.seededFrom(SessionPairs.seeded(role + seed));
    prg.nextLongs(result.words(), 0, result.words().length);
    for (int row = 0; row < result.rows(); row++) {
      result.trimRow(row);
    }
    return result;
  }
}
