package org.schurmpc.bench.compare;

import java.time.Duration;
import java.util.function.Consumer;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.report.Sample;
import org.schurmpc.core.abort.ExitCode;

/**
 * Runs two programs in turn, pair by pair, so that both meet the same load of the machine. The
 * program that goes first changes from pair to pair, so that a load that rises or falls favours
 * neither.
 *
 * @param ours the program whose lead is measured
 * @param theirs the program that it is compared with
 * @param pairs the number of counted pairs, at least two
 * @param warmup the number of pairs before them, which are not counted
 * @param timeout the time after which a launch is ended
 */
public record PairedRuns(
    Contender ours, Contender theirs, int pairs, int warmup, Duration timeout) {
  public PairedRuns {
    if (pairs < 2 || warmup < 0) {
      throw new IllegalArgumentException(pairs + " pairs after " + warmup);
    }
  }

  /**
   * Runs all pairs.
   *
   * @param moreIsBetter whether the figures are rates; otherwise they are times
   * @param progress receives a sentence for each pair
   * @throws RunFailed if a launch fails or prints no figure
   */
  public Comparison run(boolean moreIsBetter, Consumer<String> progress)
      throws RunFailed, InterruptedException {
    double[] first = new double[pairs];
    double[] second = new double[pairs];
    for (int pair = -warmup; pair < pairs; pair++) {
      boolean oursFirst = (pair & 1) == 0;
      double before = oursFirst ? figure(ours) : figure(theirs);
      double after = oursFirst ? figure(theirs) : figure(ours);
      double our = oursFirst ? before : after;
      double their = oursFirst ? after : before;
      progress.accept(
          "%s: %s %.4g, %s %.4g"
              .formatted(
                  pair < 0 ? "not counted" : "pair " + (pair + 1) + " of " + pairs,
                  ours.name(),
                  our,
                  theirs.name(),
                  their));
      if (pair >= 0) {
        first[pair] = our;
        second[pair] = their;
      }
    }
    return new Comparison(this, new Sample(first), new Sample(second), moreIsBetter);
  }

  private double figure(Contender contender) throws RunFailed, InterruptedException {
    ShellCommand.Launch launch = ShellCommand.run(contender.name(), contender.command(), timeout);
    return contender
        .figureOf(launch.output(), launch.seconds())
        .orElseThrow(
            () ->
                new RunFailed(
                    ExitCode.BAD_FILE,
                    "%s printed no positive number that matches %s"
                        .formatted(contender.name(), contender.figure().orElseThrow())));
  }
}
