package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.tinytable.material.Scheme;
import org.schurmpc.tinytable.prep.TableMethod;
import org.schurmpc.tinytable.prep.TablePreprocessing;

/** Evaluations on tables from the real preprocessing, against the evaluation in the clear. */
class PreparedEvaluationTest {
  private static final int EVALUATIONS = 2;

  private final PrepStore[] stores = {new MemoryPrepStore(), new MemoryPrepStore()};

  private record Job(TinyTable protocol, LayeredCircuit circuit, IoMap io) {}

  private Void prepare(Session session, Job job) throws Exception {
    try (Preprocessor preprocessor = job.protocol.preprocessor(session)) {
      preprocessor.fill(
          session,
          job.protocol.demand(job.circuit, job.io).times(EVALUATIONS),
          stores[session.party()]);
    }
    return null;
  }

  private BitMatrix evaluate(Network network, Job job, BitMatrix inputs) throws Exception {
    var terms = new SessionTerms(CircuitExecutor.terms(job.protocol, job.circuit, job.io, "test"));
    PrepStore store = stores[network.party()];
    try (Session session = Session.establish(network, terms, new SecureRandom());
        CircuitExecutor executor =
            new CircuitExecutor(session, job.protocol, job.circuit, job.io, store)) {
      return executor.evaluate(inputs);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "linear, 1, DEMUX",
    "linear, 100, PER_ENTRY",
    "linear, 64, DEMUX",
    "lookup64, 3, DEMUX",
    "lookup64, 65, PER_ENTRY",
    "lookup32, 1, DEMUX",
    "lookup32, 64, DEMUX",
    "passive, 5, DEMUX"
  })
  void preparedTablesEvaluate(String scheme, int lanes, TableMethod method) throws Exception {
    for (long seed = 20; seed < 25; seed++) {
      Circuit circuit = RandomCircuits.withLookups(seed);
      IoMap io = IoMaps.random(circuit, new Random(seed));
      TinyTable protocol =
          new TinyTable(
              Scheme.named(scheme),
              new LaneLayout(lanes),
              new TablePreprocessing(40, 4, 1, method),
              () -> KernelProvider.choose().kernels());
      Job job = new Job(protocol, LayeredCircuit.of(circuit), io);
      stores[0] = new MemoryPrepStore();
      stores[1] = new MemoryPrepStore();
      SessionPairs.run(session -> prepare(session, job));
      for (int i = 0; i < EVALUATIONS; i++) {
        requireAgreement(job, seed + 100L * i);
      }
      for (MaterialKind kind : protocol.demand(job.circuit, io).quotas().keySet()) {
        assertEquals(0, stores[0].available(kind), kind.name() + " is left");
      }
    }
  }

  private void requireAgreement(Job job, long seed) throws Exception {
    Circuit circuit = job.circuit.circuit();
    int lanes = job.protocol.lanes();
    BitMatrix first = RandomCircuits.inputs(circuit, lanes, seed);
    BitMatrix second = RandomCircuits.inputs(circuit, lanes, ~seed);
    BitMatrix expected =
        PlainEvaluation.evaluate(circuit, IoMaps.join(circuit, job.io, first, second));
    List<BitMatrix> results =
        Parties.run(
            SessionPairs.networks(),
            TinyTableRun.LIMIT,
            network -> evaluate(network, job, network.party() == 0 ? first : second));
    for (int party = 0; party < 2; party++) {
      assertEquals(
          IoMaps.visible(circuit, job.io, expected, party), results.get(party), "seed " + seed);
    }
  }
}
