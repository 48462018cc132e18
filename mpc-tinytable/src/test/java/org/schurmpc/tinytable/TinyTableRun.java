package org.schurmpc.tinytable;

import java.time.Duration;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.code.ReedSolomon;
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
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.Scheme;
import org.schurmpc.tinytable.material.TableCode;
import org.schurmpc.tinytable.material.TableParameters;
import org.schurmpc.tinytable.prep.TableMethod;
import org.schurmpc.tinytable.prep.TablePreprocessing;

/** Both parties of TinyTable in threads, with material from a dealer in the same process. */
public final class TinyTableRun {
  static final TablePreprocessing PREPROCESSING =
      new TablePreprocessing(64, 4, 1, TableMethod.DEMUX);

  public static final Duration LIMIT = Duration.ofMinutes(1);

  public final ConfiguredProtocol protocol;
  public final LayeredCircuit circuit;
  public final IoMap io;
  final long seed;
  public final PrepStore[] stores = {new MemoryPrepStore(), new MemoryPrepStore()};

  /** Each party's metrics of the last run. */
  final Metrics[] metrics = new Metrics[2];

  private final TrustedDealer dealer;

  public TinyTableRun(ConfiguredProtocol protocol, LayeredCircuit circuit, IoMap io, long seed)
      throws MpcException {
    this(protocol, circuit, io, seed, protocol.dealer(SessionPairs.seeded("dealer" + seed)));
  }

  TinyTableRun(
      ConfiguredProtocol protocol,
      LayeredCircuit circuit,
      IoMap io,
      long seed,
      TrustedDealer dealer)
      throws MpcException {
    this.protocol = protocol;
    this.circuit = circuit;
    this.io = io;
    this.seed = seed;
    this.dealer = dealer;
    dealer.dealKeys(List.of(stores[0], stores[1]));
    deal(protocol.demand(circuit, io));
  }

  /** TinyTable with a scheme by its name, or "lookup8", or "codeword NxK". */
  public static TinyTable tinytable(String scheme, int lanes, String kernels) throws MpcException {
    return new TinyTable(
        scheme(scheme), new LaneLayout(lanes), PREPROCESSING, () -> kernels(kernels));
  }

  private static Scheme scheme(String name) throws MpcException {
    if (name.equals("lookup8")) {
      return new Scheme(Scheme.Form.LOOKUP, 8);
    }
    // Of any code, also of one that is too weak for users.
    return name.startsWith("codeword ")
        ? Scheme.of(new TableCode(ReedSolomon.named(name.substring("codeword ".length()))))
        : Scheme.named(name);
  }

  /** All parameters of the protocol on which material depends. */
  public TableParameters parameters() {
    return ((TinyTable) protocol).parameters();
  }

  /** The material of an evaluation. */
  public Material material() {
    TableParameters parameters = parameters();
    return Material.of(parameters.scheme(), parameters.layout(), circuit, io.contributors(2));
  }

  public static Kernels kernels(String name) {
    return KernelProvider.choose(Preference.named(name)).kernels();
  }

  /** Deals more. */
  public void deal(Demand demand) throws MpcException {
    dealer.deal(demand, List.of(stores[0], stores[1]));
  }

  public List<BitMatrix> run(BitMatrix first, BitMatrix second) throws Exception {
    return run(SessionPairs.networks(), first, second);
  }

  /** The outputs of both parties. */
  public List<BitMatrix> run(Network[] networks, BitMatrix first, BitMatrix second)
      throws Exception {
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
  public BitMatrix inputs(String role) {
    BitMatrix result = new BitMatrix(circuit.inputSlots().length, protocol.lanes());
    Prg prg = Prg.seededFrom(SessionPairs.seeded(role + seed));
    prg.nextLongs(result.words(), 0, result.words().length);
    for (int row = 0; row < result.rows(); row++) {
      result.trimRow(row);
    }
    return result;
  }
}
