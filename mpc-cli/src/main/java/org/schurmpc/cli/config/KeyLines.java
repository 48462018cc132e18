package org.schurmpc.cli.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the line of each key of a configuration, for messages. Keys have paths, such as {@code
 * options.sigma} and {@code party[2].address}. The text is known to be well-formed.
 */
final class KeyLines {
  // Possessive: a line inside of a string is any text, and is read in one pass.
  private static final Pattern HEADER = Pattern.compile("\\s*+(\\[\\[?+)([^\\[\\]]++)\\].*+");
  private static final Pattern KEY = Pattern.compile("\\s*+([\\w.\\-\"']++)\\s*+=.*+");

  private final Map<String, Integer> lines = new HashMap<>();

  private KeyLines() {}

  /** Returns the lines of the keys of a TOML file. */
  static KeyLines ofToml(String text) {
    KeyLines found = new KeyLines();
    Map<String, Integer> times = new HashMap<>();
    String prefix = "";
    List<String> all = text.lines().toList();
    for (int i = 0; i < all.size(); i++) {
      Matcher header = HEADER.matcher(all.get(i));
      Matcher key = KEY.matcher(all.get(i));
      if (key.matches()) {
        found.lines.putIfAbsent(prefix + bare(key.group(1)), i + 1);
      } else if (header.matches()) {
        String name = bare(header.group(2));
        found.lines.putIfAbsent(name, i + 1);
        boolean one = header.group(1).length() == 1;
        prefix = name + (one ? "" : "[" + times.merge(name, 1, Integer::sum) + "]") + ".";
      }
    }
    return found;
  }

  private static String bare(String key) {
    return key.replaceAll("[\"'\\s]", "");
  }

  /** Returns the lines of the keys of a JSON file. */
  static KeyLines ofJson(String text) {
    KeyLines found = new KeyLines();
    try (JsonParser parser = new JsonFactory().createParser(text)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME) {
          int line = parser.currentTokenLocation().getLineNr();
          found.lines.putIfAbsent(path(parser.getParsingContext()), line);
        }
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("a text that was read before", e);
    }
    return found;
  }

  private static String path(JsonStreamContext context) {
    JsonStreamContext parent = context.getParent();
    if (parent == null || parent.inRoot()) {
      return context.getCurrentName();
    }
    if (context.inArray()) {
      return path(parent) + "[" + (context.getCurrentIndex() + 1) + "]";
    }
    String place =
        parent.inArray()
            ? path(parent.getParent()) + "[" + (parent.getCurrentIndex() + 1) + "]"
            : path(parent);
    return place + "." + context.getCurrentName();
  }

  /** Returns the line of a key, counted from 1; empty if the key is not found by its line. */
  OptionalInt of(String path) {
    Integer line = lines.get(path);
    return line == null ? OptionalInt.empty() : OptionalInt.of(line);
  }
}
