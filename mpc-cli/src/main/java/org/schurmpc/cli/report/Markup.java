package org.schurmpc.cli.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Writes elements and text as well-formed markup, for HTML and SVG alike. Text and values of
 * attributes are escaped; names are not, and come from the program alone.
 */
final class Markup {
  private static final char REPLACEMENT = '\uFFFD';

  private final StringBuilder written = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Opens an element.
   *
   * @param attributes names and values in turn; an attribute whose value is null is left out
   */
  Markup open(String name, String... attributes) {
    begin(name, attributes);
    written.append('>');
    open.push(name);
    return this;
  }

  /** Writes an element that cannot have content, such as {@code meta}. */
  Markup empty(String name, String... attributes) {
    begin(name, attributes);
    written.append("/>");
    return this;
  }

  private void begin(String name, String... attributes) {
    written.append('<').append(name);
    for (int i = 0; i < attributes.length; i += 2) {
      if (attributes[i + 1] != null) {
        written.append(' ').append(attributes[i]).append("=\"");
        escape(attributes[i + 1]);
        written.append('"');
      }
    }
  }

  /** Writes text. */
  Markup text(String text) {
    escape(text);
    return this;
  }

  /** Writes an element that contains text alone. */
  Markup element(String name, String text, String... attributes) {
    return open(name, attributes).text(text).close();
  }

  /** Writes finished markup. */
  Markup raw(String markup) {
    written.append(markup);
    return this;
  }

  /** Closes the element that was opened last. */
  Markup close() {
    written.append("</").append(open.pop()).append('>');
    return this;
  }

  /** Begins a line. */
  Markup line() {
    written.append('\n');
    return this;
  }

  private void escape(String text) {
    text.codePoints().forEach(this::escape);
  }

  private void escape(int c) {
    switch (c) {
      case '&' -> written.append("&amp;");
      case '<' -> written.append("&lt;");
      case '>' -> written.append("&gt;");
      case '"' -> written.append("&quot;");
      case '\'' -> written.append("&#39;");
      default -> {
        if (isCharacter(c)) {
          written.appendCodePoint(c);
        } else {
          written.append(REPLACEMENT);
        }
      }
    }
  }

  /** Returns whether documents may contain a code point, and it does not change their direction. */
  private static boolean isCharacter(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL -> c == '\n' || c == '\t';
      case Character.SURROGATE, Character.UNASSIGNED, Character.FORMAT -> false;
      default -> true;
    };
  }

  /** Formats a coordinate with at most two digits after the point. */
  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.2f", value);
    return text.replaceAll("\\.?0+$", "").replaceAll("^-0$", "0");
  }

  /**
   * Returns what was written.
   *
   * @throws IllegalStateException if an element is open
   */
  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("open: " + open);
    }
    return written.toString();
  }
}
