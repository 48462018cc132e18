package org.schurmpc.service.http;

import java.nio.ByteBuffer;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.schurmpc.service.state.Code;

/**
 * Makes problem details of errors that the HTTP server finds by itself, such as malformed headers.
 * Nothing of the request or of an exception is repeated.
 */
public final class ProblemErrors extends ErrorHandler {
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Answer answer = answer(response.getStatus());
    response.setStatus(answer.status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.type());
    response.write(/* last= */ true, ByteBuffer.wrap(answer.body()), callback);
    return true;
  }

  private static Answer answer(int status) {
    Code code = Problem.ofStatus(status);
    return Problem.of(code, detail(code), Map.of());
  }

  private static String detail(Code code) {
    return code.title() + ".";
  }
}
