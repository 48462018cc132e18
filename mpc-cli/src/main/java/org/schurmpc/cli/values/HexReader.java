package org.schurmpc.cli.values;

import java.util.function.Function;
import org.schurmpc.core.abort.BadFile;

/** Reads a value in hex, byte by byte, in the order of its layout. */
final class HexReader implements ValueReader {
  private final ValueLayout value;
  private final ByteSink sink;
  private final Function<String, BadFile> wrong;

  private int lane;
  private int digits;
  private int byteIndex;
  private int byteDigits;
  private int bits;

  HexReader(ValueLayout value, ByteSink sink, Function<String, BadFile> wrong) {
    this.value = value;
    this.sink = sink;
    this.wrong = wrong;
  }

  @Override
  public void begin(int lane) {
    this.lane = lane;
    digits = 0;
    byteIndex = 0;
    byteDigits = 0;
    bits = 0;
  }

  @Override
  public boolean take(int c) throws BadFile {
    int digit = c < 128 ? Character.digit(c, 16) : -1;
    if (digit < 0) {
      return false;
    }
    if (digits == value.hexDigits()) {
      throw wrong.apply("more than the %d hex digits that are wanted".formatted(digits));
    }
    digits++;
    byteDigits++;
    bits = bits << 4 | digit;
    int width = value.width(byteIndex);
    if (4 * byteDigits < width) {
      return true;
    }
    if (bits >> width != 0) {
      throw wrong.apply(
          "digits for more than its %d bits: the unused high bits are not 0"
              .formatted(value.bits()));
    }
    sink.take(lane, value, byteIndex, bits);
    byteIndex++;
    byteDigits = 0;
    bits = 0;
    return true;
  }

  @Override
  public void end() throws BadFile {
    if (digits < value.hexDigits()) {
      throw wrong.apply("%d hex digits where %d are wanted".formatted(digits, value.hexDigits()));
    }
  }
}
