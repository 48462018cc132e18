package org.schurmpc.service.control;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A party's material of a stock in a {@link World}: batches, of which a run takes what it needs
 * from one. What is kept or taken is on disk, and survives the party. Of the rules for it these are
 * modelled: parties use the batches that all have, from the furthest position of any, and count
 * those that only some have until then.
 */
final class Shelf {
  static final long LOW = 1;
  static final long HIGH = 3;

  private final Map<String, SortedMap<String, Item>> batches = new TreeMap<>(); // items by job
  private final Set<String> excluded = new HashSet<>(); // batches; not on disk

  /** Material for runs of a job: how many were made, and how many of these are used. */
  private record Item(long made, long used) {
    Item at(long position) {
      return new Item(made, Math.max(used, position));
    }
  }

  /** Forgets what is not on disk. */
  void restart() {
    excluded.clear();
  }

  boolean has(String batch) {
    return batches.containsKey(batch);
  }

  Set<String> batches() {
    return batches.keySet();
  }

  void keep(String batch, SortedMap<String, LogEntry.Amount> amounts) {
    TreeMap<String, Item> items = new TreeMap<>();
    amounts.forEach((job, of) -> items.put(job, new Item(of.runs(), 0)));
    if (batches.put(batch, items) != null) {
      throw new AssertionError("batch " + batch + " is made twice");
    }
  }

  /** Returns for how many runs of a job there is material, as far as this party knows. */
  long runs(String job) {
    return batches.keySet().stream()
        .filter(batch -> !excluded.contains(batch))
        .mapToLong(batch -> left(batch, job))
        .sum();
  }

  private long left(String batch, String job) {
    Item item = batches.get(batch).getOrDefault(job, new Item(0, 0));
    return item.made() - item.used();
  }

  /** Returns whether a refill is more than this party wants to keep. */
  boolean refuses(LogEntry.Make make) {
    return make.amounts().entrySet().stream()
        .anyMatch(
            each -> {
              long more = each.getValue().runs();
              return more == 0 || more > HIGH || runs(each.getKey()) + more > 2 * HIGH;
            });
  }

  /** Returns what this party says of its batches: a line for each and job. */
  byte[] said() {
    StringBuilder text = new StringBuilder();
    batches.forEach(
        (batch, items) ->
            items.forEach((job, of) -> text.append("%s %s %d\n".formatted(batch, job, of.used()))));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Agrees with all parties; returns the batches that all have.
   *
   * @param said by party, what each has said
   */
  List<String> agree(int self, byte[][] said) {
    TreeSet<String> common = new TreeSet<>(batches.keySet());
    for (byte[] each : said) {
      Set<String> theirs = new HashSet<>();
      for (String[] words : lines(each)) {
        theirs.add(words[0]);
        if (batches.containsKey(words[0])) {
          batches.get(words[0]).computeIfPresent(words[1], (job, of) -> of.at(used(words)));
        }
      }
      common.retainAll(theirs);
    }
    for (String[] words : lines(said[self])) { // no batch that has come since
      excluded.add(words[0]);
    }
    excluded.removeAll(common);
    return List.copyOf(common);
  }

  private static List<String[]> lines(byte[] said) {
    String text = new String(said, StandardCharsets.UTF_8);
    return text.lines().map(line -> line.split(" ")).toList();
  }

  private static long used(String[] words) {
    return Long.parseLong(words[2]);
  }

  /**
   * Takes material for a run from the first batch that has any.
   *
   * @return what was taken: its batch, job and position
   */
  Optional<String> take(List<String> agreed, String job) {
    for (String batch : agreed) {
      if (left(batch, job) > 0) {
        Item item = batches.get(batch).get(job);
        batches.get(batch).put(job, item.at(item.used() + 1));
        return Optional.of(batch + " " + job + " " + item.used());
      }
    }
    return Optional.empty();
  }
}
