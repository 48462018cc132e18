package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.PartyFigures;
import org.schurmpc.bench.monitor.ThroughputPlan;
import org.schurmpc.bench.reproduce.Outcome.Measurement;
import org.schurmpc.bench.reproduce.Outcome.NotRun;
import org.schurmpc.core.session.Phase;

/** Results of runs that never were. */
public final class Fakes {
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
  public static Measured measured(EvaluationPlan plan, long millis) {
    return measured(plan, Collections.nCopies(plan.job().schedule().runs(), millis));
  }

  /**
   * Returns what a Monitor would have measured of runs that take these times.
   *
   * @param millis the time of each run, and of each evaluation in that run
   */
  public static Measured measured(EvaluationPlan plan, List<Long> millis) {
    long[] nanos = millis.stream().mapToLong(each -> each * 1_000_000).toArray();
    List<PartyFigures> parties = new ArrayList<>();
    for (Role role : plan.roles()) {
      if (!role.isDealer()) {
        Map<Phase, Long> figures = Map.of(Phase.COMPUTE, 1L);
        parties.add(
            new PartyFigures(
                role,
                new Message.Established("JVM", "-X", "plain", "why", "somebody", 1, 0),
                millis.stream().map(each -> run(figures, plan, each)).toList(),
                0));
      }
    }
    return new Measured(nanos, parties, "none");
  }

  private static RunFigures run(Map<Phase, Long> figures, EvaluationPlan plan, long millis) {
    return new RunFigures(figures, Map.of(), Map.of(), figures, figures)
        .with(Collections.nCopies(plan.passes() * plan.evaluationsPerPass(), millis * 1_000_000));
  }

  /**
   * Returns what a Monitor would have measured of a run of one second in which each party sends
   * each peer a number of bytes for each item.
   */
  public static Measured generated(ThroughputPlan plan, int bytes) {
    TriplesTask task = (TriplesTask) plan.task();
    long sent = task.count() * bytes * (task.parties() - 1);
    List<PartyFigures> parties = new ArrayList<>();
    for (int party = 0; party < task.parties(); party++) {
      RunFigures run =
          new RunFigures(
              Map.of(),
              Map.of(),
              Map.of(),
              Map.of(Phase.PREPROCESSING, sent),
              Map.of(Phase.PREPROCESSING, 5L));
      parties.add(
          new PartyFigures(
              new Role(0, party),
              new Message.Established("j", "-X", "plain", "why", "it", 1, 0),
              List.of(run),
              1));
    }
    return new Measured(new long[] {1_000_000_000}, parties, "none");
  }
}
