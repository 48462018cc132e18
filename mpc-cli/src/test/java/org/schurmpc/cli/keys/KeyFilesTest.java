package org.schurmpc.cli.keys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;

/** Tests that a key and its certificate are written together or not at all. */
class KeyFilesTest {
  private static final Duration DAY = Duration.ofDays(1);

  @TempDir Path folder;

  private List<String> names() throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** Creates a folder with content at a path, which no file can replace. */
  private void block(Path file) throws Exception {
    Files.deleteIfExists(file);
    Files.createDirectories(file.resolve("inside"));
  }

  @Test
  void withoutCertificateThereIsNoKey() throws Exception {
    KeyFiles files = KeyFiles.in(folder, "alice");
    block(folder.resolve("alice.crt.new"));
    assertThrows(BadFile.class, () -> files.make(DAY, false));
    assertEquals(List.of("alice.crt.new"), names());
  }

  @Test
  void theOldKeyStaysWithTheOldCertificate() throws Exception {
    KeyFiles files = KeyFiles.in(folder, "alice");
    files.make(DAY, false);
    byte[] key = Files.readAllBytes(files.key());
    byte[] certificate = Files.readAllBytes(files.certificate());
    block(folder.resolve("alice.crt.new"));
    assertThrows(BadFile.class, () -> files.make(DAY, true));
    assertArrayEquals(key, Files.readAllBytes(files.key()));
    assertArrayEquals(certificate, Files.readAllBytes(files.certificate()));
  }

  @Test
  void aFileThatCannotBeReplacedLeavesTheOtherAsItWas() throws Exception {
    KeyFiles files = KeyFiles.in(folder, "alice");
    files.make(DAY, false);
    byte[] key = Files.readAllBytes(files.key());
    byte[] certificate = Files.readAllBytes(files.certificate());
    block(files.certificate());
    assertThrows(BadFile.class, () -> files.make(DAY, true));
    assertArrayEquals(key, Files.readAllBytes(files.key()));
    Files.delete(files.certificate().resolve("inside"));
    Files.delete(files.certificate());
    Files.write(files.certificate(), certificate);
    block(files.key());
    assertThrows(BadFile.class, () -> files.make(DAY, true));
    assertArrayEquals(certificate, Files.readAllBytes(files.certificate()));
    Files.delete(files.certificate());
    assertThrows(BadFile.class, () -> files.make(DAY, true));
    assertFalse(Files.exists(files.certificate()));
    assertEquals(List.of("alice.key"), names());
  }
}
