package org.schurmpc.bench.reproduce;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.schurmpc.bench.job.Line;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.job.TriplesTask;

/**
 * Material that is generated, and what KOS16 prints of it.
 *
 * @param label for people
 * @param field by the name that the protocol knows; empty if it has none
 * @param parties how many generate together
 * @param threads of each
 * @param kind by the protocol's own name
 * @param batch what a thread makes at once
 * @param count items in a run
 * @param line of each party in all, which its threads share evenly, or null
 * @param printed the paper's figure for what the table is about, if it has one
 * @param mostPrinted the rate that the paper says its line allows
 */
public record RateCell(
    String label,
    String field,
    int parties,
    int threads,
    String kind,
    int batch,
    long count,
    Line line,
    OptionalDouble printed,
    OptionalDouble mostPrinted) {
  private static final long TIMEOUT_MILLIS = 120_000;

  /** Whether the items are a party's inputs and not triples. */
  boolean inputs() {
    return kind.startsWith("input");
  }

  /** The pairs of parties by which the paper counts: of an input those with its owner. */
  int pairs() {
    return inputs() ? parties - 1 : parties * (parties - 1);
  }

  /** What the protocol is told. */
  Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("field", field);
    options.put("threads", Integer.toString(threads));
    options.put("batch", Integer.toString(batch));
    return options;
  }

  /** So much of it. */
  TriplesTask task(RateEffort effort) {
    Line each = line == null ? null : new Line(line.bitsPerSecond() / threads, line.delayNanos());
    return new TriplesTask(
        new ProtocolChoice(Kos16.NAME, options(), parties),
        kind,
        count,
        new Schedule(effort.warmup(), effort.runs(), effort.rehearsal().toMillis(), TIMEOUT_MILLIS),
        each);
  }
}
