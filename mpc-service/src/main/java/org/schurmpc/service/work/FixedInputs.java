package org.schurmpc.service.work;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Remembers in which blob a party's own inputs of a request are, from before its first attempt to
 * its end. Safe for use by several threads.
 */
final class FixedInputs {
  private final TreeMap<String, String> blobs = new TreeMap<>(); // by the request's name

  static boolean knows(String line) {
    return line.startsWith("input ");
  }

  static String fixed(String request, String blob) {
    return "input fixed " + request + " " + blob;
  }

  static String gone(String request) {
    return "input gone " + request;
  }

  /** Applies a line, once it is durable. */
  synchronized void apply(String line) {
    String[] words = line.split(" ", -1);
    switch (words[1]) {
      case "fixed" -> blobs.put(words[2], words[3]);
      case "gone" -> blobs.remove(words[2]);
      default -> throw new IllegalArgumentException("no line of inputs: " + line);
    }
  }

  synchronized Iterator<String> state() {
    List<String> lines = new ArrayList<>();
    blobs.forEach((request, blob) -> lines.add(fixed(request, blob)));
    return lines.iterator();
  }

  synchronized Optional<String> blob(String request) {
    return Optional.ofNullable(blobs.get(request));
  }

  synchronized List<String> blobs() {
    return List.copyOf(blobs.values());
  }
}
