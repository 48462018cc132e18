package org.schurmpc.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;

/**
 * Reads the dependencies between top-level classes from {@code jdeps -v}. Dependencies of a nested
 * class count as those of the class around it.
 */
final class ClassGraph {
  private static final Pattern ARROW = Pattern.compile("\\s+(\\S+)\\s+->\\s+(\\S+)(\\s.*)?");

  private final Map<String, Set<String>> arrows = new TreeMap<>();

  private ClassGraph() {}

  /**
   * Reads the classes of a directory or a jar.
   *
   * @param scratch an empty folder, into which the classes of a jar are copied
   */
  static ClassGraph ofClassesAt(Path place, Path scratch) throws IOException {
    StringWriter text = new StringWriter();
    StringWriter errors = new StringWriter();
    int result =
        ToolProvider.findFirst("jdeps")
            .orElseThrow()
            .run(
                new PrintWriter(text),
                new PrintWriter(errors),
                "-v",
                packages(place, scratch).toString());
    if (result != 0) {
      throw new IllegalStateException("jdeps of " + place + ": " + errors + text);
    }
    return of(text.toString());
  }

  /** Returns the folder of packages, without the module descriptor, which jdeps would resolve. */
  private static Path packages(Path place, Path scratch) throws IOException {
    if (Files.isDirectory(place)) {
      return place.resolve("org");
    }
    try (JarFile jar = new JarFile(place.toFile())) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        if (entry.getName().startsWith("org/") && entry.getName().endsWith(".class")) {
          Path copy = scratch.resolve(entry.getName());
          Files.createDirectories(copy.getParent());
          try (InputStream in = jar.getInputStream(entry)) {
            Files.copy(in, copy);
          }
        }
      }
    }
    return scratch.resolve("org");
  }

  /** Reads the output of jdeps. */
  static ClassGraph of(String jdeps) {
    ClassGraph graph = new ClassGraph();
    for (String line : jdeps.lines().toList()) {
      Matcher arrow = ARROW.matcher(line);
      if (arrow.matches()) {
        graph.add(topLevel(arrow.group(1)), topLevel(arrow.group(2)));
      }
    }
    return graph;
  }

  private static String topLevel(String name) {
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  private void add(String from, String to) {
    if (!from.equals(to)) {
      arrows.computeIfAbsent(from, any -> new TreeSet<>()).add(to);
    }
  }

  /** Returns the classes that depend on anything. */
  Set<String> classes() {
    return arrows.keySet();
  }

  /** Returns the largest sets of two or more classes that all depend on each other transitively. */
  List<Set<String>> circles() {
    Map<String, Set<String>> reached = new TreeMap<>();
    for (String each : arrows.keySet()) {
      reached.put(each, reachedFrom(each));
    }
    List<Set<String>> circles = new ArrayList<>();
    Set<String> done = new TreeSet<>();
    for (String each : arrows.keySet()) {
      if (!done.contains(each) && reached.get(each).contains(each)) {
        Set<String> circle = new TreeSet<>(reached.get(each));
        circle.removeIf(other -> !reached.getOrDefault(other, Set.of()).contains(each));
        done.addAll(circle);
        circles.add(circle);
      }
    }
    return circles;
  }

  private Set<String> reachedFrom(String start) {
    Set<String> reached = new TreeSet<>();
    Deque<String> next = new ArrayDeque<>(arrows.get(start));
    while (!next.isEmpty()) {
      String each = next.pop();
      if (reached.add(each)) {
        next.addAll(arrows.getOrDefault(each, Set.of()));
      }
    }
    return reached;
  }
}
