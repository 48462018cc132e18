package org.schurmpc.bench.page;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.cli.page.PageAnswer;
import org.schurmpc.cli.page.PageCall;

/** A request for the page, as the JDK's server hands it over. */
record ExchangeCall(HttpExchange exchange) implements PageCall {
  @Override
  public String method() {
    return exchange.getRequestMethod();
  }

  @Override
  public String path() {
    return exchange.getRequestURI().getPath();
  }

  @Override
  public Optional<String> query() {
    return Optional.ofNullable(exchange.getRequestURI().getQuery());
  }

  @Override
  public List<String> headers(String name) {
    return exchange.getRequestHeaders().getOrDefault(name, List.of());
  }

  @Override
  public Sending begin(Map<String, String> headers) throws IOException {
    headers.forEach(exchange.getResponseHeaders()::set);
    try {
      exchange.sendResponseHeaders(200, 0);
    } catch (IOException e) {
      exchange.close();
      throw e;
    }
    return new Sending() {
      @Override
      public OutputStream out() {
        return exchange.getResponseBody();
      }

      @Override
      public void close() {
        exchange.close();
      }
    };
  }

  /** Sends an answer and ends the exchange. */
  void send(PageAnswer answer) throws IOException {
    try (exchange) {
      answer.headers().forEach(exchange.getResponseHeaders()::set);
      byte[] body = answer.body();
      boolean empty = body.length == 0 || method().equals("HEAD");
      exchange.sendResponseHeaders(answer.status(), empty ? -1 : body.length);
      if (!empty) {
        try (OutputStream out = exchange.getResponseBody()) {
          out.write(body);
        }
      }
    }
  }
}
