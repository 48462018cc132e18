package org.schurmpc.bench.control;

import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.cli.launch.Printable;
import org.schurmpc.core.prep.Origin;

/** Makes the origin of material that another process describes safe to print and to store. */
final class PrintableOrigin {
  private static final int MOST_TERMS = 32;
  private static final String UNKNOWN = "unknown";

  private PrintableOrigin() {}

  /** Returns the printable form; the word "unknown" stands for an origin that is null. */
  static Origin of(Origin origin) {
    if (origin == null) {
      return new Origin(UNKNOWN, new TreeMap<>(), UNKNOWN);
    }
    SortedMap<String, Object> terms = new TreeMap<>();
    origin.terms().entrySet().stream()
        .limit(MOST_TERMS)
        .forEach(term -> terms.put(Printable.of(term.getKey()), printable(term.getValue())));
    return new Origin(Printable.of(origin.source()), terms, Printable.of(origin.text()));
  }

  private static Object printable(Object value) {
    return value instanceof Number || value instanceof Boolean
        ? value
        : Printable.of(String.valueOf(value));
  }
}
