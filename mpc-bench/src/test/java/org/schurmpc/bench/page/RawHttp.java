package org.schurmpc.bench.page;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Sends requests as they are given, with headers that clients of libraries would not send. */
final class RawHttp {
  private static final int PATIENCE_MILLIS = 60_000;

  private RawHttp() {}

  /** An answer: its status, the lines of its header, and its content. */
  record Response(int status, List<String> headers, String body) {
    /** Returns the value of a header; null without it. */
    String header(String name) {
      return headers.stream()
          .filter(line -> line.regionMatches(true, 0, name + ": ", 0, name.length() + 2))
          .map(line -> line.substring(name.length() + 2))
          .findFirst()
          .orElse(null);
    }
  }

  /** Sends a request line with headers, and returns the whole answer. */
  static Response send(int port, String line, String... headers) throws IOException {
    try (Socket socket = open(port, line, headers);
        BufferedReader in = reader(socket)) {
      int status = Integer.parseInt(in.readLine().split(" ", -1)[1]);
      List<String> lines = head(in);
      StringBuilder body = new StringBuilder();
      for (int each = in.read(); each >= 0; each = in.read()) {
        body.append((char) each);
      }
      return new Response(status, lines, body.toString());
    }
  }

  /** Asks for a path as a browser on this machine would. */
  static Response get(int port, String path, String... headers) throws IOException {
    List<String> all = new ArrayList<>(List.of("Host: 127.0.0.1:" + port));
    all.addAll(List.of(headers));
    return send(port, "GET " + path + " HTTP/1.1", all.toArray(String[]::new));
  }

  private static Socket open(int port, String line, String... headers) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    String text = line + "\r\n" + String.join("\r\n", headers);
    text += (headers.length == 0 ? "" : "\r\n") + "\r\n"; // without a wish for the end
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  private static List<String> head(BufferedReader in) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String each = in.readLine(); !each.isEmpty(); each = in.readLine()) {
      lines.add(each);
    }
    return lines;
  }

  /** A reader of events. */
  static final class Events implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader in;
    private final int status;

    Events(int port) throws IOException {
      this.socket = open(port, "GET /events HTTP/1.1", "Host: 127.0.0.1");
      this.in = reader(socket);
      this.status = Integer.parseInt(in.readLine().split(" ", -1)[1]);
    }

    int status() {
      return status;
    }

    /** Returns the next state; null after the end of the events. */
    String next() throws IOException {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith("data: ")) {
          return line.substring("data: ".length());
        }
      }
      return null;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
