package org.schurmpc.core.prep.disk;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialKind;

/**
 * Combines the stores of all parties and verifies every relation of every remaining item. <b>This
 * reveals everything</b>: whoever runs the verification has all keys and masks at once. No item is
 * used up.
 *
 * <p>The remaining items are those that an evaluation would use: the items that all parties have
 * and none has used.
 */
public final class StoreVerification {
  private final List<Batch> batches = new ArrayList<>();
  private final List<String> unmatched = new ArrayList<>();
  private final Checkers checkers;

  /** Finds the checker of a batch's material. */
  public interface Checkers {
    /**
     * Returns the checker of a batch.
     *
     * @param keys the MAC keys by party
     */
    MaterialChecker of(StoreHeader header, List<long[]> keys) throws MpcException;
  }

  /** Receives the progress of a verification. */
  public interface Progress {
    /**
     * Reports progress after some items were checked.
     *
     * @param bytes the bytes of one party's material that were checked so far
     */
    void at(long bytes);
  }

  /**
   * Describes the first violated relation.
   *
   * @param batches the folders of the batch, by party
   * @param item the item's position in the batch, counted from 0 and including used items
   */
  public record Violation(List<Path> batches, MaterialKind kind, long item, String relation) {
    @Override
    public String toString() {
      return "%s: '%s', item %,d: %s".formatted(names(batches), kind.name(), item, relation);
    }
  }

  /**
   * Holds the result of a verification.
   *
   * @param batches the number of batches with items that were checked
   * @param checked the number of checked items of each kind
   * @param skipped a sentence for each test for which a batch has too few items
   * @param violation the violation at which the verification ended, if any
   */
  public record Outcome(
      int batches,
      Map<MaterialKind, Long> checked,
      List<String> skipped,
      Optional<Violation> violation) {}

  /** Represents a batch that all parties have, and the ranges of the items that all have left. */
  private record Batch(List<DiskPrepStore> parties, Map<MaterialKind, Range> left) {
    List<Path> folders() {
      return parties.stream().map(DiskPrepStore::folder).toList();
    }
  }

  private record Range(long from, long to) {}

  private StoreVerification(Checkers checkers) {
    this.checkers = checkers;
  }

  /**
   * Matches the batches of all stores, without reading material.
   *
   * @param stores of all parties, in any order; the caller closes them
   * @throws Refused if they are not the stores of all parties of one computation
   * @throws BadFile if batches with the same id have contradictory headers
   */
  public static StoreVerification of(List<StoreDirectory> stores, Checkers checkers)
      throws MpcException {
    StoreVerification verification = new StoreVerification(checkers);
    verification.match(stores);
    return verification;
  }

  private void match(List<StoreDirectory> stores) throws MpcException {
    List<Map<String, DiskPrepStore>> byId = new ArrayList<>();
    Set<String> ids = new LinkedHashSet<>();
    for (StoreDirectory store : stores) {
      byId.add(byId(store));
      ids.addAll(byId.get(byId.size() - 1).keySet());
    }
    for (String id : ids) {
      List<DiskPrepStore> having = new ArrayList<>();
      List<Path> lacking = new ArrayList<>();
      for (int i = 0; i < stores.size(); i++) {
        if (byId.get(i).containsKey(id)) {
          having.add(byId.get(i).get(id));
        } else {
          lacking.add(stores.get(i).folder());
        }
      }
      if (lacking.isEmpty()) {
        add(having);
      } else {
        List<Path> folders = having.stream().map(DiskPrepStore::folder).toList();
        unmatched.add(names(folders) + " has no counterpart in " + names(lacking));
      }
    }
    if (batches.isEmpty()) {
      throw new Refused(
          names(stores.stream().map(StoreDirectory::folder).toList())
              + " have no batch in common: name the stores of all parties that were filled"
              + " together");
    }
  }

  private static Map<String, DiskPrepStore> byId(StoreDirectory store) throws BadFile {
    Map<String, DiskPrepStore> byId = new LinkedHashMap<>();
    for (DiskPrepStore batch : store.batches()) {
      DiskPrepStore other = byId.put(batch.header().id(), batch);
      if (other != null) {
        throw new BadFile(other.folder() + " and " + batch.folder() + " are one batch twice");
      }
    }
    return byId;
  }

