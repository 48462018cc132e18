package org.schurmpc.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.crypto.FieldHash;

/**
 * All on which the parties agree before an input leaves. Its digest is a condition of each worker's
 * session.
 *
 * @param terms the terms of the drivers' session
 * @param nonce under which keys are hashed, tossed by both parties, in hexadecimal
 * @param keys for each chunk the hash of its keys, in hexadecimal
 */
record Manifest(TreeMap<String, String> terms, String nonce, List<String> keys)
    implements Serializable {
  Manifest(SortedMap<String, String> terms, byte[] nonce, List<String> keys) {
    this(new TreeMap<>(terms), HexFormat.of().formatHex(nonce), List.copyOf(keys));
  }

  /** Returns the manifest as JSON, byte by byte the same at both parties. */
  byte[] json() {
    TreeMap<String, Object> fields = new TreeMap<>();
    fields.put("terms", terms);
    fields.put("nonce", nonce);
    fields.put("keys", keys);
    try {
      return new ObjectMapper().writeValueAsString(fields).getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the digest, in hexadecimal. */
  String digest() {
    return HexFormat.of().formatHex(new FieldHash("manifest of a job").add(json()).digest());
  }

  /**
   * Holds a chunk to the keys that the parties compared: a table may change between two reads.
   *
   * @throws Disagreement if its rows are others
   */
  void requireKeys(Chunks chunks, int chunk, List<InputRow> rows) throws Disagreement {
    KeyDigest digest = new KeyDigest(HexFormat.of().parseHex(nonce), chunk);
    boolean good = rows.size() == chunks.rowsOf(chunk);
    for (InputRow row : rows) {
      good = good && row.fault() == null && digest.add(row.key());
    }
    if (!good || !HexFormat.of().formatHex(digest.digest()).equals(keys.get(chunk))) {
      throw new Disagreement("the table has changed since its keys were compared");
    }
  }
}
