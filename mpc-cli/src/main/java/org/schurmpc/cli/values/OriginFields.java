package org.schurmpc.cli.values;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.schurmpc.core.prep.Origin;

/**
 * Puts the origin of material among the fields of a result: the field {@code preprocessing} is a
 * word, and its parameters are in {@code preprocessing_terms}.
 */
public final class OriginFields {
  private static final String SOURCE = "preprocessing";
  private static final String TERMS = "preprocessing_terms";
  private static final String INSECURE = "preprocessing_insecure";

  private OriginFields() {}

  /** Puts the fields of a run with one kind of material. */
  public static void put(Map<String, Object> fields, Origin origin) {
    fields.put(SOURCE, origin.source());
    fields.put(TERMS, origin.terms());
    fields.put(INSECURE, origin.insecure());
  }

  /**
   * Puts the fields of a program: the terms are a list, with an entry for each of the program's
   * fields.
   *
   * @param origins one for each of the program's fields, all with one source
   */
  public static void put(Map<String, Object> fields, List<Origin> origins) {
    List<SortedMap<String, Object>> terms = origins.stream().map(Origin::terms).toList();
    fields.put(SOURCE, origins.stream().map(Origin::source).findFirst().orElse(null));
    fields.put(TERMS, terms);
    fields.put(INSECURE, origins.stream().anyMatch(Origin::insecure));
  }
}
