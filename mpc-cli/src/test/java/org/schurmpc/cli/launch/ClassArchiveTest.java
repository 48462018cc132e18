package org.schurmpc.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests the names of archives, and which folders and archives are refused. */
@DisabledOnOs(OS.WINDOWS)
class ClassArchiveTest {
  private static final Path JAVA = Path.of("/opt/jdk");
  private static final Runtime.Version VERSION = Runtime.Version.parse("25.0.3+9");

  @TempDir Path parent;
  private Path folder;
  private Path jar;

  @BeforeEach
  void makeFolderAndJar() throws Exception {
    folder = Files.createDirectory(parent.resolve("schur-mpc"));
    permit(folder, "rwx------");
    jar = Files.writeString(parent.resolve("a.jar"), "jar");
    Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_000));
  }

  private static void permit(Path file, String permissions) throws Exception {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private ClassArchive archive() throws Exception {
    return ClassArchive.of(folder, jar, JAVA, VERSION);
  }

  private String distrust() throws Exception {
    return archive().distrust().orElse("trusted");
  }

  @Test
  void anotherJarOrJvmHasAnotherArchive() throws Exception {
    String name = archive().name();
    assertEquals(name, archive().name());
    assertNotEquals(
        name, ClassArchive.of(folder, jar, JAVA, Runtime.Version.parse("25.0.4+1")).name());
    assertNotEquals(name, ClassArchive.of(folder, jar, Path.of("/opt/other"), VERSION).name());
    Path copy = Files.copy(jar, parent.resolve("b.jar"));
    Files.setLastModifiedTime(copy, FileTime.fromMillis(1_000_000));
    assertNotEquals(name, ClassArchive.of(folder, copy, JAVA, VERSION).name());
    Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_001)); // the JVM compares the time
    assertNotEquals(name, archive().name());
    Files.writeString(jar, "rat"); // of the same length and time
    Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_000));
    assertNotEquals(name, archive().name());
  }

  @Test
  void theFolderIsThatForCaches() {
    assertEquals(
        Path.of("/c/schur-mpc"), ClassArchive.folder(Map.of("XDG_CACHE_HOME", "/c"), "/h"));
    assertEquals(
        Path.of("/h/.cache/schur-mpc"), ClassArchive.folder(Map.of("XDG_CACHE_HOME", "c"), "/h"));
    assertEquals(Path.of("/h/.cache/schur-mpc"), ClassArchive.folder(Map.of(), "/h"));
  }

  @Test
  void aFolderOfTheUserAloneIsTrusted() throws Exception {
    assertEquals(Optional.empty(), archive().distrust());
    Files.writeString(archive().file(), "archive");
    permit(archive().file(), "rw-r--r--");
    assertEquals(Optional.empty(), archive().distrust());
  }

  @Test
  void aFolderOrArchiveThatOthersCanWriteIsRefused() throws Exception {
    permit(folder, "rwxrwx---");
    assertEquals(folder + " can be written by others than its owner", distrust());
    permit(folder, "rwx----w-");
    assertEquals(folder + " can be written by others than its owner", distrust());
    permit(folder, "rwx------");
    Files.writeString(archive().file(), "archive");
    permit(archive().file(), "rw--w----");
    assertEquals(archive().file() + " can be written by others than its owner", distrust());
  }

  @Test
  void foldersThatOthersCanExchangeAreRefused() throws Exception {
    permit(parent, "rwxrwx---");
    assertEquals("others than its owner can exchange what is in " + parent, distrust());
    permit(parent, "rwx---rwx");
    assertEquals("others than its owner can exchange what is in " + parent, distrust());
  }

  @Test
  void pathsThatOptionsCannotNameHaveNoArchive() throws Exception {
    Map<String, String> separator = Map.of("XDG_CACHE_HOME", parent + "/a:b");
    assertThrows(IOException.class, () -> ClassArchive.of(jar, separator));
    Path other = Files.copy(jar, parent.resolve("a:b.jar"));
    Map<String, String> usual = Map.of("XDG_CACHE_HOME", parent.toString());
    assertThrows(IOException.class, () -> ClassArchive.of(other, usual));
    assertEquals(folder, ClassArchive.of(jar, usual).folder());
  }

  @Test
  void linksAreRefused() throws Exception {
    Path real = Files.move(folder, parent.resolve("real"));
    Files.createSymbolicLink(folder, real);
    assertTrue(distrust().endsWith("is a link or of another kind"), distrust());
    Files.delete(folder);
    Files.move(real, folder);
    Path elsewhere = Files.writeString(parent.resolve("elsewhere"), "archive");
    Files.createSymbolicLink(archive().file(), elsewhere);
    assertTrue(distrust().endsWith(".jsa is a link or of another kind"), distrust());
  }
}