  private void add(List<DiskPrepStore> having) throws MpcException {
    List<DiskPrepStore> parties =
        having.stream().sorted(Comparator.comparingInt(batch -> batch.header().party())).toList();
    requireAllParties(parties);
    requireSame(parties, "protocol", StoreHeader::protocol);
    requireSame(parties, "material", StoreHeader::material);
    requireSame(parties, "certificates", StoreHeader::certificates);
    requireSame(parties, "circuit", StoreHeader::circuit);
    requireSame(parties, "key", StoreHeader::key);
    requireSame(parties, "insecure", StoreHeader::insecure);
    Map<MaterialKind, Range> left = new LinkedHashMap<>();
    List<DiskPrepStore> burnt = parties.stream().filter(DiskPrepStore::burnt).toList();
    if (burnt.isEmpty()) {
      Set<MaterialKind> kinds = new LinkedHashSet<>();
      parties.forEach(party -> kinds.addAll(party.kinds()));
      kinds.forEach(kind -> addLeft(kind, parties, left));
    } else {
      burnt.forEach(batch -> unmatched.add(batch.folder() + " was destroyed"));
    }
    batches.add(new Batch(parties, left));
  }

  private static void requireAllParties(List<DiskPrepStore> parties) throws Refused {
    DiskPrepStore first = parties.get(0);
    if (first.header().parties() != parties.size()) {
      throw new Refused(
          "%s is for %d parties: name the store of each, once"
              .formatted(first.folder(), first.header().parties()));
    }
    for (int i = 1; i < parties.size(); i++) {
      DiskPrepStore one = parties.get(i - 1);
      if (one.header().party() == parties.get(i).header().party()) {
        throw new Refused(
            "%s and %s both are party %d's: name the store of each party, once"
                .formatted(one.folder(), parties.get(i).folder(), one.header().party() + 1));
      }
    }
  }

  private static void requireSame(
      List<DiskPrepStore> parties, String what, Function<StoreHeader, Object> of) throws BadFile {
    DiskPrepStore first = parties.get(0);
    for (DiskPrepStore other : parties) {
      if (!of.apply(other.header()).equals(of.apply(first.header()))) {
        throw new BadFile(
            "%s and %s have one id, but their headers differ in %s: one of them is not what was made"
                .formatted(first.folder(), other.folder(), what));
      }
    }
  }

  private void addLeft(
      MaterialKind kind, List<DiskPrepStore> parties, Map<MaterialKind, Range> left) {
    long from = parties.stream().mapToLong(party -> party.used(kind)).max().orElseThrow();
    long to = parties.stream().mapToLong(party -> party.made(kind)).min().orElseThrow();
    long common = Math.max(0, to - from);
    if (common > 0) {
      left.put(kind, new Range(from, to));
    }
    for (DiskPrepStore party : parties) {
      long alone = party.made(kind) - party.used(kind) - common;
      if (alone > 0) {
        unmatched.add(
            "%,d items of '%s' in %s have no counterpart left"
                .formatted(alone, kind.name(), party.folder()));
      }
    }
  }

  private static String names(List<Path> folders) {
    return folders.stream().map(Path::toString).collect(Collectors.joining(" and "));
  }

  /**
   * Returns a sentence for each batch that not all parties have, that was destroyed, or that has
   * items left at some parties only: no evaluation uses such items, and they are not checked.
   */
  public List<String> unmatched() {
    return List.copyOf(unmatched);
  }

  /**
   * Returns a batch that was not generated by a dealer, if any: only its parties know its content,
   * each its own part.
   */
  public Optional<Path> secret() {
    return batches.stream()
        .flatMap(batch -> batch.parties().stream())
        .filter(batch -> !batch.header().insecure())
        .map(DiskPrepStore::folder)
        .findFirst();
  }

  /** Returns the size in bytes of the material to check, at one party. */
  public long bytes() {
    long bytes = 0;
    for (Batch batch : batches) {
      for (Map.Entry<MaterialKind, Range> part : batch.left().entrySet()) {
        long items = part.getValue().to() - part.getValue().from();
        bytes += items * part.getKey().longsPerItem() * Long.BYTES;
      }
    }
    return bytes;
  }

