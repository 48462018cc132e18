package org.schurmpc.core.prep;

import java.util.LinkedHashMap;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.progress.ProgressLog;

/**
 * Puts material into another sink, and logs every few seconds how many items there are of those
 * demanded, how fast they are made, and about how long the rest takes. The numbers are public.
 *
 * <p>A kind of which nothing is there yet is expected to take as long, for each item, as the
 * present one.
 */
final class CountedSink implements MaterialSink {
  private final Demand demand;
  private final MaterialSink to;
  private final ProgressLog log;
  private final Map<MaterialKind, Made> made = new LinkedHashMap<>();
  private long before;
  private MaterialKind lastKind;

  /** The items of a kind, and the time that they took. */
  private static final class Made {
    long items;
    long nanos;

    double secondsFor(long more) {
      return nanos / 1e9 * more / items;
    }
  }

  /** Creates a sink for one demand, whose material is made from now on. */
  CountedSink(Demand demand, MaterialSink to, ProgressLog log) {
    this.demand = demand;
    this.to = to;
    this.log = log;
    this.before = log.now();
  }

  @Override
  public void keys(String protocol, long[] keys) throws MpcException {
    to.keys(protocol, keys);
  }

  @Override
  public void setup(long[] words) throws MpcException {
    to.setup(words);
  }

  @Override
  public void put(MaterialKind kind, long[] data, int offset, int items) throws MpcException {
    to.put(kind, data, offset, items);
    Made now = made.computeIfAbsent(kind, any -> new Made());
    now.items += items;
    now.nanos += log.now() - before;
    before = log.now();
    boolean complete = now.items == wanted(kind) && kind.equals(lastKind);
    if (now.items > 0 && (log.due() || complete)) {
      lastKind = kind;
      log.say(sentence(kind, now));
    }
  }

  private long wanted(MaterialKind kind) {
    return demand.quotas().getOrDefault(kind, 0L);
  }

  private String sentence(MaterialKind kind, Made now) {
    long left = Math.max(0, wanted(kind) - now.items);
    double others = 0;
    for (MaterialKind other : demand.quotas().keySet()) {
      if (!other.equals(kind)) {
        Made there = made.getOrDefault(other, new Made());
        long more = Math.max(0, wanted(other) - there.items);
        others += there.items == 0 ? now.secondsFor(more) : there.secondsFor(more);
      }
    }
    StringBuilder text = new StringBuilder();
    text.append("made %,d of %,d of '%s'".formatted(now.items, wanted(kind), kind.name()));
    text.append(", %,.0f a second".formatted(now.items / Math.max(1e-9, now.nanos / 1e9)));
    if (left > 0) {
      text.append(", about %s left".formatted(ProgressLog.time(now.secondsFor(left))));
    }
    if (others > 0) {
      text.append(
          ", about %s for all material".formatted(ProgressLog.time(now.secondsFor(left) + others)));
    }
    return text.toString();
  }
}
