package org.schurmpc.service.state;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.service.config.Rate;

/**
 * Counts what happens under a key, such as {@code set/ledger}, and says whether a rate allows it
 * once more. A span is cut into {@value #SLOTS} slots, and the slot that has begun counts beside
 * them, so that any span of the rate's length has at most its count.
 *
 * <p>Counters of keys without a limit are kept, too: a limit that is set later holds from then on
 * for what was counted before. Not safe for use by several threads.
 */
final class RateCounters {
  private static final int SLOTS = 60;
  private static final Rate.Per[] SPANS = Rate.Per.values();

  private final SortedMap<String, Map<Rate.Per, long[]>> counters = new TreeMap<>();

  /** What is reserved and not yet noted: counted against limits. */
  private final SortedMap<String, Integer> reserved = new TreeMap<>();

  /** The counts of one span: for slot i the number of the slot and its count. */
  private static long[] ring() {
    return new long[2 * (SLOTS + 1)];
  }

  private static long slotMillis(Rate.Per per) {
    return per.length().toMillis() / SLOTS;
  }

  /** Counts once. */
  void count(String key, long now) {
    Map<Rate.Per, long[]> rings = rings(key);
    for (Rate.Per per : SPANS) {
      add(rings.get(per), now / slotMillis(per), 1);
    }
  }

  private Map<Rate.Per, long[]> rings(String key) {
    return counters.computeIfAbsent(
        key,
        any -> {
          Map<Rate.Per, long[]> fresh = new EnumMap<>(Rate.Per.class);
          for (Rate.Per per : SPANS) {
            fresh.put(per, ring());
          }
          return fresh;
        });
  }

  private static void add(long[] ring, long slot, long count) {
    int at = 2 * (int) (slot % (SLOTS + 1));
    if (ring[at] != slot) {
      ring[at] = slot;
      ring[at + 1] = 0;
    }
    ring[at + 1] += count;
  }

  /** Reserves one count, which {@link #release} gives back once it is noted or lost. */
  void reserve(String key) {
    reserved.merge(key, 1, Integer::sum);
  }

  /** Gives a reserved count back. */
  void release(String key) {
    reserved.computeIfPresent(key, (any, count) -> count == 1 ? null : count - 1);
  }

  /** Returns how long to wait until a rate allows one more; empty if it does now. */
  Optional<Duration> wait(String key, Rate rate, long now) {
    Map<Rate.Per, long[]> rings = counters.get(key);
    long[] ring = rings == null ? ring() : rings.get(rate.per());
    long slot = now / slotMillis(rate.per());
    long allowed = (long) rate.count() - 1 - reserved.getOrDefault(key, 0);
    long sum = 0;
    // From the newest slot back: the first one that makes it too many has to leave.
    for (long back = 0; back <= SLOTS; back++) {
      int at = 2 * (int) ((slot - back) % (SLOTS + 1));
      sum += ring[at] == slot - back ? ring[at + 1] : 0;
      if (sum > allowed) {
        long until = (slot - back + SLOTS + 1) * slotMillis(rate.per());
        return Optional.of(Duration.ofMillis(Math.max(1, until - now)));
      }
    }
    return Optional.empty();
  }

  /** Applies the words of a checkpoint: key, span, then slot and count in turn. */
  void restore(String[] words, int from) {
    String key = words[from];
    Rate.Per per = Rate.Per.valueOf(words[from + 1]);
    long[] ring = rings(key).get(per);
    for (int i = from + 2; i < words.length; i += 2) {
      add(ring, Long.parseLong(words[i]), Long.parseLong(words[i + 1]));
    }
  }

  /** Returns the lines of a checkpoint: what still counts. */
  List<String> lines(long now) {
    List<String> lines = new ArrayList<>();
    counters.forEach(
        (key, rings) -> {
          for (Rate.Per per : SPANS) {
            StringBuilder line = new StringBuilder(key + " " + per.name());
            long slot = now / slotMillis(per);
            boolean any = false;
            for (int i = 0; i <= SLOTS; i++) {
              long at = rings.get(per)[2 * i];
              long count = rings.get(per)[2 * i + 1];
              if (count > 0 && at >= slot - SLOTS) {
                line.append(' ').append(at).append(' ').append(count);
                any = true;
              }
            }
            if (any) {
              lines.add(line.toString());
            }
          }
        });
    return lines;
  }
}
