package org.schurmpc.cli.values;

import java.math.BigInteger;
import java.util.function.Function;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.program.ProgramPort;

/**
 * Reads one value of an input, written as users write it: decimal, or of binary fields hexadecimal
 * after {@code 0x}.
 */
final class PortNumber {
  private static final int MOST_DIGITS = 80;

  private PortNumber() {}

  /**
   * Returns the value that a text stands for.
   *
   * @param text without blanks around it
   * @param wrong makes the exception of a sentence that does not show the text
   * @throws BadFile if the text is no value of the input
   */
  static BigInteger of(CharSequence text, ProgramPort port, Function<String, BadFile> wrong)
      throws BadFile {
    int length = text.length();
    boolean negative = length > 0 && text.charAt(0) == '-';
    int from = negative || (length > 0 && text.charAt(0) == '+') ? 1 : 0;
    boolean hexadecimal =
        port.binary()
            && length > from + 2
            && text.charAt(from) == '0'
            && text.charAt(from + 1) == 'x';
    int radix = hexadecimal ? 16 : 10;
    from += hexadecimal ? 2 : 0;
    for (int i = from; i < length; i++) {
      if (text.charAt(i) >= 128 || Character.digit(text.charAt(i), radix) < 0) {
        throw wrong.apply("a value of %s is no number".formatted(port.name()));
      }
    }
    if (length == from) {
      throw wrong.apply("a value of %s is missing".formatted(port.name()));
    }
    if (length - from > MOST_DIGITS) {
      throw wrong.apply(
          "a value of %s has more than %d digits".formatted(port.name(), MOST_DIGITS));
    }
    BigInteger size = new BigInteger(text.subSequence(from, length).toString(), radix);
    BigInteger value = negative ? size.negate() : size;
    if (value.compareTo(port.least()) < 0 || value.compareTo(port.most()) > 0) {
      throw wrong.apply(
          "a value of %s is not in the range of %s".formatted(port.name(), port.type()));
    }
    return value;
  }
}
