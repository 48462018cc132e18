package org.schurmpc.tinytable.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinytable.Schemes;
import org.schurmpc.tinytable.material.Scheme;

/** Both parties' preprocessing of a circuit, in threads. */
final class PrepRun {
  final Scheme scheme;
  final LaneLayout layout;
  final TablePreprocessing setting;
  final Demand demand;

  /** What each party has got. */
  final List<Prepared> both = List.of(new Prepared(), new Prepared());

  /** The triples that each party has taken. */
  final long[] triples = new long[2];

  /** And the rounds that it took. */
  final long[] rounds = new long[2];

  /** Blocks between checks: small, so that batches end anywhere. */
  int batch = 3;

  private int evaluations;

  PrepRun(String scheme, int lanes, Circuit circuit, long seed, TablePreprocessing setting)
      throws MpcException {
    this.layout = new LaneLayout(lanes);
    this.scheme = Schemes.named(scheme);
    this.setting = setting;
    IoMap io = IoMaps.random(circuit, new Random(seed));
    this.demand = Schemes.demand(this.scheme, layout, LayeredCircuit.of(circuit), io);
  }

  /** Makes the material of so many evaluations, in calls of so many. */
  void prepare(int... calls) throws Exception {
    SessionPairs.run(session -> prepare(session, calls));
  }

  /** The same over other networks: how each party ends. */
  List<Object> outcomes(Network[] networks, int... calls) throws Exception {
    return SessionPairs.outcomes(networks, session -> prepare(session, calls));
  }

  TinyTablePreprocessor begin(Session session) throws MpcException {
    return TinyTablePreprocessor.begin(
        session, scheme, layout, setting, batch, () -> KernelProvider.choose().kernels());
  }

  private Void prepare(Session session, int... calls) throws MpcException {
    try (TinyTablePreprocessor preprocessor = begin(session)) {
      for (int n : calls) {
        preprocessor.prepare(demand.times(n), both.get(session.party()));
      }
      triples[session.party()] = preprocessor.triplesTaken();
      rounds[session.party()] =
          session.metrics().rounds(Phase.SETUP) + session.metrics().rounds(Phase.PREPROCESSING);
    }
    if (session.party() == 0) {
      for (int n : calls) {
        evaluations += n;
      }
    }
    return null;
  }

  /** Every relation holds, and every table is that of its masks. */
  MaskWalk requireTables() throws Exception {
    Demand all = demand.times(evaluations);
    assertEquals(all.quotas(), both.get(0).items());
    assertEquals(demand.protocol(), both.get(0).protocol());
    Prepared.requireRelations(scheme, both);
    return new MaskWalk(scheme, layout, demand, both).requireTables(evaluations);
  }
}
