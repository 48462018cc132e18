package org.schurmpc.service.state;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.Stock;

/**
 * Computes: the control session, the scheduler and the stocks, as the rest of the service sees
 * them. It is told what requests wait, and tells {@link RequestBook} what becomes of them.
 *
 * <p>No method blocks. {@link #seen} and {@link #spent} may be called again after a restart, with
 * what was said before it.
 */
public interface Work {
  /**
   * A request that this party has accepted and announces to the others.
   *
   * @param key the request
   * @param job the job's name
   * @param number of the delivery of its input masks; empty if its client gives no inputs
   * @param hash of the inputs, 64 hex digits
   */
  record Seen(RequestKey key, String job, OptionalLong number, String hash) {}

  /**
   * A kept set, for clients.
   *
   * @param kind "table" or "state"
   */
  record SetInfo(String name, String kind, String type, long version) {}

  /**
   * A line of the service's health.
   *
   * @param name such as "peer 2" or "stock bits"
   * @param ready whether all is well
   * @param detail a sentence for operators
   */
  record Health(String name, boolean ready, String detail) {}

  /** Returns the fingerprints of the certificates that the parties use now, by index. */
  List<Fingerprint> parties();

  /** Returns why a job cannot run now, such as parties that differ in it; empty if it can. */
  Optional<String> suspended(JobEntry job);

  /**
   * Returns why no request of a job can be opened now, although those that were accepted go on: a
   * kept set that it reads is not there, or cannot be used. Empty if one can.
   */
  Optional<String> lacks(JobEntry job);

  /**
   * Returns the number of a delivery that is ready for a job, for party 1; empty if there is none.
   *
   * @param usable whether a number may be given away
   */
  OptionalLong freeNumber(JobEntry job, LongPredicate usable);

  /**
   * Returns a delivery of input masks; empty if the stock of the job has none of this number, or
   * the delivery is too short for the job. Takes nothing away: the body is a copy, which the caller
   * wipes.
   */
  Optional<Delivery> masks(JobEntry job, long number);

  /** Announces a request to the other parties, which run it once all have announced it. */
  void seen(Seen request);

  /** Says that no run will ever use a delivery: its masks can be wiped. */
  void spent(String job, long number);

  /** Returns the kept sets that exist. */
  List<SetInfo> sets();

  /**
   * Drops a kept set at all parties, through their log.
   *
   * @return fails with {@link Refusal} if there is no such set, or a run reads it
   */
  CompletableFuture<Void> drop(String set);

  /**
   * Closes a job of many clients that waits for an operator, so that it runs.
   *
   * @return fails with {@link Refusal} unless this is party 1, and as many clients as the job needs
   *     have sent their inputs to all parties
   */
  CompletableFuture<Void> closeGathering(String job);

  /** Returns the number of items of each stock, by its name, and of each kind in it. */
  Map<String, Map<String, Long>> items();

  /** Returns the marks of kinds of items of a stock that its configuration does not name. */
  default Map<String, Stock.Marks> marks(String stock) {
    return Map.of();
  }

  /** Returns lines of health: peers, stocks, stores. */
  List<Health> health();

  /** Takes what counts. */
  default void measure(Meter meter) {}

  /** Takes this party's certificate, whose end the other parties are told. */
  default void certificate(X509Certificate own) {}

  /** Returns when the certificates of other parties end, by index, as these have said. */
  default Map<Integer, Instant> certificateEnds() {
    return Map.of();
  }
}
