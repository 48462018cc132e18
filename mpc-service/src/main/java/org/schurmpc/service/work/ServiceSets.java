package org.schurmpc.service.work;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.prep.ledger.KeptSets;
import org.schurmpc.core.prep.ledger.SetUse;
import org.schurmpc.core.prep.ledger.SetVersion;
import org.schurmpc.service.config.PortUse;
import org.schurmpc.service.state.Code;
import org.schurmpc.service.state.Refusal;
import org.schurmpc.service.state.Work;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The kept sets of a service beside its runs: what jobs may use, what is shown, and drops. */
final class ServiceSets {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceSets.class);
  private static final long DROP_SECONDS = 60;
  private static final int FEW_MOVES = 2;

  private final KeptSets sets;
  private final CoreState state;
  private final Map<String, CompletableFuture<Void>> drops = new ConcurrentHashMap<>();

  ServiceSets(KeptSets sets, CoreState state) {
    this.sets = sets;
    this.state = state;
  }

  // ---------------------------------------------------------------- jobs

  /**
   * Returns why jobs cannot run, by name: those that use a set otherwise than a job before, in the
   * order of the names.
   */
  static SortedMap<String, String> complaints(Collection<PlannedJob> jobs) {
    SortedMap<String, PlannedJob> byName = byName(jobs);
    SortedMap<String, PlannedJob> first = new TreeMap<>(); // by set
    SortedMap<String, String> complaints = new TreeMap<>();
    for (PlannedJob job : byName.values()) {
      for (SetPort set : job.sets()) {
        PlannedJob before = first.putIfAbsent(set.name(), job);
        if (before != null) {
          difference(set, job, before)
              .ifPresent(why -> complaints.putIfAbsent(job.job().name(), why));
        }
      }
    }
    return complaints;
  }

  private static SortedMap<String, PlannedJob> byName(Collection<PlannedJob> jobs) {
    SortedMap<String, PlannedJob> byName = new TreeMap<>();
    jobs.forEach(job -> byName.put(job.job().name(), job));
    return byName;
  }

  private static Optional<String> difference(SetPort set, PlannedJob job, PlannedJob before) {
    SetPort other =
        before.sets().stream()
            .filter(each -> each.name().equals(set.name()))
            .findFirst()
            .orElseThrow();
    String what = "";
    if (!job.job().stock().equals(before.job().stock())) {
      what = "takes it from the stock '%s', and".formatted(before.job().stock());
    } else if (other.kind() != set.kind()) {
      what = "has it as a %s, and".formatted(word(other.kind()));
    } else if (!other.type().equals(set.type())) {
      what = "has it as %s, and".formatted(other.type());
    }
    return what.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Job '%s' uses the set '%s' otherwise than job '%s', which %s a set has one of these."
                .formatted(job.job().name(), set.name(), before.job().name(), what));
  }

  private static String word(SetUse.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns a sentence for each set that some job makes, and from which no job gives anything to
   * anybody: it is gone for good if its key is burnt.
   */
  static List<String> warnings(Collection<PlannedJob> jobs) {
    Set<String> made = new TreeSet<>();
    Set<String> given = new TreeSet<>();
    for (PlannedJob job : byName(jobs).values()) {
      boolean gives = job.job().outputs().stream().anyMatch(use -> use.kind() != PortUse.Kind.SET);
      for (SetPort set : job.sets()) {
        if (set.writes()) {
          made.add(set.name());
        }
        if (set.reads() && gives) {
          given.add(set.name());
        }
      }
    }
    made.removeAll(given);
    return made.stream()
        .map(
            set ->
                ("no job gives anything of the set '%s' to anybody: a failed check of its stock's"
                        + " key destroys it for good")
                    .formatted(set))
        .toList();
  }

  /**
   * Returns what is wrong with the first set that a job reads and that is not there or cannot be
   * used, and what to do; empty if there is none. Looks at no file.
   *
   * @param all the jobs of the service
   */
  Optional<String> lacks(PlannedJob job, Collection<PlannedJob> all) {
    for (SetPort set : job.sets()) {
      Optional<SetVersion> version = sets.version(set.name());
      boolean there = version.isPresent() || sets.destroyed(set.name()).isPresent();
      Optional<String> wrong = set.reads() ? wrong(set, version) : Optional.empty();
      if (wrong.isPresent()) {
        return Optional.of(wrong.get() + ". " + remedy(set.name(), there, all));
      }
    }
    return Optional.empty();
  }

  private Optional<String> wrong(SetPort set, Optional<SetVersion> version) {
    String what = "The set " + set.name();
    if (version.isEmpty()) {
      return sets.destroyed(set.name())
          .map(why -> why.sentence(what))
          .or(() -> Optional.of(what + " is not there"));
    }
    SetVersion is = version.get();
    if (set.kind() == SetUse.Kind.STATE && sets.isLost(set.name())) {
      return Optional.of(what + " is lost: a run of it revealed values and was not completed");
    }
    boolean fits = is.kind() == set.kind() && is.type().equals(set.type());
    return fits && is.count() == set.bits()
        ? Optional.empty()
        : Optional.of(
            "%s is a %s of %s, and the job reads a %s of %s"
                .formatted(what, word(is.kind()), is.type(), word(set.kind()), set.type()));
  }

  private static String remedy(String set, boolean there, Collection<PlannedJob> all) {
    List<String> makers =
        byName(all).values().stream()
            .filter(job -> job.sets().stream().anyMatch(each -> each.begins(set)))
            .map(job -> "'" + job.job().name() + "'")
            .toList();
    String makes =
        makers.isEmpty()
            ? "No job of this service makes it."
            : "Job %s makes it: ask for that first.".formatted(String.join(" or ", makers));
    return there ? "An operator of party 1 has to drop it. " + makes : makes;
  }

  // ---------------------------------------------------------------- what is shown

  List<Work.SetInfo> infos() {
    return sets.sets().stream()
        .filter(set -> sets.destroyed(set.name()).isEmpty())
        .map(set -> new Work.SetInfo(set.name(), word(set.kind()), set.type(), set.number()))
        .toList();
  }

  /** Returns lines of health: sets that are destroyed, or can soon not be moved any more. */
  List<Work.Health> health() {
    List<Work.Health> all = new ArrayList<>();
    for (SetVersion set : sets.sets()) {
      String name = "set " + set.name();
      Optional<String> destroyed =
          sets.destroyed(set.name()).map(why -> why.sentence("the set " + set.name()));
      if (destroyed.isPresent()) {
        all.add(new Work.Health(name, false, destroyed.get()));
      } else if (set.key().kind() == KeyName.Kind.BATCH
          && sets.movable().left(set.key()) <= FEW_MOVES) {
        String sentence =
            "%d moves from its key are left: run a job that reads it, while all parties are up"
                .formatted(sets.movable().left(set.key()));
        all.add(new Work.Health(name, false, sentence));
      }
    }
    return all;
  }

  /** Returns whether an input mask is under a key that the parties have. */
  boolean isUsable(long mask) {
    return usable().test(mask);
  }

  /** Returns a test for many masks, which asks once for each key whether it is gone. */
  LongPredicate usable() {
    Map<KeyName, Boolean> gone = new HashMap<>();
    return mask ->
        state.masks.key(mask).filter(key -> !gone.computeIfAbsent(key, sets::isGone)).isPresent();
  }

  // ---------------------------------------------------------------- ends

  /**
   * Waits for a drop through the log of the parties.
   *
   * @param ask asks party 1 to put it there
   */
  CompletableFuture<Void> drop(String set, Runnable ask) {
    if (sets.sets().stream().noneMatch(each -> each.name().equals(set))) {
      return CompletableFuture.failedFuture(
          new Refusal(Code.NO_SUCH_PATH, "There is no set of this name."));
    }
    CompletableFuture<Void> dropped = drops.computeIfAbsent(set, name -> new CompletableFuture<>());
    ask.run();
    return dropped
        .copy()
        .orTimeout(DROP_SECONDS, TimeUnit.SECONDS)
        .exceptionallyCompose(
            failure ->
                CompletableFuture.failedFuture(
                    failure.getCause() instanceof Refusal refusal
                        ? refusal
                        : new Refusal(
                            Code.SUSPENDED,
                            "The set is there until all parties are connected, and no run waits"
                                + " to be settled. Ask again then.")));
  }

  /** Drops a set, on which the parties have agreed in their log. */
  void dropped(String set) {
    Optional<CompletableFuture<Void>> waiting = Optional.ofNullable(drops.remove(set));
    try {
      sets.drop(set);
      waiting.ifPresent(each -> each.complete(null));
    } catch (MpcException e) {
      LOG.error("the set {} was not dropped: {}", set, e.getMessage());
      waiting.ifPresent(
          each -> each.completeExceptionally(new Refusal(Code.STORAGE, e.getMessage())));
    }
  }

  /** Notes that no check is under way, and deletes keys under which nothing is any more. */
  void rest() {
    try {
      sets.rest();
      sets.movable().tidy(state.masks.keys());
    } catch (BadFile e) {
      LOG.warn("{}", e.getMessage());
    }
  }
}
