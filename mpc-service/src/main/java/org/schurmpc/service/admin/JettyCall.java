package org.schurmpc.service.admin;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.UrlEncoded;
import org.schurmpc.cli.page.PageAnswer;
import org.schurmpc.cli.page.PageCall;

/** A request for the page, as Jetty hands it over. */
record JettyCall(Request request, Response response, Callback callback) implements PageCall {
  @Override
  public String method() {
    return request.getMethod();
  }

  @Override
  public String path() {
    return request.getHttpURI().getPath();
  }

  @Override
  public Optional<String> query() {
    return Optional.ofNullable(request.getHttpURI().getQuery()).map(JettyCall::decoded);
  }

  /** Decodes escapes; a plus stays one, since tokens may have it. */
  private static String decoded(String query) {
    try {
      return UrlEncoded.decodeString(query.replace("+", "%2B"));
    } catch (IllegalArgumentException e) {
      return ""; // no token is equal to it
    }
  }

  @Override
  public List<String> headers(String name) {
    return request.getHeaders().getFields(name).stream().map(HttpField::getValue).toList();
  }

  private void begin(int status, Map<String, String> headers) {
    response.setStatus(status);
    headers.forEach((name, value) -> response.getHeaders().put(name, value));
  }

  @Override
  public Sending begin(Map<String, String> headers) {
    begin(200, headers);
    OutputStream out = Content.Sink.asOutputStream(response);
    return new Sending() {
      @Override
      public OutputStream out() {
        return out;
      }

      @Override
      public void close() {
        try {
          out.close();
          callback.succeeded();
        } catch (IOException e) { // the reader has left, or was dropped
          callback.failed(e);
          request.getConnectionMetaData().getConnection().getEndPoint().close();
        }
      }
    };
  }

  /** Sends a whole answer. */
  void send(PageAnswer answer) {
    begin(answer.status(), answer.headers());
    response.write(/* last= */ true, ByteBuffer.wrap(answer.body()), callback);
  }
}
