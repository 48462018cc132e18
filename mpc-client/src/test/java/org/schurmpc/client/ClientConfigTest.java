package org.schurmpc.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests configurations and key files. */
class ClientConfigTest {
  private static final String PIN1 = "SHA256:" + "ab".repeat(32);
  private static final String PIN2 = "cd".repeat(32);
  private static final String RIGHT =
      """
      [client]
      key = "keys/me.key"
      certificate = "me.crt"
      state = "/var/lib/state"
      timeout = 5
      [[party]]
      url = "https://alice.example:8443/"
      fingerprint = "%s"
      [[party]]
      url = "https://bob.example"
      fingerprint = ["%s", "%s"]
      [[job]]
      name = "tag"
      digest = "%s"
      """
          .formatted(PIN1, PIN2, "EF".repeat(32), "01".repeat(32));

  @TempDir Path folder;

  private ClientConfig read(String text) throws Exception {
    Path file = folder.resolve("client.toml");
    Files.writeString(file, text);
    return ClientConfig.read(file);
  }

  @Test
  void readsAConfiguration() throws Exception {
    ClientConfig config = read(RIGHT);
    assertEquals(folder.resolve("keys/me.key"), config.key());
    assertEquals(Path.of("/var/lib/state"), config.state());
    assertEquals(Duration.ofSeconds(5), config.timeout());
    assertEquals("https://alice.example:8443", config.parties().get(0).url().toString());
    assertEquals("https://bob.example", config.parties().get(1).url().toString());
    assertEquals(2, config.parties().get(1).pins().size());
    assertEquals(Map.of("tag", "01".repeat(32)), config.jobs());
    assertEquals(Duration.ofSeconds(30), read(RIGHT.replace("timeout = 5", "")).timeout());
  }

  @Test
  void wrongConfigurationsNameFileAndKey() throws Exception {
    List<List<String>> wrong =
        List.of(
            List.of("key = \"keys/me.key\"", "", "client.key"),
            List.of("key = \"keys/me.key\"", "key = 7", "client.key"),
            List.of("state =", "stat =", "client.stat"),
            List.of("timeout = 5", "timeout = 0", "client.timeout"),
            List.of("timeout = 5", "timeout = \"5\"", "client.timeout"),
            List.of("[client]", "[clint]", "clint"),
            List.of("https://bob.example", "http://bob.example", "party[2].url"),
            List.of("https://bob.example", "https://bob.example/v1", "party[2].url"),
            List.of("https://bob.example", "https://a@bob.example", "party[2].url"),
            List.of("https://bob.example", "bob", "party[2].url"),
            List.of(PIN1, "SHA256:12", "is no fingerprint"),
            List.of(PIN2, "ab".repeat(32), "party[2].fingerprint"),
            List.of(PIN2, "ef".repeat(32), "party[2].fingerprint"),
            List.of("[[job]]", "[job]", "job"),
            List.of("\"" + "01".repeat(32) + "\"", "\"01\"", "job[1].digest"),
            List.of("name = \"tag\"", "name = \"tag\"\nsize = 1", "job[1].size"),
            List.of("[client]", "[client", "not TOML"),
            List.of("timeout = 5", "timeout = 5\ntimeout = 6", "twice"));
    for (List<String> change : wrong) {
      String text = RIGHT.replace(change.get(0), change.get(1));
      BadConfig e = assertThrows(BadConfig.class, () -> read(text), change.toString());
      assertTrue(e.getMessage().contains(change.get(2)), e.getMessage());
    }
    String one = RIGHT.substring(0, RIGHT.lastIndexOf("[[party]]"));
    assertTrue(
        assertThrows(BadConfig.class, () -> read(one)).getMessage().contains("is there 1 times"));
    assertThrows(BadConfig.class, () -> ClientConfig.read(folder.resolve("none.toml")));
  }

  @Test
  void readsKeysThatAreEncryptedOrNot() throws Exception {
    TestKey key = TestKey.make("me");
    Path file = folder.resolve("me.key");
    Path certificate = folder.resolve("me.crt");
    key.write(folder, "me", new char[0]);
    assertFalse(ClientKey.isEncrypted(file));
    assertEquals(key.fingerprint(), ClientKey.read(file, certificate, new char[0]).fingerprint());
    char[] passphrase = "correct hörse".toCharArray();
    key.write(folder, "me", passphrase);
    assertTrue(ClientKey.isEncrypted(file));
    assertEquals(key.key(), ClientKey.read(file, certificate, passphrase).key());
    assertEquals(
        file + " is encrypted: its passphrase is needed",
        assertThrows(BadConfig.class, () -> ClientKey.read(file, certificate, new char[0]))
            .getMessage());
    assertThrows(
        BadConfig.class, () -> ClientKey.read(file, certificate, "wrong horse".toCharArray()));
  }

  @Test
  void wrongKeyFilesAreOneSentence() throws Exception {
    TestKey.make("me").write(folder, "me", new char[0]);
    TestKey.make("other").write(folder, "other", new char[0]);
    TestKey.make("old", Duration.ofMinutes(-10)).write(folder, "old", new char[0]);
    Path key = folder.resolve("me.key");
    Path certificate = folder.resolve("me.crt");
    char[] none = {};
    assertTrue(message(key, folder.resolve("other.crt")).contains("is not the key of"));
    assertTrue(message(folder.resolve("old.key"), folder.resolve("old.crt")).contains("not now"));
    assertTrue(
        message(certificate, certificate).contains("is no PKCS #8"),
        message(certificate, certificate));
    assertTrue(message(key, key).contains("is no X.509"));
    assertTrue(message(folder.resolve("x.key"), certificate).contains("does not exist"));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
    assertTrue(message(key, certificate).contains("chmod 600"));
    assertEquals(0, none.length);
  }

  private static String message(Path key, Path certificate) {
    return assertThrows(BadConfig.class, () -> ClientKey.read(key, certificate, new char[0]))
        .getMessage();
  }
}
