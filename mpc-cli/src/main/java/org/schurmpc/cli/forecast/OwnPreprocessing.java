package org.schurmpc.cli.forecast;

import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.run.LocalParties;
import org.schurmpc.core.run.PassMaterial;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;

/**
 * Generates material by a protocol's own preprocessing at all parties of this process, and counts
 * what that takes.
 *
 * @param protocol as {@link ConfiguredProtocol#withOwnMaterial} returns it
 */
record OwnPreprocessing(ConfiguredProtocol protocol, LayeredCircuit circuit, IoMap io) {
  private static final List<Phase> PHASES =
      List.of(Phase.PREPROCESSING, Phase.FUNCTION_PREPROCESSING);

  /**
   * Counts and times some preprocessing.
   *
   * @param beginning the traffic before the first material, that of the session included
   * @param nanos the time of the slowest party, base OTs included
   */
  record Figures(RunTraffic traffic, RunTraffic beginning, long nanos) {}

  private record PartyFigures(Metrics metrics, long nanos) {}

  /**
   * Generates the material of some passes, one after the other, and drops it.
   *
   * @param parties not closed
   * @param demand the material of a pass
   */
  Figures generate(LocalParties parties, Demand demand, int passes) throws MpcException {
    List<PartyFigures> all = parties.each(network -> party(network, demand, passes));
    List<Metrics> metrics = all.stream().map(PartyFigures::metrics).toList();
    return new Figures(
        RunTraffic.of(metrics, PHASES),
        RunTraffic.of(metrics, List.of(Phase.SETUP)),
        all.stream().mapToLong(PartyFigures::nanos).max().orElseThrow());
  }

  private PartyFigures party(Network network, Demand demand, int passes) throws MpcException {
    try (Session session =
        LocalRun.session(network, protocol, circuit, io, Preprocessor.OWN_STORE)) {
      long start = System.nanoTime();
      try (PassMaterial material = PassMaterial.fresh(session, protocol.preprocessor(session))) {
        session.metrics().enter(Phase.PREPROCESSING);
        for (int pass = 0; pass < passes; pass++) {
          material.next(demand);
        }
        session.metrics().enter(Phase.SETUP);
        return new PartyFigures(session.metrics(), System.nanoTime() - start);
      }
    }
  }
}
