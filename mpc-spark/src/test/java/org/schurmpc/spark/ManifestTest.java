package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ManifestTest {
  private static Manifest manifest(String job, int nonce, String... keys) {
    return new Manifest(
        new TreeMap<>(Map.of("job", job, "circuit", "00")),
        new byte[] {(byte) nonce},
        List.of(keys));
  }

  @Test
  void textIsCanonical() {
    assertEquals(
        "{\"keys\":[\"aa\",\"bb\"],\"nonce\":\"07\",\"terms\":{\"circuit\":\"00\",\"job\":\"j\"}}",
        new String(manifest("j", 7, "aa", "bb").json(), StandardCharsets.UTF_8));
  }

  @Test
  void digestDependsOnAllParts() {
    String digest = manifest("j", 7, "aa", "bb").digest();
    assertEquals(digest, manifest("j", 7, "aa", "bb").digest());
    assertNotEquals(digest, manifest("k", 7, "aa", "bb").digest());
    assertNotEquals(digest, manifest("j", 8, "aa", "bb").digest());
    assertNotEquals(digest, manifest("j", 7, "aa", "bc").digest());
  }
}
