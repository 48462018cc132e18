package org.schurmpc.bench.report;

import static org.schurmpc.bench.report.TextLines.number;

import java.util.LinkedHashMap;
import java.util.Map;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.net.Link;

/**
 * What a line alone costs a run: the time in which neither party could have gone on, however fast
 * its processor. Both directions work at the same time, so a round takes the delay of one way, and
 * the direction with more bytes counts.
 *
 * @param rounds simultaneous exchanges
 * @param bytes in the direction that has more of them
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

  /** The parts of the sum and the sum. */
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

  /** For {@link ResultFile}. */
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
