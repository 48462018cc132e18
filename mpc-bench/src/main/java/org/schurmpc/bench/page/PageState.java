package org.schurmpc.bench.page;

import java.util.List;
import java.util.Map;

/**
 * What the page shows at a moment, as it is sent to the browser.
 *
 * @param title what is run; null before a run
 * @param facts further names and values of the run
 * @param seconds the seconds since the run began
 * @param verdict the end of the run, as far as it has come
 * @param parties the dealer and the parties; see {@link PartyRows}
 * @param more the number of parties that are not in {@code parties}
 * @param runs the times of the runs
 * @param phases the figures of the last run by phase
 * @param last whether the process ends, and no further state follows
 */
record PageState(
    String title,
    Map<String, String> facts,
    long seconds,
    Verdict verdict,
    List<Party> parties,
    int more,
    Runs runs,
    List<PhaseRow> phases,
    boolean last) {

  /**
   * The end of a run.
   *
   * @param state "running", "verified", "failed", or "ended" if the process ends without a verdict
   * @param sentence why the run failed; null otherwise
   * @param exitCode the exit code of a failed run; null otherwise
   * @param seed the seed of all inputs; null before the outputs were verified
   */
  record Verdict(String state, String sentence, Integer exitCode, String seed) {}

  /**
   * The dealer or a party.
   *
   * @param state the name of a {@link PartyState} in lower case
   * @param heard the seconds since a frame arrived; null if none is expected at present
   * @param waits whether the others are waited for
   * @param sentence why the party failed; null otherwise
   * @param bytes the number of bytes sent in the last run; null before
   * @param rounds the number of rounds of the last run; null before
   * @param waited the part of the last run's time spent waiting for peers, 0 to 1; null before
   */
  record Party(
      String name,
      String state,
      Long heard,
      boolean waits,
      String sentence,
      Long bytes,
      Long rounds,
      Double waited) {}

  /**
   * The times of the runs.
   *
   * @param warmup the number of warm-up runs that have ended
   * @param warmupOf the number of all warm-up runs
   * @param done the number of counted runs that have ended
   * @param of the number of all counted runs
   * @param millis the times of the last counted runs
   * @param figures median and interval
   * @param unit the items that a run makes
   * @param perSecond the number of items a second; null before the first counted run
   */
  record Runs(
      int warmup,
      int warmupOf,
      int done,
      int of,
      List<Double> millis,
      RunTimes.Figures figures,
      String unit,
      Double perSecond) {}

  /**
   * A phase of the last run.
   *
   * @param name the phase
   * @param millis the time, of the slowest party
   * @param bytes the number of bytes that all parties sent
   * @param rounds the number of rounds
   */
  record PhaseRow(String name, double millis, long bytes, long rounds) {}
}
