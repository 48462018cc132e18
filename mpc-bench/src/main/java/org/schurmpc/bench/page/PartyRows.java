package org.schurmpc.bench.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.schurmpc.bench.control.Contact;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.monitor.Failure;
import org.schurmpc.core.session.Phase;

/** Records how far the parties have come, and the counters of their last run. */
final class PartyRows {
  /** Maximum number of parties that a state has; those that failed come first. */
  static final int SHOWN = 64;

  private static final double NANOS_PER_MS = 1e6;

  private static final class Row {
    private PartyState state = PartyState.CONNECTING;
    private Contact contact;
    private String sentence;
    private RunFigures last;
  }

  private final Map<Role, Row> rows = new LinkedHashMap<>();
  private final boolean named;

  /**
   * Creates rows of parties that are still to call.
   *
   * @param instances the number of instances; with one, names leave the instance out
   */
  PartyRows(Collection<Role> roles, int instances) {
    roles.forEach(role -> rows.put(role, new Row()));
    this.named = instances > 1;
  }

  synchronized void called(Role role, Contact contact) {
    rows.get(role).contact = contact;
    move(role, PartyState.PREPARING);
  }

  /** Changes the state of a party whose work is not over, if the run has such a party. */
  synchronized void move(Role role, PartyState state) {
    Row row = rows.get(role);
    if (row != null && !row.state.isOver()) {
      row.state = state;
    }
  }

  synchronized void reported(Role role, RunFigures figures) {
    rows.get(role).last = figures;
  }

  /** Records a failure of parties whose work is not over, if the run has such parties. */
  synchronized void failed(Failure failure) {
    PartyState state =
        failure.kind() == Failure.Kind.REPORTED ? PartyState.FAILED : PartyState.LOST;
    for (Role role : failure.roles()) {
      Row row = rows.get(role);
      if (row != null && !row.state.isOver()) {
        row.state = state;
        row.sentence = failure.sentence();
      }
    }
  }

  /** Returns the number of parties, the dealer included. */
  int count() {
    return rows.size();
  }

  /** Returns the rows, at most {@link #SHOWN}. */
  synchronized List<PageState.Party> states() {
    long now = System.nanoTime();
    Stream<Map.Entry<Role, Row>> shown = rows.entrySet().stream();
    if (rows.size() > SHOWN) {
      shown = shown.sorted(Comparator.comparing(entry -> !isGone(entry.getValue()))).limit(SHOWN);
    }
    return shown.map(entry -> state(entry.getKey(), entry.getValue(), now)).toList();
  }

  private static boolean isGone(Row row) {
    return row.state == PartyState.LOST || row.state == PartyState.FAILED;
  }

  private PageState.Party state(Role role, Row row, long now) {
    boolean over = row.state.isOver();
    boolean hears = row.contact != null && (isGone(row) || (!over && row.contact.awaited()));
    Long heard =
        hears ? TimeUnit.NANOSECONDS.toSeconds(Math.max(0, now - row.contact.heardNanos())) : null;
    return new PageState.Party(
        name(role),
        row.state.label(),
        heard,
        row.contact != null && !over && !hears,
        row.sentence,
        row.last == null ? null : sum(row.last.bytesSent()),
        row.last == null ? null : sum(row.last.rounds()),
        row.last == null ? null : waited(row.last));
  }

  private String name(Role role) {
    if (role.isDealer()) {
      return "Dealer";
    }
    String party = "Party " + (role.party() + 1);
    return named ? party + ", instance " + (role.instance() + 1) : party;
  }

  private static long sum(Map<Phase, Long> counters) {
    return counters.values().stream().mapToLong(Long::longValue).sum();
  }

  private static Double waited(RunFigures figures) {
    long all = sum(figures.nanos());
    return all <= 0 ? null : Math.min(1, Math.max(0, (double) sum(figures.waitNanos()) / all));
  }

  /** Returns the figures of the last run by phase, without phases in which nothing happens. */
  synchronized List<PageState.PhaseRow> phases() {
    List<RunFigures> all =
        rows.values().stream().filter(row -> row.last != null).map(row -> row.last).toList();
    List<PageState.PhaseRow> result = new ArrayList<>();
    Set<Phase> phases = EnumSet.complementOf(EnumSet.of(Phase.SETUP));
    for (Phase phase : phases) {
      long nanos = all.stream().mapToLong(each -> of(each.nanos(), phase)).max().orElse(0);
      long bytes = all.stream().mapToLong(each -> of(each.bytesSent(), phase)).sum();
      long rounds = all.stream().mapToLong(each -> of(each.rounds(), phase)).max().orElse(0);
      if (nanos > 0 || bytes > 0) {
        String name = phase.label().replace('_', ' ');
        result.add(new PageState.PhaseRow(name, nanos / NANOS_PER_MS, bytes, rounds));
      }
    }
    return result;
  }

  private static long of(Map<Phase, Long> counters, Phase phase) {
    return counters.getOrDefault(phase, 0L);
  }
}
