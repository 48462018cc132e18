package org.schurmpc.cli.values;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.schurmpc.core.abort.BadFile;

/** Reads values as bytes, lane after lane, without separators. Can be used once. */
final class RawScanner {
  private final String file;
  private final List<ValueLayout> values;
  private final int mostLanes;
  private final ByteSink sink;

  private int lanes;
  private int at;
  private int byteIndex;

  RawScanner(String file, List<ValueLayout> values, int mostLanes, ByteSink sink) {
    this.file = file;
    this.values = values;
    this.mostLanes = mostLanes;
    this.sink = sink;
  }

  /**
   * Reads to the end of the stream.
   *
   * @param buffer working space
   * @return the number of lanes
   */
  int scan(InputStream in, byte[] buffer) throws IOException, BadFile {
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      for (int i = 0; i < n; i++) {
        take(buffer[i] & 0xFF);
      }
    }
    if (at != 0 || byteIndex != 0) {
      throw wrong(
          "the file ends after %d of %d bytes".formatted(byteIndex, values.get(at).byteCount()));
    }
    return lanes;
  }

  private void take(int bits) throws BadFile {
    ValueLayout value = values.get(at);
    if (lanes == mostLanes) {
      throw new BadFile(file + " holds more lanes than the %,d allowed".formatted(mostLanes));
    }
    if (bits >> value.width(byteIndex) != 0) {
      throw wrong("the unused high bits beyond its %d bits are not 0".formatted(value.bits()));
    }
    sink.take(lanes, value, byteIndex, bits);
    byteIndex++;
    if (byteIndex == value.byteCount()) {
      byteIndex = 0;
      at++;
    }
    if (at == values.size()) {
      at = 0;
      lanes++;
    }
  }

  private BadFile wrong(String what) {
    return new BadFile("%s, lane %d, value %d: %s".formatted(file, lanes + 1L, at + 1, what));
  }
}
