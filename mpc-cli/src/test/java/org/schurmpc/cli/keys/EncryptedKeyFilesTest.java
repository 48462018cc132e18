package org.schurmpc.cli.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.crypto.OwnerOnly;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Identity;

/** Tests keys encrypted under a passphrase, between this program and openssl. */
@Timeout(60)
class EncryptedKeyFilesTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final String PASSPHRASE = "häuslich & 8 Katzen";

  @TempDir Path folder;

  private static char[] passphrase() {
    return PASSPHRASE.toCharArray();
  }

  private KeyFiles make(String name, char[] passphrase) throws Exception {
    KeyFiles files = KeyFiles.in(folder, name);
    files.make(DAY, false, passphrase);
    return files;
  }

  private static Fingerprint read(KeyFiles files, char[] passphrase) throws BadFile {
    return Identity.read(files.key(), files.certificate(), passphrase).fingerprint();
  }

  private static String refusal(KeyFiles files, String passphrase) {
    return assertThrows(BadFile.class, () -> read(files, passphrase.toCharArray())).getMessage();
  }

  /** Runs openssl in the folder; its last argument reads the passphrase from the file pass. */
  private void openssl(String arguments) throws Exception {
    Files.writeString(folder.resolve("pass"), PASSPHRASE + "\n");
    Process process;
    try {
      List<String> line = List.of(("openssl " + arguments).split(" ", -1));
      process =
          new ProcessBuilder(line).directory(folder.toFile()).redirectErrorStream(true).start();
    } catch (IOException e) {
      assumeTrue(false, "openssl is not installed: " + e.getMessage());
      return;
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(30, TimeUnit.SECONDS), arguments);
    assertEquals(0, process.exitValue(), said);
  }

  @Test
  void anEncryptedKeyOpensWithItsPassphraseAlone() throws Exception {
    KeyFiles files = make("alice", passphrase());
    Fingerprint expected = Fingerprint.of(Identity.readCertificate(files.certificate()));
    assertTrue(Identity.isEncrypted(files.key()));
    assertEquals(expected, read(files, passphrase()));
    String text = Files.readString(files.key());
    assertTrue(text.startsWith("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"), text);
    String wrong = refusal(files, PASSPHRASE + "!");
    assertTrue(wrong.startsWith(files.key() + " does not open with this passphrase"), wrong);
    assertEquals(files.key() + " is encrypted: its passphrase is needed", refusal(files, ""));
    KeyFiles other = make("bob", passphrase());
    Files.copy(other.certificate(), folder.resolve("mixed.crt"));
    Files.copy(files.key(), folder.resolve("mixed.key"));
    String mixed = refusal(KeyFiles.in(folder, "mixed"), PASSPHRASE);
    assertTrue(mixed.contains("is not the key of the certificate"), mixed);
  }

  @Test
  void aKeyInTheClearNeedsNoPassphrase() throws Exception {
    KeyFiles files = make("alice", new char[0]);
    assertFalse(Identity.isEncrypted(files.key()));
    assertEquals(read(files, new char[0]), read(files, passphrase()));
  }

  @Test
  void opensslReadsOurKeys() throws Exception {
    KeyFiles files = make("alice", passphrase());
    openssl("pkey -in alice.key -out plain.key -passin file:pass");
    Files.copy(files.certificate(), folder.resolve("plain.crt"));
    assertEquals(read(files, passphrase()), read(KeyFiles.in(folder, "plain"), new char[0]));
    openssl("asn1parse -in alice.key -out der");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-v2 aes-256-cbc",
        "-v2 aes-128-cbc -v2prf hmacWithSHA512",
        "-v2 aes-256-cbc -v2prf hmacWithSHA1 -iter 10000"
      })
  void keysOfOpensslAreRead(String method) throws Exception {
    KeyFiles plain = make("alice", new char[0]);
    openssl("pkcs8 -topk8 -in alice.key -out bob.key -passout file:pass " + method);
    Files.copy(plain.certificate(), folder.resolve("bob.crt"));
    KeyFiles files = KeyFiles.in(folder, "bob");
    assertEquals(read(plain, new char[0]), read(files, passphrase()));
    String wrong = refusal(files, "another one");
    assertTrue(wrong.contains("does not open with this passphrase"), wrong);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-scrypt", "-v2 aes-192-cbc", "-v2 des3", "-v2 aes-256-cbc -iter 10000001"})
  void otherMethodsAreNamed(String method) throws Exception {
    KeyFiles plain = make("alice", new char[0]);
    openssl("pkcs8 -topk8 -in alice.key -out bob.key -passout file:pass " + method);
    Files.copy(plain.certificate(), folder.resolve("bob.crt"));
    String refused = refusal(KeyFiles.in(folder, "bob"), PASSPHRASE);
    assertTrue(refused.contains("encrypted by other means than PBKDF2 and AES"), refused);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw-rw-rw-", "r--r--r--"})
  void filesThatOthersCanReadAreRefused(String mode) throws Exception {
    Path file = Files.writeString(folder.resolve("alice.key"), "x");
    assumeTrue(
        file.getFileSystem().supportedFileAttributeViews().contains("posix"),
        "this file system has no POSIX permissions");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    String octal = mode.chars().mapToObj(c -> c == '-' ? "0" : "1").reduce("", String::concat);
    BadFile refused = assertThrows(BadFile.class, () -> OwnerOnly.require(file));
    assertEquals(
        "%s can be read by others than its owner (mode %03o): chmod 600 %s"
            .formatted(file, Integer.parseInt(octal, 2), file),
        refused.getMessage());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    OwnerOnly.require(file);
    OwnerOnly.require(folder.resolve("missing"));
  }
}
