package org.schurmpc.service.state;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Remembers which deliveries were taken. A number that was shown to anybody never becomes free
 * again, whatever becomes of its request: another client must not get masks that this one has seen
 * in part. Kept as ranges, since numbers are taken nearly in order. Not safe for use by several
 * threads.
 */
final class Numbers {
  private static final int RANGES_A_LINE = 64;

  private final TreeMap<Long, Long> taken = new TreeMap<>(); // first and last of each range
  private final Set<Long> reserved = new HashSet<>();
  private long changes;

  /** Returns a number that is another one after each change of what is free. */
  long changes() {
    return changes;
  }

  /** Returns whether a number may be given to a request. */
  boolean isFree(long number) {
    return !isTaken(number) && !reserved.contains(number);
  }

  /** Returns whether a number was given to a request, or voided. */
  boolean isTaken(long number) {
    Map.Entry<Long, Long> below = taken.floorEntry(number);
    return below != null && number <= below.getValue();
  }

  /** Keeps a number back while it is being noted. */
  void reserve(long number) {
    reserved.add(number);
    changes++;
  }

  /** Ends the reservation. */
  void release(long number) {
    reserved.remove(number);
    changes++;
  }

  /** Takes a number for good. */
  void take(long number) {
    take(number, number);
  }

  private void take(long first, long last) {
    changes++;
    long from = first;
    long to = last;
    Map.Entry<Long, Long> below = taken.floorEntry(from);
    if (below != null && (below.getValue() >= from - 1 || below.getValue() >= from)) {
      from = below.getKey();
      to = Math.max(to, below.getValue());
    }
    Map.Entry<Long, Long> above = taken.ceilingEntry(from);
    while (above != null && (above.getKey() <= to || above.getKey() - 1 == to)) {
      to = Math.max(to, above.getValue());
      taken.remove(above.getKey());
      above = taken.ceilingEntry(from);
    }
    taken.put(from, to);
  }

  /** Applies the words of a checkpoint: first and last of each range. */
  void restore(String[] words, int from) {
    for (int i = from; i < words.length; i += 2) {
      take(Long.parseLong(words[i]), Long.parseLong(words[i + 1]));
    }
  }

  /** Returns the lines of a checkpoint. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    int ranges = 0;
    for (Map.Entry<Long, Long> range : taken.entrySet()) {
      line.append(' ').append(range.getKey()).append(' ').append(range.getValue());
      if (++ranges % RANGES_A_LINE == 0) {
        lines.add(line.substring(1));
        line.setLength(0);
      }
    }
    if (line.length() > 0) {
      lines.add(line.substring(1));
    }
    return lines;
  }
}
