package org.schurmpc.core.prep;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.schurmpc.core.abort.MpcException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts material into another sink, and says, at most once a second and when a kind of which
 * something was said is complete, how many items there are of those demanded. The numbers are
 * public.
 */
final class CountedSink implements MaterialSink {
  private static final Logger LOG = LoggerFactory.getLogger(CountedSink.class);
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Demand demand;
  private final MaterialSink to;
  private final LongSupplier nanoTime;
  private final Consumer<String> said;
  private final Map<MaterialKind, Long> made = new HashMap<>();
  private long last;
  private MaterialKind lastKind;

  /**
   * Creates a sink for one demand.
   *
   * @param nanoTime the time in nanoseconds
   * @param said receives the sentences
   */
  CountedSink(Demand demand, MaterialSink to, LongSupplier nanoTime, Consumer<String> said) {
    this.demand = demand;
    this.to = to;
    this.nanoTime = nanoTime;
    this.said = said;
    this.last = nanoTime.getAsLong();
  }

  /** Logs a sentence for users who want details. */
  static void log(String sentence) {
    LOG.info("{}", sentence);
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
    long there = made.merge(kind, (long) items, Long::sum);
    long wanted = demand.quotas().getOrDefault(kind, there);
    long now = nanoTime.getAsLong();
    boolean complete = there == wanted && kind.equals(lastKind);
    if (now - last >= PAUSE_NANOS || complete) {
      last = now;
      lastKind = kind;
      said.accept("made %,d of %,d of '%s'".formatted(there, wanted, kind.name()));
    }
  }
}
