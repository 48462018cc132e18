package org.schurmpc.service.admin;

import java.util.List;
import java.util.Map;

/**
 * What the status page shows, as JSON. Names of jobs, stocks and parties, counts and dates; never a
 * client, an id of a request or a value.
 *
 * @param party this party's number
 * @param state "ready", "failed" if a line says no, "stopping" or, in the last state, "ended"
 * @param seconds since the service was started
 * @param lines of {@code /readyz}
 * @param requests number of requests in each state, by its name
 * @param last whether the service ends, so that no state follows
 */
record StatusState(
    int party,
    String state,
    long seconds,
    List<Line> lines,
    List<StockRow> stocks,
    History history,
    List<JobRow> jobs,
    Map<String, Long> requests,
    List<PeerRow> peers,
    Faults faults,
    List<CertificateRow> certificates,
    boolean last) {

  /** A line of {@code /readyz}. */
  record Line(String name, boolean ready, String detail) {}

  /**
   * Items of one kind in a stock.
   *
   * @param low mark below which the stock is refilled; null if there is none
   * @param high mark up to which it is refilled; null if there is none
   */
  record StockRow(String stock, String kind, long items, Long low, Long high) {}

  /**
   * How full the stocks were.
   *
   * @param every seconds between two points
   * @param names of the series, "STOCK: KIND"
   * @param percent for each series its points, in percent of the high mark; the last one is now
   */
  record History(long every, List<String> names, List<List<Double>> percent) {}

  /**
   * A job.
   *
   * @param state "open" or "suspended"
   * @param detail why it is suspended; null if it is open
   * @param done number of runs since the start
   * @param failed number of runs that failed
   * @param attempts number of attempts
   * @param millis mean time of a run; null before the first one
   * @param complaints number of deliveries that clients refused
   */
  record JobRow(
      String name,
      String kind,
      String stock,
      String state,
      String detail,
      long done,
      long failed,
      long attempts,
      Double millis,
      long complaints) {}

  /** Another party. */
  record PeerRow(int party, String address, boolean up, String detail) {}

  /**
   * What went wrong since the start.
   *
   * @param checks number of failed checks among the parties
   * @param complaints number of deliveries that clients refused
   * @param keysLost number of lost keys, by cause
   */
  record Faults(long checks, long complaints, Map<String, Long> keysLost) {}

  /**
   * A certificate of a party.
   *
   * @param ends when, as in 2027-01-31T12:00:00Z; null if this party has not been told
   * @param days until then; null as above
   */
  record CertificateRow(int party, String ends, Long days) {}
}
