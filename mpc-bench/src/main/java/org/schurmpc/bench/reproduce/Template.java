package org.schurmpc.bench.reproduce;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.MpcException;

/**
 * Fills texts with values: {@code {NAME}} stands for the value of that name. Brackets enclose what
 * is left out if one of its values is missing, as in {@code --blocks {n}[ --link {line}]}. They do
 * not nest.
 */
final class Template {
  private static final Pattern OPTIONAL = Pattern.compile("\\[([^\\[\\]]*)\\]");
  private static final Pattern NAME = Pattern.compile("\\{([^{}]+)\\}");

  private Template() {}

  /** The values by name. */
  interface Values {
    /** Returns the value of a name, or null. */
    Object value(String name) throws MpcException;
  }

  /** Returns a text with its values; empty if one is missing outside of brackets. */
  static Optional<String> fill(String text, Values values) throws MpcException {
    StringBuilder all = new StringBuilder();
    Matcher optional = OPTIONAL.matcher(text);
    int end = 0;
    while (optional.find()) {
      if (!append(all, text.substring(end, optional.start()), values)) {
        return Optional.empty();
      }
      append(all, optional.group(1), values);
      end = optional.end();
    }
    boolean complete = append(all, text.substring(end), values);
    return complete ? Optional.of(all.toString()) : Optional.empty();
  }

  /** Appends a text without brackets, or nothing and returns false if a value is missing. */
  private static boolean append(StringBuilder all, String text, Values values) throws MpcException {
    StringBuilder filled = new StringBuilder();
    Matcher name = NAME.matcher(text);
    while (name.find()) {
      Object value = values.value(name.group(1));
      if (value == null) {
        return false;
      }
      name.appendReplacement(filled, Matcher.quoteReplacement(value.toString()));
    }
    all.append(name.appendTail(filled));
    return true;
  }
}
