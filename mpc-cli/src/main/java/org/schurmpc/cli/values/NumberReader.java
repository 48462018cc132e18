package org.schurmpc.cli.values;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.Function;
import org.schurmpc.core.abort.BadFile;

/** Reads a number in decimal, with or without a point. */
final class NumberReader implements ValueReader {
  private static final int MOST_CHARACTERS = 1024;

  private final ValueLayout value;
  private final ByteSink sink;
  private final Function<String, BadFile> wrong;
  private final char[] word = new char[MOST_CHARACTERS];

  private int lane;
  private int length;

  NumberReader(ValueLayout value, ByteSink sink, Function<String, BadFile> wrong) {
    this.value = value;
    this.sink = sink;
    this.wrong = wrong;
  }

  @Override
  public void begin(int lane) {
    this.lane = lane;
    length = 0;
  }

  @Override
  public boolean take(int c) throws BadFile {
    if (length == MOST_CHARACTERS) {
      throw wrong.apply("more than %,d characters".formatted(length));
    }
    word[length++] = (char) c;
    return true;
  }

  @Override
  public void end() throws BadFile {
    BigInteger bits =
        value
            .format()
            .parse(new String(word, 0, length), value.bits())
            .orElseThrow(() -> wrong.apply("no " + value.format().range(value.bits())));
    Arrays.fill(word, 0, length, '\0');
    for (int index = 0; index < value.byteCount(); index++) {
      int shift = 8 * (value.byteCount() - 1 - index);
      sink.take(lane, value, index, bits.shiftRight(shift).intValue() & 0xFF);
    }
  }
}
