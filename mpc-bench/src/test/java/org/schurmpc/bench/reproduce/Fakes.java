package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.PartyFigures;
import org.schurmpc.bench.reproduce.Outcome.Measurement;
import org.schurmpc.bench.reproduce.Outcome.NotRun;
import org.schurmpc.core.session.Phase;

/** Results of runs that never were. */
final class Fakes {
  private Fakes() {}

  static Figure figure(String id) throws Exception {
    return Dlt14.numbered(List.of(id)).get(0);
  }

  /** A figure of which one instance was run, five times. */
  static FigureResult ran(String id, double millisPerBlock, double interval) throws Exception {
    Figure figure = figure(id);
    List<Outcome> outcomes = new ArrayList<>();
    outcomes.add(
        new Measurement(
            100,
            5,
            100 * millisPerBlock,
            millisPerBlock,
            OptionalDouble.of(interval),
            "",
            Map.of("terms", Map.of("code", "255x85"), "kernels", "plain", "jvm", "Java 17")));
    outcomes.addAll(Collections.nCopies(figure.rows().size() - 1, new NotRun("there was no room")));
    return new FigureResult(figure, outcomes);
  }

  /** What a Monitor would have measured of a plan: so many milliseconds in each run. */
  static Measured measured(EvaluationPlan plan, long millis) {
    long[] nanos = new long[plan.job().schedule().runs()];
    Arrays.fill(nanos, millis * 1_000_000);
    List<PartyFigures> parties = new ArrayList<>();
    for (Role role : plan.roles()) {
      if (!role.isDealer()) {
        Map<Phase, Long> figures = Map.of(Phase.COMPUTE, 1L);
        parties.add(
            new PartyFigures(
                role,
                new Message.Established("JVM", "-X", "plain", "why", "somebody", 1, 0),
                Collections.nCopies(
                    nanos.length,
                    new RunFigures(figures, Map.of(), Map.of(), figures, figures)
                        .with(
                            Collections.nCopies(
                                plan.passes() * plan.evaluationsPerPass(), millis * 1_000_000))),
                0));
      }
    }
    return new Measured(nanos, parties, "none");
  }
}
