package org.schurmpc.bench.reproduce;

import static org.schurmpc.bench.report.TextLines.number;

import java.util.Map;
import java.util.OptionalDouble;
import org.schurmpc.bench.report.JsonReport;
import org.schurmpc.bench.report.Result;
import org.schurmpc.bench.report.Sample;
import org.schurmpc.bench.report.ThroughputReport;
import org.schurmpc.bench.report.ThroughputResult;

/** What became of a row, or of a cell. */
public sealed interface Outcome {

  /**
   * It was run, and every output was right.
   *
   * @param blocks of all instances
   * @param runs that counted
   * @param remark what is to be said of it, or nothing
   * @param report all that the main job reports of such a run, by name
   */
  record Measurement(
      long blocks,
      int runs,
      double totalMillis,
      double millisPerBlock,
      OptionalDouble interval,
      String remark,
      Map<String, Object> report)
      implements Outcome {

    /** "0.1446 ± 0.01". */
    String time() {
      return number(millisPerBlock)
          + (interval.isPresent() ? " ± " + number(interval.getAsDouble()) : "");
    }

    static Measurement of(Result result, String remark) {
      return new Measurement(
          result.allBlocks(),
          result.plan().job().schedule().runs(),
          result.totalMillis(),
          result.millisPerBlock(),
          result.ci95(),
          remark,
          JsonReport.fields(result));
    }
  }

  /**
   * Whole evaluations were timed, and every output was right.
   *
   * @param lanes AES blocks of an evaluation
   * @param evaluations that counted
   * @param meanMillis of an evaluation
   * @param interval half the width of the 95 % confidence interval of the mean
   * @param report all that the main job reports of such a run, by name
   */
  record Timing(
      int lanes,
      int evaluations,
      double meanMillis,
      double medianMillis,
      OptionalDouble interval,
      Map<String, Object> report)
      implements Outcome {

    static Timing of(Result result) {
      Sample evaluations = result.evaluationMillis();
      return new Timing(
          result.plan().work().lanes(),
          evaluations.values().length,
          evaluations.mean(),
          evaluations.median(),
          evaluations.ci95(),
          JsonReport.fields(result));
    }
  }

  /**
   * Material was generated.
   *
   * @param perSecond items, the median of the runs
   * @param kbitEach what all parties together sent for an item, in 1000 bits
   * @param report all that the command triples reports of it, by name
   */
  record Generated(double perSecond, double kbitEach, Map<String, Object> report)
      implements Outcome {

    static Generated of(ThroughputResult result) {
      return new Generated(
          result.medianRate(), result.kbitPerItem(), ThroughputReport.of(result).fields());
    }
  }

  /**
   * It was not run.
   *
   * @param reason why
   */
  record NotRun(String reason) implements Outcome {}
}
