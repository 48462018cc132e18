package org.schurmpc.service.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads the OpenAPI file, and says whether an answer is one of it. */
final class OpenApi {
  private static final ObjectMapper JSON = new ObjectMapper();

  final JsonNode root;

  OpenApi() throws IOException {
    try (InputStream in = OpenApi.class.getResourceAsStream("service.openapi.yaml")) {
      root = new YAMLMapper().readTree(in);
    }
  }

  /** Returns what must be called: "operation status" or "operation status code". */
  Set<String> all() {
    Set<String> all = new TreeSet<>();
    for (var path : root.get("paths").properties()) {
      for (var operation : path.getValue().properties()) {
        if (operation.getValue().has("operationId")) {
          String id = operation.getValue().get("operationId").asString();
          for (var answer : operation.getValue().get("responses").properties()) {
            codes(answer.getValue().get("x-codes"))
                .forEach(code -> all.add(id + " " + answer.getKey() + code));
          }
        }
      }
    }
    for (var answer : root.get("x-anywhere").properties()) {
      codes(answer.getValue()).forEach(code -> all.add("anywhere " + answer.getKey() + code));
    }
    return all;
  }

  private static List<String> codes(JsonNode codes) {
    if (codes == null) {
      return List.of("");
    }
    List<String> all = new ArrayList<>();
    codes.forEach(code -> all.add(" " + code.asString()));
    return all;
  }

  /** Returns the id of the operation of a path and method; "anywhere" if there is none. */
  String operation(String method, String path) {
    for (var each : root.get("paths").properties()) {
      String pattern = Pattern.quote(each.getKey()).replace("{id}", "\\E[0-9A-Fa-f-]{36}\\Q");
      JsonNode operation = each.getValue().get(method.toLowerCase(java.util.Locale.ROOT));
      if (path.matches(pattern) && operation != null) {
        return operation.get("operationId").asString();
      }
    }
    return "anywhere";
  }

  /**
   * Requires that an answer is one of the file, by its status, media type, headers and schema.
   *
   * @return what was called, as {@link #all} lists it
   */
  String require(String operation, int status, String type, byte[] body, boolean later) {
    String text = new String(body, StandardCharsets.UTF_8);
    if (type.equals("application/problem+json")) {
      JsonNode json = JSON.readTree(text);
      fits(root.get("components").get("schemas").get("Problem"), json, "Problem");
      String code = json.get("code").asString();
      check(json.get("status").asInt() == status, "the status differs: " + text);
      check(json.get("type").asString().endsWith(":" + code), text);
      for (String who : new String[] {operation, "anywhere"}) {
        if (all().contains(who + " " + status + " " + code)) {
          check(!List.of("rate", "quota", "storage").contains(code) || later, "no Retry-After");
          return who + " " + status + " " + code;
        }
      }
      throw new AssertionError(operation + " has no answer " + status + " " + code);
    }
    JsonNode answer = answers(operation).get("" + status);
    check(answer != null, operation + " has no answer " + status + ": " + text);
    JsonNode content = answer.get("content");
    if (content == null) {
      check(body.length == 0, "a body");
    } else {
      check(content.has(type), operation + " " + status + " has no " + type);
      if (type.equals("application/json")) {
        fits(content.get(type).get("schema"), JSON.readTree(text), operation);
      }
    }
    return operation + " " + status;
  }

  private JsonNode answers(String operation) {
    for (var path : root.get("paths").properties()) {
      for (var each : path.getValue().properties()) {
        if (each.getValue().has("operationId")
            && each.getValue().get("operationId").asString().equals(operation)) {
          return each.getValue().get("responses");
        }
      }
    }
    throw new AssertionError("an answer without an error to " + operation);
  }

  private static void check(boolean right, String what) {
    if (!right) {
      throw new AssertionError(what);
    }
  }

  /** Requires that a value fits a schema; knows the keywords that the file uses. */
  private void fits(JsonNode schema, JsonNode value, String at) {
    if (schema.has("$ref")) {
      JsonNode found = root.at(schema.get("$ref").asString().substring(1));
      check(!found.isMissingNode(), schema.toString());
      fits(found, value, at);
      return;
    }
    if (schema.has("enum")) {
      boolean any = false;
      for (JsonNode each : schema.get("enum")) {
        any |= each.equals(value);
      }
      check(any, at + " is " + value);
      return;
    }
    switch (schema.get("type").asString()) {
      case "string" -> {
        check(value.isString(), at + " is " + value);
        check(
            !schema.has("pattern") || value.asString().matches(schema.get("pattern").asString()),
            at + " is " + value);
      }
      case "integer" -> {
        check(value.isIntegralNumber(), at + " is " + value);
        check(
            !schema.has("minimum") || value.asLong() >= schema.get("minimum").asLong(),
            at + " is " + value);
      }
      case "array" -> {
        check(value.isArray(), at + " is " + value);
        value.forEach(each -> fits(schema.get("items"), each, at + "[]"));
      }
      case "object" -> {
        check(value.isObject(), at + " is " + value);
        schema
            .get("required")
            .forEach(key -> check(value.has(key.asString()), at + " lacks " + key));
        for (var each : value.properties()) {
          check(schema.get("properties").has(each.getKey()), at + " has " + each.getKey());
          fits(
              schema.get("properties").get(each.getKey()),
              each.getValue(),
              at + "." + each.getKey());
        }
      }
      default -> throw new AssertionError(schema.toString());
    }
  }
}
