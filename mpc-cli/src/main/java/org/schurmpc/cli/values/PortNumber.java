package org.schurmpc.cli.values;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.Function;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.program.Decimals;
import org.schurmpc.core.program.ProgramPort;

/**
 * Reads one value of an input, written as users write it: decimal, with a point if the type is
 * fixed, or of binary fields hexadecimal after {@code 0x}. Decimals are rounded to the nearest
 * unit. Whole numbers may have a point and zeros, as spreadsheets write them.
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
    int points = 0;
    for (int i = from; i < length; i++) {
      boolean point = text.charAt(i) == '.' && !hexadecimal;
      points += point ? 1 : 0;
      boolean digit = text.charAt(i) < 128 && Character.digit(text.charAt(i), radix) >= 0;
      if (text.charAt(i) == ',') {
        throw wrong.apply(
            "a value of %s has a comma: write 1234.5, with a point and no mark between thousands"
                .formatted(port.name()));
      }
      if (points > 1 || !(digit || point)) {
        throw wrong.apply(
            "a value of %s is no number such as %s"
                .formatted(port.name(), port.fraction() == 0 ? "42" : "1.5"));
      }
    }
    if (length == from + points) {
      throw wrong.apply("a value of %s is missing".formatted(port.name()));
    }
    if (length - from - points > MOST_DIGITS) {
      throw wrong.apply(
          "a value of %s has more than %d digits".formatted(port.name(), MOST_DIGITS));
    }
    String digits = whole(text.subSequence(from, length).toString(), port, wrong);
    BigInteger size =
        port.fraction() == 0
            ? new BigInteger(digits, radix)
            : Decimals.units(new BigDecimal(digits), port.fraction());
    BigInteger value = negative ? size.negate() : size;
    if (value.compareTo(port.least()) < 0 || value.compareTo(port.most()) > 0) {
      throw wrong.apply("a value of %s is not %s".formatted(port.name(), range(port)));
    }
    return value;
  }

  /** Returns the digits without zeros behind a point, if the input takes whole numbers. */
  private static String whole(String digits, ProgramPort port, Function<String, BadFile> wrong)
      throws BadFile {
    int point = digits.indexOf('.');
    if (point < 0 || port.fraction() > 0) {
      return digits;
    }
    if (!digits.substring(point + 1).chars().allMatch(digit -> digit == '0')) {
      throw wrong.apply(
          "a value of %1$s has digits behind its point, and %1$s takes whole numbers"
              .formatted(port.name()));
    }
    return point == 0 ? "0" : digits.substring(0, point);
  }

  private static String range(ProgramPort port) {
    return port.fraction() == 0
        ? "in the range of " + port.type()
        : "from %s to %s"
            .formatted(
                Decimals.text(port.least(), port.fraction()),
                Decimals.text(port.most(), port.fraction()));
  }
}
