package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.schurmpc.core.prep.disk.StoreSummary;

/**
 * Collects from the journals of two parties' stores which items of material each of them took, and
 * when: no item may be taken twice, and items that both took were taken for one use. An entry
 * {@code used 3=700} takes the items of kind 3 from its last position up to item 699; an entry
 * {@code left} skips items.
 */
final class StorePositions {
  private static final String JOURNAL = "journal";

  private final Path records;
  private final List<Map<String, List<String>>> journals = // by party; by batch
      List.of(new TreeMap<>(), new TreeMap<>());
  private int lostKeys;

  /** Items of one kind of a batch that were taken at once; {@code end} is excluded. */
  private record Span(long first, long end) {
    boolean meets(Span other) {
      return first < other.end && other.first < end;
    }
  }

  /**
   * Begins with nothing.
   *
   * @param records the folder of the parties' records of use
   */
  StorePositions(Path records) {
    this.records = records;
  }

  /**
   * Reads the journals of a store that no process writes now, and requires that everything is there
   * that was there before; returns whether the store's keys were destroyed.
   *
   * @param party counted from 1
   */
  boolean look(int party, Path store) throws Exception {
    boolean burnt = false;
    for (StoreSummary batch : StoreSummary.of(store, records)) {
      String text = Files.readString(batch.folder().resolve(JOURNAL));
      String whole = text.substring(0, text.lastIndexOf('\n') + 1); // a kill cuts a line
      List<String> lines = whole.lines().toList();
      List<String> before = journals.get(party - 1).put(batch.header().id(), lines);
      if (before != null) {
        assertEquals(before, lines.subList(0, before.size()), "an entry has changed");
      }
      burnt |= batch.burnt();
    }
    return burnt;
  }

  /** Counts a store whose keys a kill has cost. */
  void lost() {
    lostKeys++;
  }

  /** Returns the number of stores whose keys were lost. */
  int lostKeys() {
    return lostKeys;
  }

  /** Requires that nothing was taken twice, and returns how many spans and items were compared. */
  String requireDisjoint() {
    long spans = 0;
    long items = 0;
    long shared = 0;
    for (Map.Entry<String, List<String>> batch : journals.get(0).entrySet()) {
      Map<String, List<Span>> first = spans(batch.getValue());
      Map<String, List<Span>> second =
          spans(journals.get(1).getOrDefault(batch.getKey(), List.of()));
      for (Map.Entry<String, List<Span>> kind : first.entrySet()) {
        List<Span> others = second.getOrDefault(kind.getKey(), List.of());
        for (Span span : kind.getValue()) {
          spans++;
          items += span.end - span.first;
          for (Span other : others) {
            if (span.meets(other)) {
              assertEquals(span, other, "taken for two uses, of kind " + kind.getKey());
              shared++;
            }
          }
        }
      }
    }
    assertTrue(shared > 0, "nothing was taken by both");
    return "%,d items in %,d spans, %,d of them taken by both parties alike"
        .formatted(items, spans, shared);
  }

  /** Returns what was taken from a batch, by kind. */
  private static Map<String, List<Span>> spans(List<String> journal) {
    Map<String, List<Span>> spans = new TreeMap<>();
    Map<String, Long> at = new TreeMap<>();
    for (String line : journal) {
      String[] words = line.split(" ", -1); // the last one is a tag
      if (!words[0].equals("used") && !words[0].equals("left")) {
        continue;
      }
      for (int i = 1; i < words.length - 1; i++) {
        String[] pair = words[i].split("=", -1);
        long end = Long.parseLong(pair[1]);
        long first = at.getOrDefault(pair[0], 0L);
        assertTrue(first <= end, () -> "a position went back: " + line);
        at.put(pair[0], end);
        if (words[0].equals("used")) {
          spans.computeIfAbsent(pair[0], kind -> new ArrayList<>()).add(new Span(first, end));
        }
      }
    }
    return spans;
  }
}
