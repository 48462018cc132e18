package org.schurmpc.service.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.service.state.Code;
import org.schurmpc.service.state.Complaints;
import org.schurmpc.service.state.Refusal;

/**
 * The body that opens a request.
 *
 * @param job the job's name
 * @param digest what the client expects the job to run, 64 hex digits
 * @param number the delivery that party 1 assigned, if any
 */
record Body(String job, String digest, OptionalLong number) {
  /** Maximum length in bytes. */
  static final int MAX_BYTES = 1 << 12;

  private static final int MAX_DEPTH = 4;
  private static final Set<String> KEYS = Set.of("job", "digest", "number");

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxStringLength(MAX_BYTES)
                          .build())
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  static Body parse(byte[] json) throws Refusal {
    JsonNode root = object(json, KEYS);
    String job = text(root, "job");
    String digest = text(root, "digest");
    if (!digest.matches("[0-9a-f]{64}")) {
      throw wrong("The digest is not 64 hex digits in small letters.");
    }
    return new Body(job, digest, number(root));
  }

  /** Parses the body of a complaint. */
  static Complaints.Kind complaint(byte[] json) throws Refusal {
    String delivery = text(object(json, Set.of("delivery")), "delivery");
    for (Complaints.Kind kind : Complaints.Kind.values()) {
      if (kind.word().equals(delivery)) {
        return kind;
      }
    }
    throw wrong("The delivery is none of masks and result.");
  }

  private static JsonNode object(byte[] json, Set<String> keys) throws Refusal {
    JsonNode root;
    try {
      root = MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw wrong("The body is no JSON.");
    } catch (IOException e) {
      throw wrong("The body is no text in UTF-8.");
    }
    if (root == null || !root.isObject()) {
      throw wrong("The body is no JSON object.");
    }
    for (Iterator<String> names = root.fieldNames(); names.hasNext(); ) {
      if (!keys.contains(names.next())) {
        throw wrong("The body has a key that is none of " + new TreeSet<>(keys) + ".");
      }
    }
    return root;
  }

  private static String text(JsonNode root, String key) throws Refusal {
    JsonNode value = root.get(key);
    if (value == null || !value.isTextual()) {
      throw wrong("The body has no text under the key " + key + ".");
    }
    return value.textValue();
  }

  private static OptionalLong number(JsonNode root) throws Refusal {
    JsonNode value = root.get("number");
    if (value == null) {
      return OptionalLong.empty();
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
      throw wrong("The number is no whole number from 0 to 2^63 - 1.");
    }
    return OptionalLong.of(value.longValue());
  }

  private static Refusal wrong(String detail) {
    return new Refusal(Code.BAD_REQUEST, detail);
  }

  /** Returns a hash by which the same body is known again. */
  String hash() {
    FieldHash hash = new FieldHash("body of a request").add(job).add(digest);
    number.ifPresent(hash::add);
    return HexFormat.of().formatHex(hash.digest());
  }
}
