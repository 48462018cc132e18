package org.schurmpc.cli.page;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A whole answer to a request for a page.
 *
 * @param status the status of HTTP
 * @param type the media type
 * @param body the content
 * @param more headers beside those of every answer
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PageAnswer(int status, String type, byte[] body, Map<String, String> more) {
  /** The browser runs and loads what this page serves, and nothing else. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** A connection has one answer, so that no answer waits until others are taken. */
  private static final Map<String, String> HEADERS =
      Map.of(
          "Connection", "close",
          "Content-Security-Policy", POLICY,
          "X-Content-Type-Options", "nosniff",
          "X-Frame-Options", "DENY",
          "Referrer-Policy", "no-referrer",
          "Cross-Origin-Resource-Policy", "same-origin",
          "Cache-Control", "no-store");

  public PageAnswer {
    more = Map.copyOf(more);
  }

  /** Creates an answer of one sentence. */
  public static PageAnswer text(int status, String sentence) {
    byte[] body = sentence.getBytes(StandardCharsets.UTF_8);
    return new PageAnswer(status, "text/plain; charset=utf-8", body, Map.of());
  }

  /** Returns this answer with a further header. */
  PageAnswer with(String name, String value) {
    Map<String, String> all = new LinkedHashMap<>(more);
    all.put(name, value);
    return new PageAnswer(status, type, body, all);
  }

  /** Returns the headers: those of every answer, the type, and those of this one. */
  public Map<String, String> headers() {
    Map<String, String> all = headers(type);
    all.putAll(more);
    return all;
  }

  /** Returns the headers of an answer of some type. */
  static Map<String, String> headers(String type) {
    Map<String, String> all = new LinkedHashMap<>(HEADERS);
    all.put("Content-Type", type);
    return all;
  }
}
