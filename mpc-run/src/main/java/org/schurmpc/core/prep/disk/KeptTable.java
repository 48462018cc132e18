package org.schurmpc.core.prep.disk;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.abort.Remedy;

/**
 * Decides from the statements of all parties which version of the memory a run begins with. Never a
 * version that was revealed and not committed since, unless all operators ask for it; never the
 * next one unless all parties hold it.
 */
final class KeptTable {
  /** Stands for new memory, all zeros. */
  static final long NEW = -1;

  private final List<KeptStatement> all;
  private final long base;

  private KeptTable(List<KeptStatement> all) {
    this.all = all;
    this.base = all.stream().mapToLong(KeptStatement::version).min().orElseThrow();
  }

  /**
   * Decides on a version.
   *
   * @param all the statements, by party
   * @return the version, or {@link #NEW}
   * @throws Disagreement if the memories do not fit each other
   * @throws Refused if values were revealed in a run that was not committed
   */
  static long decide(List<KeptStatement> all) throws MpcException {
    return new KeptTable(all).decide();
  }

  private long decide() throws MpcException {
    requireOneReset();
    if (all.stream().allMatch(KeptStatement::fresh) && (differInId() || absent(0))) {
      requireNoReset(0);
      return NEW;
    }
    requireSameMemory();
    long version = version();
    requireSameContent(version);
    return version;
  }

  private void requireOneReset() throws Disagreement {
    for (KeptStatement each : all) {
      if (!each.reset().equals(all.get(0).reset())) {
        throw new Disagreement("the parties differ in the version of the memory to go back to");
      }
    }
  }

  /** Refuses what operators ask for where no values were revealed: they are mistaken. */
  private void requireNoReset(long version) throws Refused {
    if (all.get(0).reset().isPresent()) {
      throw new Refused(
          "the memory stands at version %d, which is not lost: there is nothing to go back from"
              .formatted(version));
    }
  }

  private boolean absent(int party) {
    return all.get(party).id().isEmpty();
  }

  private boolean differInId() {
    return all.stream().anyMatch(each -> !each.id().equals(all.get(0).id()));
  }

  private void requireSameMemory() throws Disagreement {
    for (int party = 0; party < all.size(); party++) {
      if (absent(party)) {
        throw new Disagreement(
            "party %d has no memory, and another party has: the folders do not fit"
                .formatted(party + 1));
      }
    }
    if (differInId()) {
      throw new Disagreement("the parties have memory that was not kept together");
    }
  }

  private long version() throws MpcException {
    boolean apart = all.stream().anyMatch(each -> each.version() != base);
    if (apart && !all.stream().allMatch(this::holdsNext)) {
      throw new Disagreement(
          "the parties' memories stand at different versions: a copy was put back, or a party lies");
    }
    // If some party has committed the next version, all had prepared it.
    boolean next = apart || all.stream().allMatch(each -> each.phase().prepared());
    if (next || all.stream().noneMatch(each -> each.phase().revealed())) {
      long version = next ? base + 1 : base;
      requireNoReset(version);
      return version;
    }
    OptionalLong asked = all.get(0).reset();
    if (!asked.equals(OptionalLong.of(base))) {
      throw new Refused(
          "the memory is lost: a run of version %d revealed values and was not completed; unless"
                  .formatted(base)
              + " all operators ask for this version, it is not used again"
              + (asked.isEmpty() ? "" : ", and what is asked for is " + asked.getAsLong()),
          Remedy.ASK_FOR_MEMORY);
    }
    return base;
  }

  /** Returns whether a party has prepared or committed the version after the base. */
  private boolean holdsNext(KeptStatement each) {
    return each.version() == base
        ? each.phase().prepared()
        : each.version() == base + 1 && each.phase() == KeptPhase.COMMITTED;
  }

  private void requireSameContent(long version) throws Disagreement {
    Optional<String> first = digest(all.get(0), version);
    for (KeptStatement each : all) {
      if (!digest(each, version).equals(first)) {
        throw new Disagreement("the parties differ in the clear memory of version " + version);
      }
    }
  }

  private static Optional<String> digest(KeptStatement of, long version) {
    return of.version() == version ? Optional.of(of.digest()) : of.next();
  }
}
