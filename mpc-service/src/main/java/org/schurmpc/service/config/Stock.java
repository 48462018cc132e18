package org.schurmpc.service.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.schurmpc.cli.config.ConfigTable;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.Protocols;

/**
 * Describes a stock: a store of material, its marks, and the deliveries made ahead.
 *
 * @param protocol the protocol's name
 * @param store the folder of the store
 * @param options options of the protocol, by name
 * @param low number of items of each kind below which the stock is refilled
 * @param high number of items of each kind up to which it is refilled
 * @param deliveries number of input deliveries kept ready
 */
public record Stock(
    String protocol,
    Path store,
    Map<String, String> options,
    Map<String, Integer> low,
    Map<String, Integer> high,
    int deliveries) {
  private static final int MAX_ITEMS = Integer.MAX_VALUE;
  private static final int MAX_DELIVERIES = 10_000_000;
  private static final Set<String> KEYS =
      Set.of("protocol", "store", "options", "low", "high", "deliveries");

  /** What a kind is called that is deliveries made ahead for a job. */
  private static final String DELIVERIES_OF = "masks of ";

  /** What a kind is called that is material for runs of a job. */
  private static final String RUNS_OF = "runs of ";

  /**
   * Between which numbers of items a stock is kept.
   *
   * @param low below it, the stock is refilled
   * @param high up to it
   */
  public record Marks(long low, long high) {}

  public Stock {
    options = Map.copyOf(options);
    low = Map.copyOf(low);
    high = Map.copyOf(high);
  }

  static Stock of(ConfigTable table) throws BadFile {
    table.requireOnly(KEYS);
    String name = table.text("protocol").orElseThrow(() -> table.wrong("protocol", "is missing"));
    table.requireWord("protocol", name, Protocols.all().stream().map(Protocol::name).toList());
    Optional<ConfigTable> options = table.table("options");
    if (options.isPresent()) {
      options.get().requireOnly(options(name));
    }
    Map<String, Integer> low = items(table, "low");
    Map<String, Integer> high = items(table, "high");
    for (Map.Entry<String, Integer> mark : low.entrySet()) {
      if (high.getOrDefault(mark.getKey(), -1) < mark.getValue()) {
        throw table.wrong(
            "high", "has no '" + mark.getKey() + "', or one below the low mark of the same kind");
      }
    }
    return new Stock(
        name,
        table.path("store"),
        table.map("options"),
        low,
        high,
        table.number("deliveries", 0, MAX_DELIVERIES).orElse(0));
  }

  private static Set<String> options(String protocol) {
    return Protocols.all().stream()
        .filter(each -> each.name().equals(protocol))
        .flatMap(each -> each.options().stream())
        .map(ProtocolOption::name)
        .collect(Collectors.toSet());
  }

  private static Map<String, Integer> items(ConfigTable table, String key) throws BadFile {
    Map<String, Integer> items = new LinkedHashMap<>();
    Optional<ConfigTable> marks = table.table(key);
    if (marks.isPresent()) {
      for (String kind : marks.get().keys()) {
        items.put(kind, marks.get().number(kind, 1, MAX_ITEMS).orElseThrow());
      }
    }
    return items;
  }

  /** Returns the name of the kind that material for runs of a job is. */
  public static String runsOf(String job) {
    return RUNS_OF + job;
  }

  /** Returns the name of the kind that deliveries made ahead for a job are. */
  public static String deliveriesOf(String job) {
    return DELIVERIES_OF + job;
  }

  /** Returns the marks of a kind of items, or of deliveries; empty if it has none. */
  public Optional<Marks> marks(String kind) {
    if (kind.startsWith(DELIVERIES_OF)) {
      return Optional.of(new Marks(deliveries / 2, deliveries));
    }
    return high.containsKey(kind)
        ? Optional.of(new Marks(low.getOrDefault(kind, 0), high.get(kind)))
        : Optional.empty();
  }

  /** Returns what cannot change without a restart. */
  Map<String, String> fixed() {
    return Map.of(
        "protocol", protocol, "store", store.toString(), "options", "" + new TreeMap<>(options));
  }
}
