package org.schurmpc.service.config;

import java.util.Optional;
import java.util.Set;
import org.schurmpc.cli.config.ConfigTable;
import org.schurmpc.core.abort.BadFile;

/**
 * Limits how often a job answers. Every answer may be a step of a search for a key or a value of a
 * set, so rates are a matter of security.
 *
 * @param client of each client
 * @param job of all clients together
 * @param set of each kept set that the job reads, counted over all jobs and clients
 */
public record Rates(Optional<Rate> client, Optional<Rate> job, Optional<Rate> set) {
  /** No limit. */
  public static final Rates NONE = new Rates(Optional.empty(), Optional.empty(), Optional.empty());

  /** Reads the table under a key; {@link #NONE} if there is none. */
  static Rates of(ConfigTable table, String key) throws BadFile {
    Optional<ConfigTable> rates = table.table(key);
    if (rates.isEmpty()) {
      return NONE;
    }
    rates.get().requireOnly(Set.of("client", "job", "set"));
    return new Rates(
        rate(rates.get(), "client"), rate(rates.get(), "job"), rate(rates.get(), "set"));
  }

  private static Optional<Rate> rate(ConfigTable table, String key) throws BadFile {
    Optional<String> text = table.text(key);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Optional<Rate> rate = Rate.parse(text.get());
    if (rate.isEmpty()) {
      throw table.wrong(
          key, "is '%s': write a number and min, hour or day, as in 60/min".formatted(text.get()));
    }
    return rate;
  }

  @Override
  public String toString() {
    return "client %s, job %s, set %s".formatted(text(client), text(job), text(set));
  }

  private static String text(Optional<Rate> rate) {
    return rate.map(Rate::toString).orElse("any");
  }
}
