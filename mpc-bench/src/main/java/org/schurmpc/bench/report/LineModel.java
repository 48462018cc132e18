package org.schurmpc.bench.report;

import static org.schurmpc.bench.report.TextLines.number;

import java.util.LinkedHashMap;
import java.util.Map;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.net.Link;

/**
 * Computes the time that an emulated link alone takes: the time in which neither party could have
 * continued, however fast its processor. Both directions transfer concurrently, so a round costs
 * the delay of one direction, and only the direction with more bytes counts.
 *
 * @param link the emulated link
 * @param rounds the number of simultaneous exchanges
 * @param bytes the number of bytes in the direction that transfers more
 */
record LineModel(Link link, long rounds, double bytes) {
  private static final double NANOS_PER_MS = 1e6;
  private static final double MS_PER_S = 1e3;

  double delayMillis() {
    return link.delay().toNanos() / NANOS_PER_MS;
  }

  double millis() {
    return rounds * delayMillis() + bytes * Byte.SIZE * MS_PER_S / link.bitsPerSecond();
  }

  /** Returns the terms of the sum, and the sum. */
  @Override
  public String toString() {
    return "%,d rounds x %s ms + %,.0f bytes / %s Mbit/s = %s ms"
        .formatted(
            rounds,
            number(delayMillis()),
            bytes,
            number(link.bitsPerSecond() / 1e6),
            number(millis()));
  }

  /** Returns the fields that {@link ResultFile} writes. */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("bits_per_s", link.bitsPerSecond());
    fields.put("delay_ms", delayMillis());
    fields.put("rounds", rounds);
    fields.put("bytes", bytes);
    fields.put("line_ms", millis());
    return fields;
  }
}
