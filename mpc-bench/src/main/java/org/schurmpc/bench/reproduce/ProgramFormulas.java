package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.bench.monitor.ProgramPlan;
import org.schurmpc.bench.reproduce.Formula.Arguments;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.program.ProgramCost;

/** Formulas of what programs cost, as the compiler counts it. */
final class ProgramFormulas {
  static final Map<String, Formula> ALL = new HashMap<>();

  /** The columns of KSS13's tables, by which a row is judged. */
  private static final List<String> COLUMNS = List.of("rounds", "triples", "bits", "inverses");

  /** Rounds and bytes of material of a run, above which it has fewer batches. */
  private static final long MOST_ROUNDS = 10_000;

  private static final long MOST_MATERIAL = 64 << 20;

  static {
    // cost MORE LESS: what the one plan's program takes more than the other's
    ALL.put("cost", ProgramFormulas::cost);
    // more_than_printed FIELD COLUMN JUDGE: what is more in the field than the paper prints in the
    // row whose COLUMN has the value JUDGE, usually in its own; or "no more"
    ALL.put("more_than_printed", ProgramFormulas::more);
    // batches RUN MOST: how often a run repeats what a plan does once
    ALL.put("batches", ProgramFormulas::batches);
    // seconds_by_rates RUN RATE: in which the material of a plan is made
    ALL.put("seconds_by_rates", ProgramFormulas::seconds);
  }

  private ProgramFormulas() {}

  private static ProgramPlan plan(Arguments of, int index) throws MpcException {
    return (ProgramPlan) of.plan(index, Map.of());
  }

  private static ProgramCost total(Arguments of, int index) throws MpcException {
    return plan(of, index).work().program().totalCost();
  }

  private static Map<String, Object> cost(Arguments of) throws MpcException {
    ProgramCost cost = total(of, 0).minus(total(of, 1));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rounds", cost.rounds());
    // The paper has triples alone, and makes a square of one.
    fields.put("triples", cost.triples() + cost.squares());
    fields.put("bits", cost.bits());
    fields.put("inverses", cost.inverses());
    fields.put("checks", cost.checks());
    return fields;
  }

  private static String more(Arguments of) throws MpcException {
    PaperRow judge = of.sheet().row();
    for (PaperRow row : of.sheet().table().rows()) {
      judge = row.text(of.word(1)).equals(of.value(2)) ? row : judge;
    }
    List<String> more = new ArrayList<>();
    for (String column : COLUMNS) {
      if (of.sheet().number(of.word(0) + "." + column).orElseThrow()
          > judge.number(column).orElse(0)) {
        more.add("more " + column);
      }
    }
    return more.isEmpty() ? "no more" : String.join(", ", more);
  }

  private static Integer batches(Arguments of) throws MpcException {
    long byRounds = MOST_ROUNDS / Math.max(1, total(of, 0).rounds());
    long bytes = plan(of, 0).work().materialBytes();
    long batches = Math.min(byRounds, MOST_MATERIAL / Math.max(1, bytes));
    return (int) Math.max(1, Math.min(of.integer(1), batches));
  }

  /** Returns the kinds of a plan's material with their numbers, as {@code triples} names them. */
  static Map<String, Long> kinds(ProgramPlan plan) {
    Map<String, Long> kinds = new LinkedHashMap<>();
    plan.work()
        .parts()
        .get(0)
        .unit()
        .quotas()
        .forEach(
            (kind, items) -> {
              String name = kind.name().replaceFirst("^(input|bit)s of party ", "$1");
              kinds.put(name.replaceAll("s$", ""), items);
            });
    return kinds;
  }

  private static Double seconds(Arguments of) throws MpcException {
    double seconds = 0;
    for (Map.Entry<String, Long> kind : kinds(plan(of, 0)).entrySet()) {
      Object rate = of.sheet().value(of.word(1) + " " + kind.getKey() + "/rate_per_s");
      if (rate == null) {
        return null;
      }
      seconds += kind.getValue() / (double) rate;
    }
    return seconds;
  }
}
