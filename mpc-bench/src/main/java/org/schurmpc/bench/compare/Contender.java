package org.schurmpc.bench.compare;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.schurmpc.core.abort.Refused;

/**
 * One of the two programs that are compared.
 *
 * @param name its name in reports
 * @param command the command that starts it, for {@code /bin/sh}
 * @param figure finds its figure in what it prints, as the first group of the last match; empty if
 *     its figure is the wall time of the command in seconds
 */
public record Contender(String name, String command, Optional<Pattern> figure) {
  /**
   * Compiles the expression that finds a figure.
   *
   * @param option the option that the expression was given with
   * @param text the expression; null for none
   * @throws Refused naming the option, if the text is no regular expression or has no group
   */
  public static Optional<Pattern> figure(String option, String text) throws Refused {
    if (text == null) {
      return Optional.empty();
    }
    Pattern pattern;
    try {
      pattern = Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new Refused(option + " is no regular expression: " + e.getDescription(), e);
    }
    if (pattern.matcher("").groupCount() < 1) {
      throw new Refused(option + " needs a group around the number, as in 'rate +([0-9.]+)'");
    }
    return Optional.of(pattern);
  }

  /**
   * Returns the figure of a launch.
   *
   * @param output what the command printed
   * @param seconds the wall time of the command
   * @return the figure, or empty if the output has none that is a positive number
   */
  Optional<Double> figureOf(String output, double seconds) {
    if (figure.isEmpty()) {
      return Optional.of(seconds);
    }
    Matcher matcher = figure.get().matcher(output);
    Optional<Double> last = Optional.empty();
    while (matcher.find()) {
      last = number(matcher.group(1));
    }
    return last;
  }

  private static Optional<Double> number(String text) {
    try {
      double value = Double.parseDouble(text == null ? "" : text.replace(",", ""));
      return value > 0 && Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
