package org.schurmpc.cli.values;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.schurmpc.core.abort.BadFile;

/**
 * Reads one line for each lane, with the lane's values separated by blanks. Can be used once. Error
 * messages name the position of an error and never contain values.
 */
final class TextScanner {
  private final String file;
  private final List<ValueReader> values;
  private final int mostLanes;

  private int lanes;
  private long line = 1;
  private long column;
  private long emptyLine;
  private boolean carriageReturn;

  /** Number of values begun in this line. */
  private int count;

  private boolean inValue;

  TextScanner(String file, List<ValueLayout> values, int mostLanes, ByteSink sink) {
    this.file = file;
    this.values =
        values.stream().map(value -> ValueReader.of(value, sink, this::wrongValue)).toList();
    this.mostLanes = mostLanes;
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
      part(c & 0xFF);
    }
  }

  private void part(int c) throws BadFile {
    if (!inValue) {
      beginValue();
    }
    if (!values.get(count - 1).take(c)) {
      throw wrong("the character at column " + column + " is neither a hex digit nor a blank");
    }
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
    values.get(count - 1).begin(lanes);
  }

  private void endValue() throws BadFile {
    if (inValue) {
      values.get(count - 1).end();
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
