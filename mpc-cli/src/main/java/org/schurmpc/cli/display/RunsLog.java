package org.schurmpc.cli.display;

import org.schurmpc.core.progress.ProgressLog;
import org.schurmpc.core.run.Preparation;

/**
 * Logs every few seconds which part of a preparation is done, and about how long the rest takes.
 */
public final class RunsLog implements Preparation.Progress {
  private final ProgressLog log;
  private final Preparation.Progress next;
  private final long start;
  private long first = -1;

  /**
   * Creates the log of a preparation that begins now.
   *
   * @param next receives all that this one receives
   */
  public RunsLog(ProgressLog log, Preparation.Progress next) {
    this.log = log;
    this.next = next;
    this.start = log.now();
  }

  @Override
  public void at(long there, long wanted) {
    next.at(there, wanted);
    if (first < 0) {
      first = there;
    }
    if (first < there && there < wanted && log.due()) {
      double seconds = (log.now() - start) / 1e9 / (there - first) * (wanted - there);
      log.say(
          "%d %% of the material is made, about %s left"
              .formatted(100 * there / wanted, ProgressLog.time(seconds)));
    }
  }
}
