package org.schurmpc.bench.page;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A whole answer to a request.
 *
 * @param status the status of HTTP
 * @param type the media type
 * @param body the content
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Answer(int status, String type, byte[] body) {
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

  /** Creates an answer of one sentence. */
  static Answer text(int status, String sentence) {
    return new Answer(
        status, "text/plain; charset=utf-8", sentence.getBytes(StandardCharsets.UTF_8));
  }

  /** Sets the headers of every answer. */
  static void protect(Headers headers) {
    HEADERS.forEach(headers::set);
  }

  /** Sends the answer and ends the exchange. */
  void send(HttpExchange exchange) throws IOException {
    try (exchange) {
      protect(exchange.getResponseHeaders());
      exchange.getResponseHeaders().set("Content-Type", type);
      boolean empty = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(status, empty ? -1 : body.length);
      if (!empty) {
        try (OutputStream out = exchange.getResponseBody()) {
          out.write(body);
        }
      }
    }
  }
}
