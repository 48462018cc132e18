package org.schurmpc.bench.reproduce;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A variant of a protocol, as the command line chooses it.
 *
 * @param name for people
 * @param protocol the protocol's name
 * @param arguments its options, as {@code --packing bits --simultaneous on}; each has a value
 */
public record Rung(String name, String protocol, String arguments) {

  /** The variant that a table is of. */
  static Rung of(PaperTable table) {
    return new Rung(table.title(), table.setting("protocol"), table.setting("options"));
  }

  /** The options by the names that the protocol knows, in order. */
  Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    String[] words = arguments.isEmpty() ? new String[0] : arguments.split(" ", -1);
    for (int i = 0; i < words.length; i += 2) {
      options.put(words[i].substring("--".length()), words[i + 1]);
    }
    return Collections.unmodifiableMap(options);
  }

  /** The words with which the main job runs it. */
  String commandLine() {
    return ("--protocol " + protocol + " " + arguments).strip();
  }
}