  /**
   * Checks all remaining items, up to the first violated relation.
   *
   * @throws BadFile if a file was changed on disk, or is no material of the protocol
   * @throws Refused if the protocol cannot check its material
   */
  public Outcome run(Progress progress) throws MpcException {
    requireOneKeyEach();
    Map<MaterialKind, Long> checked = new LinkedHashMap<>();
    List<String> skipped = new ArrayList<>();
    int used = 0;
    long bytes = 0;
    for (Batch batch : batches) {
      if (batch.left().isEmpty()) {
        continue; // its keys may be gone
      }
      used++;
      MaterialChecker checker = checker(batch);
      for (Map.Entry<MaterialKind, Range> part : batch.left().entrySet()) {
        Walk walk = new Walk(batch, part.getKey(), part.getValue(), checker);
        try {
          while (walk.items() > 0) {
            long before = walk.at;
            Optional<Violation> violation = walk.checkSome();
            checked.merge(part.getKey(), walk.at - before, Long::sum);
            if (violation.isPresent()) {
              return new Outcome(used, checked, skipped, violation);
            }
            bytes += (walk.at - before) * part.getKey().longsPerItem() * Long.BYTES;
            progress.at(bytes);
          }
        } finally {
          walk.wipe();
        }
      }
      checker.skipped().forEach(why -> skipped.add(names(batch.folders()) + ": " + why));
    }
    return new Outcome(used, checked, skipped, Optional.empty());
  }

  /** Requires that batches that name one key are under the same keys, even if nothing is left. */
  private void requireOneKeyEach() throws MpcException {
    Map<String, List<DiskPrepStore>> first = new LinkedHashMap<>();
    for (Batch batch : batches) {
      Optional<String> key = batch.parties().get(0).header().key();
      if (key.isPresent() && batch.parties().stream().allMatch(DiskPrepStore::keepsKey)) {
        List<DiskPrepStore> before = first.putIfAbsent(key.get(), batch.parties());
        for (int party = 0; before != null && party < before.size(); party++) {
          requireSameKeys(before.get(party), batch.parties().get(party));
        }
      }
    }
  }

  private static void requireSameKeys(DiskPrepStore one, DiskPrepStore other) throws MpcException {
    one.openKeys();
    other.openKeys();
    if (!Secrets.equal(one.keys(one.header().material()), other.keys(other.header().material()))) {
      throw new BadFile(
          "%s and %s name one key, but hold different ones"
              .formatted(one.folder(), other.folder()));
    }
  }

  private MaterialChecker checker(Batch batch) throws MpcException {
    List<long[]> keys = new ArrayList<>();
    for (DiskPrepStore party : batch.parties()) {
      party.openKeys();
      keys.add(party.keys(party.header().material()));
    }
    MaterialChecker checker = checkers.of(batch.parties().get(0).header(), keys);
    for (MaterialKind kind : batch.left().keySet()) {
      if (!checker.knows(kind)) {
        throw new BadFile(
            "%s hold '%s', which is no material for '%s'"
                .formatted(
                    names(batch.folders()),
                    kind.name(),
                    batch.parties().get(0).header().material()));
      }
    }
    return checker;
  }

  /** Iterates over the items of one kind at all parties, whose portions may differ. */
  private static final class Walk {
    private final Batch batch;
    private final MaterialKind kind;
    private final MaterialChecker checker;
    private final long end;
    private final long[][] data;
    private final int[] offsets;
    private final int[] read; // number of items in memory, by party, from the offset on
    private long at;

    Walk(Batch batch, MaterialKind kind, Range range, MaterialChecker checker) {
      int parties = batch.parties().size();
      this.batch = batch;
      this.kind = kind;
      this.checker = checker;
      this.at = range.from();
      this.end = range.to();
      this.data = new long[parties][DiskPrepStore.peekLongs(kind)];
      this.offsets = new int[parties];
      this.read = new int[parties];
    }

    /** Returns the number of items left. */
    long items() {
      return end - at;
    }

    /**
     * Checks the items that are in memory at all parties, after reading items where there are none.
     */
    Optional<Violation> checkSome() throws MpcException {
      long now = items();
      for (int party = 0; party < read.length; party++) {
        if (read[party] == 0) {
          Lease lease = batch.parties().get(party).peek(kind, at, data[party]);
          offsets[party] = lease.offset();
          read[party] = lease.items();
        }
        now = Math.min(now, read[party]);
      }
      for (int i = 0; i < now; i++) {
        Optional<String> broken = checker.check(kind, data, offsets);
        if (broken.isPresent()) {
          return Optional.of(new Violation(batch.folders(), kind, at, broken.get()));
        }
        for (int party = 0; party < read.length; party++) {
          offsets[party] += kind.longsPerItem();
          read[party]--;
        }
        at++;
      }
      return Optional.empty();
    }

    void wipe() {
      Arrays.stream(data).forEach(Secrets::wipe);
    }
  }
}
