package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Disagreement;

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

  private static InputRow row(long key, String fault) {
    return new InputRow(key, new byte[0][], fault);
  }

  /** Whoever computes rows again after they were compared must get the ones compared. */
  @Test
  void rowsAreThoseWhoseKeysWereCompared() throws Exception {
    byte[] nonce = {7};
    KeyDigest digest = new KeyDigest(nonce, 1);
    digest.add(5L);
    digest.add(6L);
    String keys = HexFormat.of().formatHex(digest.digest());
    Manifest manifest = new Manifest(new TreeMap<>(), nonce, List.of("00", keys));
    Chunks chunks = new Chunks(4, 2, 1);
    manifest.requireKeys(chunks, 1, List.of(row(5, null), row(6, null)));
    for (List<InputRow> others :
        List.of(
            List.of(row(5, null), row(7, null)),
            List.of(row(6, null), row(5, null)),
            List.of(row(5, null)),
            List.of(row(5, null), row(6, null), row(7, null)),
            List.of(row(5, null), row(6, "a value is missing")))) {
      assertThrows(Disagreement.class, () -> manifest.requireKeys(chunks, 1, others));
    }
    assertThrows(
        Disagreement.class,
        () -> manifest.requireKeys(chunks, 0, List.of(row(5, null), row(6, null))));
  }
}
