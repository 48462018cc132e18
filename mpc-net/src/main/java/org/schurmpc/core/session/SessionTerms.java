package org.schurmpc.core.session;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Holds the terms that the parties must agree on before any protocol message: named fields such as
 * protocol, circuit digest, input/output map, lanes, σ, code and store id. The handshake compares
 * the terms field by field and binds the session id to all of them.
 *
 * @param fields name to value; at most {@value #MAX_FIELDS} fields of at most {@value
 *     #MAX_FIELD_BYTES} bytes (UTF-8) each
 */
public record SessionTerms(SortedMap<String, String> fields) {
  static final int MAX_FIELDS = 64;
  static final int MAX_FIELD_BYTES = 1024;

  public SessionTerms {
    fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
    if (fields.size() > MAX_FIELDS) {
      throw new IllegalArgumentException("more than " + MAX_FIELDS + " fields");
    }
    for (Map.Entry<String, String> field : fields.entrySet()) {
      requireShort(field.getKey());
      requireShort(field.getValue());
    }
  }

  private static void requireShort(String text) {
    if (text.getBytes(StandardCharsets.UTF_8).length > MAX_FIELD_BYTES) {
      throw new IllegalArgumentException("field or value over " + MAX_FIELD_BYTES + " bytes");
    }
  }
}
