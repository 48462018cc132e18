package org.schurmpc.cli.values;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.schurmpc.core.abort.BadFile;

/**
 * Reads one line for each lane, with the lane's values in hex, separated by blanks. Can be used
 * once. Error messages name the position of an error and never contain values.
 */
final class HexScanner {
  private final String file;
  private final List<ValueLayout> values;
  private final int mostLanes;
  private final ByteSink sink;

  private int lanes;
  private long line = 1;
  private long column;
  private long emptyLine;
  private boolean carriageReturn;

  /** Number of values begun in this line. */
  private int count;

  private boolean inValue;
  private int digits;
  private int byteIndex;
  private int byteDigits;
  private int bits;

  HexScanner(String file, List<ValueLayout> values, int mostLanes, ByteSink sink) {
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
        take(buffer[i]);
      }
    }
    endLine();
    return lanes;
  }

  private void take(byte c) throws BadFile {
    column++;
    if (c == '\n') {
      endLine();
      line++;
      column = 0;
      carriageReturn = false;
      return;
    }
    if (carriageReturn) {
      throw wrong("a carriage return amid the line, at column " + (column - 1));
    }
    if (c == '\r') {
      carriageReturn = true;
    } else if (c == ' ' || c == '\t') {
      endValue();
    } else {
      digit(Character.digit(c, 16));
    }
  }

  private void digit(int digit) throws BadFile {
    if (digit < 0) {
      throw wrong("the character at column " + column + " is neither a hex digit nor a blank");
    }
    if (!inValue) {
      beginValue();
    }
    ValueLayout value = values.get(count - 1);
    if (digits == value.hexDigits()) {
      throw wrongValue("more than the %d hex digits that are wanted".formatted(digits));
    }
    digits++;
    byteDigits++;
    bits = bits << 4 | digit;
    int width = value.width(byteIndex);
    if (4 * byteDigits < width) {
      return;
    }
    if (bits >> width != 0) {
      throw wrongValue(
          "digits for more than its %d bits: the unused high bits are not 0"
              .formatted(value.bits()));
    }
    sink.take(lanes, value, byteIndex, bits);
    byteIndex++;
    byteDigits = 0;
    bits = 0;
  }

  private void beginValue() throws BadFile {
    if (emptyLine > 0) {
      throw new BadFile(file + ", line " + emptyLine + ": empty, and values follow it");
    }
    if (count == values.size()) {
      throw wrong("more values than the %d that are wanted".formatted(count));
    }
    if (lanes == mostLanes) {
      throw wrong("more lines than the %,d that are allowed".formatted(mostLanes));
    }
    count++;
    inValue = true;
    digits = 0;
    byteIndex = 0;
  }

  private void endValue() throws BadFile {
    int wanted = inValue ? values.get(count - 1).hexDigits() : digits;
    if (digits < wanted) {
      throw wrongValue("%d hex digits where %d are wanted".formatted(digits, wanted));
    }
    inValue = false;
  }

  private void endLine() throws BadFile {
    endValue();
    if (count == 0) {
      emptyLine = emptyLine == 0 ? line : emptyLine;
    } else if (count < values.size()) {
      throw wrong(
          "%d %s where %d are wanted"
              .formatted(count, count == 1 ? "value" : "values", values.size()));
    } else {
      lanes++;
    }
    count = 0;
  }

  private BadFile wrong(String what) {
    return new BadFile(file + ", line " + line + ": " + what);
  }

  private BadFile wrongValue(String what) {
    return new BadFile(file + ", line " + line + ", value " + count + ": " + what);
  }
}
