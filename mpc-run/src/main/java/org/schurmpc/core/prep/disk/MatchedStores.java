package org.schurmpc.core.prep.disk;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.MaterialKind;

/**
 * Holds the batches that the stores of all parties have in common, each with the items that an
 * evaluation would use: the items that all parties have and none has used.
 */
final class MatchedStores {
  private final List<Batch> batches = new ArrayList<>();
  private final List<String> unmatched = new ArrayList<>();

  /** Represents a batch that all parties have, and the ranges of the items that all have left. */
  record Batch(List<DiskPrepStore> parties, Map<MaterialKind, Range> left) {
    /** Returns the header of the first party. */
    StoreHeader header() {
      return parties.get(0).header();
    }

    List<Path> folders() {
      return parties.stream().map(DiskPrepStore::folder).toList();
    }

    String names() {
      return MatchedStores.names(folders());
    }
  }

  /** Represents the items from one position up to another one. */
  record Range(long from, long to) {
    long items() {
      return to - from;
    }
  }

  /**
   * Matches the batches of all stores, without reading material.
   *
   * @param stores of all parties, in any order
   * @throws Refused if they are not the stores of all parties of one computation
   * @throws BadFile if batches with the same id have contradictory headers
   */
  MatchedStores(List<StoreDirectory> stores) throws MpcException {
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

  /** Returns folders as a list in a sentence. */
  static String names(List<Path> folders) {
    return folders.stream().map(Path::toString).collect(Collectors.joining(" and "));
  }

  /** Returns the batches, those without items left and destroyed ones included. */
  List<Batch> batches() {
    return batches;
  }

  /**
   * Returns a sentence for each batch that not all parties have, that was destroyed, or that has
   * items left at some parties only: no evaluation uses such items, and they are not checked.
   */
  List<String> unmatched() {
    return List.copyOf(unmatched);
  }
}
