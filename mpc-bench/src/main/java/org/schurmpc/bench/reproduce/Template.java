package org.schurmpc.bench.reproduce;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.MpcException;

/**
 * Fills texts with values. {@code {NAME}} stands for the value of that name, and {@code {NAME?}}
 * for nothing, provided that there is such a value. Brackets enclose what is left out if one of its
 * values is missing, or what then stands behind a bar in its place: {@code [over {line}|over
 * loopback]}. They do not nest.
 */
final class Template {
  private static final Pattern OPTIONAL =
      Pattern.compile("\\[([^\\[\\]|]*)(?:[|]([^\\[\\]]*))?\\]");
  private static final Pattern NAME = Pattern.compile("\\{([^{}?]+)([?])?\\}");

  private Template() {}

  /** The values by name. */
  interface Values {
    /** Returns the value of a name, or null. */
    Object value(String name) throws MpcException;
  }

  /** Returns a text with its values; empty if one is missing outside of brackets. */
  static Optional<String> fill(String text, Values values) throws MpcException {
    StringBuilder filled = new StringBuilder();
    Matcher part = OPTIONAL.matcher(text);
    int end = 0;
    while (part.find()) {
      if (!append(filled, text.substring(end, part.start()), values)) {
        return Optional.empty();
      }
      if (!append(filled, part.group(1), values)
          && part.group(2) != null
          && !append(filled, part.group(2), values)) {
        return Optional.empty();
      }
      end = part.end();
    }
    return append(filled, text.substring(end), values)
        ? Optional.of(filled.toString())
        : Optional.empty();
  }

  /** Appends a text without brackets, or nothing if a value is missing. */
  private static boolean append(StringBuilder all, String text, Values values) throws MpcException {
    StringBuilder filled = new StringBuilder();
    Matcher name = NAME.matcher(text);
    while (name.find()) {
      Object value = values.value(name.group(1));
      if (value == null) {
        return false;
      }
      String shown = name.group(2) == null ? value.toString() : "";
      name.appendReplacement(filled, Matcher.quoteReplacement(shown));
    }
    all.append(name.appendTail(filled));
    return true;
  }
}
