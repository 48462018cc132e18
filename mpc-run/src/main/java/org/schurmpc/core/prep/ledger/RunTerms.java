package org.schurmpc.core.prep.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.prep.disk.KeyName;

/**
 * States what a run is; compared with all parties.
 *
 * @param digest of what the run computes, and of everything else that the parties have to agree on,
 *     such as requests and hashes of inputs; 64 hex digits
 * @param keys all keys that the run uses: a failed check of one of them ends the run
 * @param uses the sets that the run uses, each once
 * @param resets versions of states from which values were revealed, by name: this party's operator
 *     asks for them even so
 */
public record RunTerms(
    RunId id,
    String digest,
    SortedSet<KeyName> keys,
    List<SetUse> uses,
    SortedMap<String, Long> resets) {
  public RunTerms {
    keys = Collections.unmodifiableSortedSet(new TreeSet<>(keys));
    List<SetUse> sorted = new ArrayList<>(uses);
    sorted.sort(Comparator.comparing(SetUse::name));
    uses = List.copyOf(sorted);
    resets = Collections.unmodifiableSortedMap(new TreeMap<>(resets));
    Set<String> names = new HashSet<>();
    for (SetUse use : uses) {
      boolean known = keys.contains(use.key()) && keys.contains(use.readKey());
      if (!names.add(use.name()) || !known) {
        throw new IllegalArgumentException(
            "a run uses a set once, under one of its keys: " + use.name());
      }
    }
    if (!digest.matches("[0-9a-f]{64}")
        || resets.keySet().stream().anyMatch(n -> !names.contains(n))) {
      throw new IllegalArgumentException("no terms of a run");
    }
  }

  /** Creates the terms of a run for whose sets no operator asks for anything. */
  public RunTerms(RunId id, String digest, SortedSet<KeyName> keys, List<SetUse> uses) {
    this(id, digest, keys, uses, Collections.emptySortedMap());
  }

  /** Returns a hash of the terms without the wishes of this party's operator. */
  FieldHash hash() {
    FieldHash hash = new FieldHash("terms of a run").add(id.toString()).add(digest);
    hash.add(keys.size());
    keys.forEach(key -> hash.add(key.toString()));
    for (SetUse use : uses) {
      hash.add(use.name()).add(use.kind().word()).add(use.key().toString()).add(use.type());
      hash.add(use.count()).add((use.reads() ? "r" : "") + (use.writes() ? "w" : ""));
      hash.add(use.readKey().toString());
    }
    return hash;
  }
}
