package org.schurmpc.service.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import org.schurmpc.service.state.Code;
import org.schurmpc.service.state.Refusal;

/** Writes refusals as problem details (RFC 9457), with a stable code. */
public final class Problem {
  static final String TYPE = "application/problem+json";
  private static final String NAMES = "tag:schurmpc.org,2026:";

  private Problem() {}

  /** Returns the answer that tells a refusal. */
  public static Answer of(Refusal refusal) {
    Map<String, String> headers = new HashMap<>();
    refusal
        .retryAfter()
        .ifPresent(
            wait -> headers.put("Retry-After", "" + Math.max(1, (wait.toMillis() + 999) / 1000)));
    return of(refusal.code(), refusal.getMessage(), headers);
  }

  static Answer of(Code code, String detail, Map<String, String> headers) {
    return Answer.json(code.status(), TYPE, json(code, code.status(), detail), headers);
  }

  /** Returns the body. */
  static ObjectNode json(Code code, int status, String detail) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("type", NAMES + code.word());
    json.put("title", code.title());
    json.put("status", status);
    json.put("detail", detail);
    json.put("code", code.word());
    return json;
  }

  /** Returns the code for an answer that the HTTP server gives by itself. */
  static Code ofStatus(int status) {
    return switch (status) {
      case 404 -> Code.NO_SUCH_PATH;
      case 405 -> Code.METHOD;
      case 408 -> Code.TIMEOUT;
      case 413 -> Code.TOO_LARGE;
      case 414, 431 -> Code.HEADERS;
      case 415 -> Code.MEDIA_TYPE;
      case 503 -> Code.STOPPING;
      default -> status < 500 || status == 501 || status == 505 ? Code.BAD_REQUEST : Code.INTERNAL;
    };
  }
}
