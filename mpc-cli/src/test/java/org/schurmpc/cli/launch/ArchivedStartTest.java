package org.schurmpc.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests which command lines are given to a second JVM. */
@DisabledOnOs(OS.WINDOWS)
@Isolated("sets a system property")
class ArchivedStartTest {
  private static final int HERE = 42;

  @TempDir Path cache;
  private final Map<String, String> environment = new HashMap<>();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Path jar;

  @BeforeEach
  void makeJar() throws Exception {
    jar = Files.writeString(cache.resolve("a.jar"), "jar");
    environment.put("XDG_CACHE_HOME", cache.toString());
  }

  private ArchivedStart start(String... args) {
    return new ArchivedStart("Main", List.of(args), Optional.of(jar), environment);
  }

  private int run(String... args) {
    return start(args).run(() -> HERE, new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private Path makeFolder(String permissions) throws Exception {
    Path folder = Files.createDirectory(cache.resolve("schur-mpc"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
    Files.writeString(ClassArchive.of(jar, environment).file(), "no archive");
    return folder;
  }

  @Test
  void evaluationsInTheUsualJvmAreShort() {
    assertTrue(start("eval", "--config=job.toml").isShort());
    assertFalse(start().isShort());
    assertFalse(start("info").isShort());
    assertFalse(start("eval", "--jvm", "/opt/jdk").isShort());
    assertFalse(start("eval", "--heap=2g").isShort());
    assertFalse(new ArchivedStart("Main", List.of("eval"), Optional.empty(), Map.of()).isShort());
  }

  @Test
  void theImageHasAnArchiveOfItsOwn() {
    String before = System.getProperty(ShownName.PROPERTY);
    System.setProperty(ShownName.PROPERTY, "schur-mpc");
    try {
      assertFalse(ArchivedStart.ofThisProcess("Main", new String[] {"eval"}).isShort());
    } finally {
      if (before == null) {
        System.clearProperty(ShownName.PROPERTY);
      } else {
        System.setProperty(ShownName.PROPERTY, before);
      }
    }
  }

  @Test
  void whoeverSetsOptionsOfTheJvmKeepsThem() {
    environment.put("JDK_JAVA_OPTIONS", "-Xmx1g");
    assertFalse(start("eval").isShort());
  }

  @Test
  void archivesCanBeForbidden() throws Exception {
    makeFolder("rwx------");
    environment.put(ArchivedStart.VARIABLE, ArchivedStart.OFF);
    assertEquals(HERE, run("eval"));
  }

  @Test
  void anArchiveThatOthersCanWriteIsNotUsed() throws Exception {
    Path folder = makeFolder("rwxrwxrwx");
    assertEquals(HERE, run("eval"));
    assertEquals(
        "starting without the archive of classes: "
            + folder
            + " can be written by others than its owner",
        err.toString(StandardCharsets.UTF_8).strip());
  }

  @Test
  void withAnArchiveASecondJvmRunsTheCommand() throws Exception {
    makeFolder("rwx------");
    // The jar has no such class, as the second JVM finds out.
    assertEquals(1, run("eval"));
  }

  @Test
  void withoutAnArchiveASecondJvmRunsTheCommand() {
    assertEquals(1, run("eval"));
    assertFalse(
        Files.exists(cache.resolve("schur-mpc")), "what failed is no reason for an archive");
  }

  @Test
  void otherCommandsRunInThisJvm() {
    assertEquals(HERE, run("info"));
    assertEquals("", err.toString(StandardCharsets.UTF_8));
  }
}
