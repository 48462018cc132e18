package org.schurmpc.service.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An answer as it comes over a socket, for calls that no library would make. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RawAnswer(int status, Map<String, String> headers, byte[] body) {
  /** Reads an answer; empty if the connection ends before it. */
  static Optional<RawAnswer> read(InputStream in, String method) throws IOException {
    String first = line(in);
    if (first == null) {
      return Optional.empty();
    }
    if (!first.matches("HTTP/1.1 [0-9]{3} .*")) {
      throw new AssertionError("no answer: " + first);
    }
    int status = Integer.parseInt(first.substring(9, 12));
    Map<String, String> headers = new TreeMap<>();
    for (String next = line(in); next != null && !next.isEmpty(); next = line(in)) {
      String[] parts = next.split(": ?", 2);
      headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1]);
    }
    if (status == 100) {
      return read(in, method);
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    byte[] body = method.equals("HEAD") || status == 204 ? new byte[0] : in.readNBytes(length);
    return Optional.of(new RawAnswer(status, headers, body));
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        return null;
      }
      line.write(next);
    }
    return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
  }

  String type() {
    return headers.getOrDefault("content-type", "");
  }

  boolean closes() {
    return headers.getOrDefault("connection", "").equalsIgnoreCase("close");
  }
}
