package org.schurmpc.service.work;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.schurmpc.core.abort.MpcException;

/** Keeps input masks of jobs ready: wants more of them when fewer than half are left. */
final class MaskKeeper {
  /** Number of masks that are made at once: more would keep runs waiting. */
  static final int CHUNK = 64;

  /** Number of masks for which material is made at once, or ready for their runs. */
  static final int MOST = 256;

  private static final long COUNT_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** The time after a count without another one, in multiples of what the count took. */
  private static final int COUNT_REST = 20;

  private final CoreState state;
  private final ServiceSets sets;
  private final Links links;
  private final Map<String, Count> counts = new ConcurrentHashMap<>(); // by job
  private final Set<String> filling = ConcurrentHashMap.newKeySet(); // jobs

  /**
   * How many masks there were.
   *
   * @param masks {@link MaskStock#changes} before the count
   * @param numbers {@link org.schurmpc.service.state.RequestBook#numberChanges} before the count
   * @param begun when
   * @param ended when
   */
  private record Count(long masks, long numbers, long begun, long ended, long count) {
    boolean isStale(long masksNow, long numbersNow) {
      long since = System.nanoTime() - ended;
      boolean same = masks == masksNow && numbers == numbersNow;
      return since >= (same ? COUNT_NANOS : COUNT_REST * (ended - begun));
    }
  }

  MaskKeeper(CoreState state, ServiceSets sets, Links links) {
    this.state = state;
    this.sets = sets;
    this.links = links;
  }

  /**
   * Returns the number of masks that can be given to clients. They are counted again if any came or
   * went, and from time to time, since a key may have been burnt.
   */
  long there(PlannedJob job) {
    String name = job.job().name();
    long masks = state.masks.changes();
    long numbers = links.book().numberChanges();
    Count last = counts.get(name);
    if (last == null || last.isStale(masks, numbers)) {
      long begun = System.nanoTime();
      LongPredicate usable = sets.usable();
      long count =
          state.masks.count(name, number -> links.book().isFree(number) && usable.test(number));
      last = new Count(masks, numbers, begun, System.nanoTime(), count);
      counts.put(name, last);
    }
    return last.count;
  }

  /** Wants a refill if masks are missing, and material if there is none for them. */
  void tick(PlannedJob job, StockMaker maker) throws MpcException {
    if (job.maskBits() == 0) {
      return;
    }
    String name = job.job().name();
    long there = there(job);
    int most = job.stock().deliveries();
    int lacking = 0;
    if (there >= most) {
      filling.remove(name);
    } else if (there * 2 < most || filling.contains(name)) {
      filling.add(name);
      int chunk = (int) Math.min(CHUNK, most - there);
      int more = maker.material().masks(job, chunk);
      lacking = more < chunk ? (int) Math.min(MOST, most - there) : 0;
      if (more > 0) {
        links.control().want(name, more); // again until they are there: a wish may be dropped
      }
    }
    maker.wantMasks(name, lacking);
  }
}
