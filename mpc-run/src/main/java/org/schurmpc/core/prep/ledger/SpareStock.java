package org.schurmpc.core.prep.ledger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.schurmpc.core.prep.disk.KeyName;

/**
 * Lists what moves values from keys to others: of each key the spares, by the entries of {@link
 * SetHistory}, and how many of them are used. For the lock of its owner.
 */
final class SpareStock {
  /** Number of spares of a key that may stay beside the latest ones: each has many. */
  private static final int MOST = 100;

  private final SortedMap<KeyName, List<Spares>> byKey = new TreeMap<>(); // the oldest first

  /**
   * Spares of a key that were set aside together.
   *
   * @param id equal at all parties, 64 hex digits
   * @param count how many there are
   * @param used how many of them are used, from the first on
   */
  record Spares(String id, String blob, int count, int used) {
    Spares {
      boolean right = id.matches("[0-9a-f]{64}") && blob.matches("[0-9a-f]{64}");
      if (!right || used < 0 || count < 1 || used > count) {
        throw new IllegalArgumentException("no spares: " + id);
      }
    }
  }

  /** Applies {@code sets spares KEY ID BLOB N}. */
  void add(String[] words) {
    Spares spares = new Spares(words[3], words[4], Integer.parseInt(words[5]), 0);
    byKey.computeIfAbsent(KeyName.parse(words[2]), none -> new ArrayList<>()).add(spares);
  }

  /** Applies another entry, and returns the blobs that are not needed any more. */
  List<String> apply(String[] words) {
    KeyName key = KeyName.parse(words[2]);
    List<Spares> all = byKey.getOrDefault(key, new ArrayList<>());
    List<String> blobs = new ArrayList<>();
    int at = indexOf(all, words[3]);
    if (at < 0) {
      return blobs; // destroyed with its key
    }
    switch (words[1]) {
      case "spare" -> {
        Spares now = all.get(at);
        int used = Math.max(now.used, Math.addExact(Integer.parseInt(words[4]), 1));
        all.set(at, new Spares(now.id, now.blob, now.count, used));
      }
      case "latest" -> {
        int over = at - MOST;
        for (Spares each : List.copyOf(all.subList(0, at))) {
          if (over-- > 0 || each.used == each.count) {
            all.remove(each);
            blobs.add(each.blob);
          }
        }
      }
      default -> blobs.add(all.remove(at).blob);
    }
    if (all.isEmpty()) {
      byKey.remove(key);
    }
    return blobs;
  }

  private static int indexOf(List<Spares> all, String id) {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).id.equals(id)) {
        return i;
      }
    }
    return -1;
  }

  /** Removes all spares of a key, and returns their blobs. */
  Collection<String> remove(KeyName key) {
    List<Spares> all = byKey.remove(key);
    return all == null ? List.of() : all.stream().map(Spares::blob).toList();
  }

  List<Spares> of(KeyName key) {
    return List.copyOf(byKey.getOrDefault(key, List.of()));
  }

  Set<KeyName> keys() {
    return new TreeSet<>(byKey.keySet());
  }

  /** Returns the entries of the current state. */
  List<String> state() {
    List<String> all = new ArrayList<>();
    byKey.forEach(
        (key, list) -> {
          for (Spares each : list) {
            String name = key + " " + each.id;
            all.add("sets spares %s %s %d".formatted(name, each.blob, each.count));
            if (each.used > 0) {
              all.add("sets spare %s %d".formatted(name, each.used - 1));
            }
          }
        });
    return all;
  }
}
