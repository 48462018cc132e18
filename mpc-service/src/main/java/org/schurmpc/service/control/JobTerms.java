package org.schurmpc.service.control;

import java.util.Optional;

/**
 * What the log has to know of a job.
 *
 * @param name the job's name
 * @param stock the stock that supplies its material
 * @param lanes number of requests that a run serves at most, up to {@link LogEntry#MOST}
 * @param outputs number of deliveries of a lane
 * @param attempts number of attempts of a run at most
 * @param rerun whether another attempt may follow one that revealed values
 * @param gathering when a job of many clients runs; empty for jobs of one
 */
public record JobTerms(
    String name,
    String stock,
    int lanes,
    int outputs,
    int attempts,
    boolean rerun,
    Optional<Gathering> gathering) {
  public JobTerms {
    if (lanes < 1 || lanes > LogEntry.MOST || outputs < 0 || attempts < 1) {
      throw new IllegalArgumentException(
          "a job of %d lanes and %d attempts".formatted(lanes, attempts));
    }
  }

  /** Creates what the log has to know of a job of one client. */
  public JobTerms(String name, String stock, int lanes, int outputs, int attempts, boolean rerun) {
    this(name, stock, lanes, outputs, attempts, rerun, Optional.empty());
  }

  /** Returns the number of requests that a run serves at least. */
  int least() {
    return gathering.map(Gathering::least).orElse(1);
  }
}
