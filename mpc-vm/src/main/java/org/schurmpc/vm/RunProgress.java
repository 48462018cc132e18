package org.schurmpc.vm;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.schurmpc.core.progress.ProgressLog;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.compile.Cost;
import org.schurmpc.vm.compile.CostReport;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * Logs every few seconds how many rounds of a program are done, of how many, and about how long the
 * rest takes. The number of rounds is that of {@link CostReport}; rounds and time of preprocessing
 * do not count. Rounds of tapes side by side are seen when all of their step are done.
 */
final class RunProgress {
  private static final List<Phase> PHASES = List.of(Phase.INPUT, Phase.COMPUTE, Phase.OUTPUT);

  private final ToLongFunction<Phase> rounds;
  private final ToLongFunction<Phase> nanos;
  private final ProgressLog log;
  private final LongSupplier counted;
  private long seen;
  private OptionalLong total;

  /**
   * Creates the progress of a run that begins now.
   *
   * @param rounds the rounds of a phase so far
   * @param nanos the time spent in a phase so far, in nanoseconds
   * @param counted the rounds of a run, counted when first needed; 0 if they are not known
   */
  RunProgress(
      ToLongFunction<Phase> rounds,
      ToLongFunction<Phase> nanos,
      ProgressLog log,
      LongSupplier counted) {
    this.rounds = rounds;
    this.nanos = nanos;
    this.log = log;
    this.counted = counted;
  }

  /** Logs the progress of a run from now on, if the log is in use. */
  static void follow(VerifiedProgram program, OpeningMode mode, Metrics metrics) {
    if (ProgressLog.inUse()) {
      LongSupplier counted = () -> rounds(program, mode);
      RunProgress progress =
          new RunProgress(metrics::rounds, metrics::nanos, new ProgressLog(), counted);
      metrics.afterRound(progress::round);
    }
  }

  /** Counts the rounds of a run; 0 if there are loops whose turns are not known. */
  static long rounds(VerifiedProgram program, OpeningMode mode) {
    try {
      CostReport cost = CostReport.of(program);
      return cost.isUnbounded() ? 0 : Math.addExact(cost.networkRounds(), further(cost, mode));
    } catch (ArithmeticException e) {
      return 0; // too many to be counted
    }
  }

  /** Counts what a nominated party adds: a round for each opening, of inputs and outputs, too. */
  private static long further(CostReport cost, OpeningMode mode) {
    Cost total = cost.total();
    return mode == OpeningMode.KING ? total.rounds() + total.inputOpenings() + 1 : 0;
  }

  /** Is called after each round of the session. */
  void round() {
    long done = sum(rounds);
    if (done > seen && log.due()) {
      if (total == null) {
        total = OptionalLong.of(counted.getAsLong());
      }
      log.say(sentence(done, total.getAsLong(), sum(nanos) / 1e9));
    }
    seen = done;
  }

  private static long sum(ToLongFunction<Phase> of) {
    return PHASES.stream().mapToLong(of).sum();
  }

  private static String sentence(long done, long total, double seconds) {
    if (done >= total) {
      return "%,d rounds of the program are done".formatted(done);
    }
    return "%,d of %,d rounds of the program are done, about %s left"
        .formatted(done, total, ProgressLog.time(seconds / done * (total - done)));
  }
}
