package org.schurmpc.cli.values;

import java.util.function.Function;
import org.schurmpc.core.abort.BadFile;

/** Reads the characters of a value, in its format, lane after lane. */
interface ValueReader {
  /**
   * Returns the reader for the format of a value.
   *
   * @param sink receives the bytes of the value
   * @param wrong makes the exception of a sentence that does not show the value
   */
  static ValueReader of(ValueLayout value, ByteSink sink, Function<String, BadFile> wrong) {
    return value.format() == ValueFormat.HEX
        ? new HexReader(value, sink, wrong)
        : new NumberReader(value, sink, wrong);
  }

  /** Begins the value of a lane. */
  void begin(int lane);

  /**
   * Takes the next character.
   *
   * @return false if no value contains such a character
   * @throws BadFile if the value is too long or out of range
   */
  boolean take(int c) throws BadFile;

  /**
   * Ends the value.
   *
   * @throws BadFile if the value is incomplete or out of range
   */
  void end() throws BadFile;
}
