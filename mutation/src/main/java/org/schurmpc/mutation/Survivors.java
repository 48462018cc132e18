package org.schurmpc.mutation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The accepted survivors, from a file: a mutant's key, spaces, and why no test can or need kill it.
 * Lines that start with # and empty ones are comments.
 */
final class Survivors {
  private final Map<String, String> reasons = new TreeMap<>();

  static Survivors read(Path file) {
    Survivors survivors = new Survivors();
    try {
      for (String line : Files.readAllLines(file)) {
        if (!line.isBlank() && !line.startsWith("#")) {
          survivors.add(file, line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
    return survivors;
  }

  private void add(Path file, String line) {
    String[] parts = line.strip().split("\\s+", 2);
    if (parts.length < 2 || reasons.put(parts[0], parts[1]) != null) {
      throw new IllegalStateException(file + ": no reason, or twice: " + line);
    }
  }

  boolean accepts(String key) {
    return reasons.containsKey(key);
  }

  Iterable<String> keys() {
    return reasons.keySet();
  }
}
