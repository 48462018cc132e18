package org.schurmpc.bench.page;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.bench.job.EvaluationTask;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProgramTask;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.ProgramPlan;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.SecurityFloor;

/**
 * What the page says of a plan. The seed of the inputs is kept apart: before the end it is known to
 * the Monitor alone.
 *
 * @param title what is run
 * @param facts further names and values
 * @param unit the items that a run makes, for rates
 * @param items the number of items of a run
 * @param seed the seed of all inputs; empty if there are none
 */
record PlanText(
    String title, Map<String, String> facts, String unit, long items, Optional<Long> seed) {

  static PlanText of(Plan plan) {
    if (plan instanceof EvaluationPlan evaluation) {
      return of(evaluation);
    }
    if (plan instanceof ProgramPlan program) {
      return of(program);
    }
    return new PlanText("items", facts(plan), "runs", 1, Optional.empty());
  }

  private static PlanText of(EvaluationPlan plan) {
    EvaluationTask job = plan.job();
    ConfiguredProtocol protocol = plan.work().protocol();
    long blocks = (long) plan.instances() * plan.work().blocks() * plan.evaluationsPerPass();
    Map<String, String> facts = facts(plan);
    facts.put("Material", material(job.material()));
    facts.put("Lanes", "%,d".formatted(plan.work().lanes()));
    facts.put("Passes a run", "%,d".formatted(plan.passes()));
    facts.put("Blocks a run", "%,d".formatted(blocks));
    facts.put("σ", protocol.sigma() + " bits");
    SecurityFloor.lack(protocol).ifPresent(lack -> facts.put("Security", "INSECURE: " + lack));
    String circuit = job.evaluations().circuit().shortName();
    return new PlanText(
        circuit + " under " + protocol.protocol(),
        facts,
        "blocks",
        blocks,
        Optional.of(plan.seed()));
  }

  private static PlanText of(ProgramPlan plan) {
    ProgramTask task = plan.task();
    Map<String, String> facts = facts(plan);
    facts.put("Material", material(task.material()));
    facts.put("Tapes side by side", Integer.toString(task.tapes()));
    return new PlanText(task.file(), facts, "runs", 1, Optional.of(plan.seed()));
  }

  private static Map<String, String> facts(Plan plan) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Parties", Integer.toString(plan.task().parties()));
    if (plan.instances() > 1) {
      facts.put("Instances", "%,d".formatted(plan.instances()));
    }
    plan.task().link().ifPresent(link -> facts.put("Link", link + ", imitated"));
    return facts;
  }

  private static String material(MaterialSource source) {
    if (source instanceof MaterialSource.Dealer) {
      return "from a dealer (trusted, INSECURE)";
    }
    return source instanceof MaterialSource.Own ? "made by the parties" : "from stores";
  }
}
