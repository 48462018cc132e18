package org.schurmpc.service.control;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Party 1's view of the material of stocks: what all parties say of theirs, and what to make next.
 * What the party with the least has counts, since no run uses what a party lacks.
 *
 * <p>Pure, as {@link Sequencer} is.
 */
final class MaterialPlan {
  private final Rulebook rules;
  private final int parties;
  private final Map<String, Message.Stock[]> stocks = new TreeMap<>(); // by party
  private final Map<String, Long> making = new HashMap<>(); // number of the last entry by stock
  private final Map<String, Set<String>> filling = new HashMap<>(); // jobs below their high marks
  private final Map<String, Long> notBefore = new HashMap<>();

  MaterialPlan(Rulebook rules, int parties) {
    this.rules = rules;
    this.parties = parties;
  }

  /** Ends the line: all parties say again what they have. */
  void lost() {
    stocks.clear();
    making.clear();
  }

  void told(int from, Message.Stock stock) {
    if (stocks.containsKey(stock.stock()) || stocks.size() < LogEntry.MOST) {
      stocks.computeIfAbsent(stock.stock(), name -> new Message.Stock[parties])[from] = stock;
    }
  }

  /** Notes that all parties make material. */
  void begun(LogEntry.Make make) {
    making.put(make.stock(), make.number());
  }

  /** Waits before a stock is filled whose refill a party refused. */
  void refused(String stock, long until) {
    notBefore.put(stock, until);
  }

  /** Returns the stocks of which all parties have said what they have, and none makes more. */
  private boolean isKnown(Message.Stock[] all) {
    return Arrays.stream(all).allMatch(Objects::nonNull);
  }

  /** Returns whether a party may be making material of a stock. */
  boolean isMaking(String stock) {
    Long number = making.get(stock);
    Message.Stock[] all = stocks.get(stock);
    return number != null
        && (all == null
            || !isKnown(all)
            || Arrays.stream(all).anyMatch(each -> each.made() < number));
  }

  /**
   * Returns whether a run of a job waits for material: a party has said that there is none for it.
   * It does not wait if another party has all that it keeps, and so refuses more. Then what that
   * party has is in batches that others lack. It sees this when the parties agree on their batches,
   * which is at the start of a run.
   */
  boolean isLacking(JobTerms job) {
    Message.Stock[] all = stocks.get(job.stock());
    if (all == null) {
      return false;
    }
    List<Message.Level> levels =
        Arrays.stream(all)
            .filter(Objects::nonNull)
            .flatMap(each -> Optional.ofNullable(each.levels().get(job.name())).stream())
            .toList();
    return levels.stream().anyMatch(level -> level.runs() == 0)
        && levels.stream().allMatch(level -> level.room() > 0);
  }

  Set<String> stocks() {
    return stocks.keySet();
  }

  /** Returns the material of a stock that is made next, by job; empty if there is none. */
  Optional<SortedMap<String, LogEntry.Amount>> next(String stock, long now) {
    Message.Stock[] all = stocks.get(stock);
    if (all == null
        || !isKnown(all)
        || isMaking(stock)
        || now < notBefore.getOrDefault(stock, 0L)) {
      return Optional.empty();
    }
    TreeMap<String, LogEntry.Amount> wanted = new TreeMap<>();
    for (String job : all[0].levels().keySet()) {
      if (Arrays.stream(all).allMatch(each -> each.levels().containsKey(job))
          && rules.job(job).isPresent()
          && !rules.isSuspended(job)) {
        want(stock, job, all, wanted);
      }
    }
    SortedMap<String, LogEntry.Amount> portion =
        wanted.isEmpty() ? new TreeMap<>() : rules.portion(stock, wanted);
    return portion.isEmpty() ? Optional.empty() : Optional.of(portion);
  }

  private void want(
      String stock, String job, Message.Stock[] all, Map<String, LogEntry.Amount> wanted) {
    Set<String> jobs = filling.computeIfAbsent(stock, name -> new HashSet<>());
    long least = Long.MAX_VALUE;
    long most = Long.MAX_VALUE;
    long masks = 0;
    long room = Long.MAX_VALUE;
    boolean low = false;
    for (Message.Stock each : all) {
      Message.Level level = each.levels().get(job);
      least = Math.min(least, level.runs());
      most = Math.min(most, level.high());
      room = Math.min(room, level.room());
      masks = Math.max(masks, level.masks());
      low |= level.isLow();
    }
    long runs = 0;
    if (least >= most || !(low || jobs.contains(job))) {
      jobs.remove(job);
    } else {
      jobs.add(job);
      runs = Math.max(0, Math.min(most - least, room)); // no party refuses that much
    }
    if (runs > 0 || masks > 0) {
      wanted.put(job, new LogEntry.Amount(runs, masks));
    }
  }
}
