package org.schurmpc.service.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * An answer to a call.
 *
 * @param status the HTTP status
 * @param type the media type; empty if there is no body
 * @param body the body
 * @param headers further headers
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Answer(int status, String type, byte[] body, Map<String, String> headers) {
  static final String JSON = "application/json";
  static final String BYTES = "application/octet-stream";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  public Answer {
    headers = Map.copyOf(headers);
  }

  /** Returns an answer without a body. */
  public static Answer empty(int status) {
    return new Answer(status, "", new byte[0], Map.of());
  }

  /** Returns an answer of JSON. */
  public static Answer json(int status, JsonNode json) {
    return json(status, JSON, json, Map.of());
  }

  /** Returns an answer of JSON of another media type. */
  static Answer json(int status, String type, JsonNode json, Map<String, String> headers) {
    try {
      byte[] body = MAPPER.writeValueAsString(json).getBytes(StandardCharsets.UTF_8);
      return new Answer(status, type, body, headers);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of JSON", e);
    }
  }

  /** Returns an answer of bytes. */
  static Answer bytes(int status, byte[] body) {
    return new Answer(status, BYTES, body, Map.of());
  }

  /** Returns an answer of plain text. */
  public static Answer text(int status, String type, String text) {
    return new Answer(status, type, text.getBytes(StandardCharsets.UTF_8), Map.of());
  }
}
