package org.schurmpc.core.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FieldHashTest {

  private static String hash(String label, String... fields) {
    FieldHash hash = new FieldHash(label);
    for (String field : fields) {
      hash.add(field);
    }
    return HexFormat.of().formatHex(hash.digest());
  }

  @Test
  void fieldsHaveBoundaries() {
    List<String> hashes =
        List.of(
            hash("x", "ab", "c"),
            hash("x", "a", "bc"),
            hash("x", "abc"),
            hash("x", "abc", ""),
            hash("x", "", "abc"),
            hash("xa", "bc"),
            hash("", "x", "abc"),
            hash("x", "a", "b", "c"));
    assertEquals(hashes.size(), Set.copyOf(hashes).size());
  }

  @Test
  void hashesLengthsAndFields() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    byte[] text = "λ1".getBytes(StandardCharsets.UTF_8);
    out.writeInt(5);
    out.write("label".getBytes(StandardCharsets.UTF_8));
    out.writeInt(text.length);
    out.write(text);
    out.writeInt(8);
    out.writeLong(-2);
    out.writeInt(16);
    out.writeLong(Long.reverseBytes(0x0102030405060708L));
    out.writeLong(Long.reverseBytes(-7));
    byte[] expected = MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
    long[] words = {99, 0x0102030405060708L, -7, 99};
    assertArrayEquals(expected, new FieldHash("label").add("λ1").add(-2).add(words, 1, 2).digest());
  }

  @Test
  void wordFieldsHaveBoundaries() {
    long[] words = {1, 2, 3};
    Set<String> hashes = new HashSet<>();
    for (int cut = 0; cut <= 3; cut++) {
      byte[] digest = new FieldHash("x").add(words, 0, cut).add(words, cut, 3 - cut).digest();
      hashes.add(HexFormat.of().formatHex(digest));
    }
    assertEquals(4, hashes.size());
  }

  @Test
  void aWideHashIsSha512OfTheSameBytes() throws Exception {
    byte[] bytes = {9, 1, 2, 9};
    byte[] expected =
        MessageDigest.getInstance("SHA-512")
            .digest(new byte[] {0, 0, 0, 1, 'x', 0, 0, 0, 2, 1, 2, 0, 0, 0, 1, 'y'});
    assertArrayEquals(expected, FieldHash.wide("x").add(bytes, 1, 2).add("y").digest());
    assertEquals(FieldHash.WIDE_BYTES, expected.length);
  }
}
