package org.schurmpc.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Makes archives by a script in place of the JVM. */
@Timeout(30)
@DisabledOnOs(OS.WINDOWS)
class ArchiveMakerTest {
  /** Writes its arguments into each file that an option names. */
  private static final String WRITES =
      """
      for each; do case $each in
        -XX:DumpLoadedClassList=*|-XX:SharedArchiveFile=*) f="${each#*=}"; echo "$@" > "$f"; chmod 664 "$f" ;;
      esac; done
      """;

  @TempDir Path parent;
  private Path folder;
  private ClassArchive archive;

  @BeforeEach
  void nameTheArchive() throws Exception {
    folder = parent.resolve("cache/schur-mpc");
    Path jar = Files.writeString(parent.resolve("a.jar"), "jar");
    archive = ClassArchive.of(folder, jar, parent.resolve("jdk"), Runtime.version());
  }

  private boolean make(String script) throws Exception {
    Path java = Files.createDirectories(parent.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    return new ArchiveMaker(archive, "Main").make();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  @Test
  void makesTheArchiveAloneInAFolderOfTheUser() throws Exception {
    assertTrue(make(WRITES));
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
    assertEquals(List.of(archive.file()), files());
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(archive.file())));
    String dump = Files.readString(archive.file());
    assertTrue(dump.contains("-Xshare:dump") && dump.strip().endsWith("a.jar Main"), dump);
  }

  @Test
  void oneProcessMakesTheArchive() throws Exception {
    assertTrue(make(WRITES));
    assertTrue(make("exit 1")); // it is there
    Files.delete(archive.file());
    Files.createFile(archive.making());
    assertFalse(make(WRITES));
    assertFalse(archive.exists());
  }

  @Test
  void aMakingThatFailedIsRepeatedLater() throws Exception {
    assertThrows(IOException.class, () -> make(WRITES + "exit 1"));
    assertEquals(List.of(archive.making()), files());
    assertFalse(make(WRITES));
    Files.setLastModifiedTime(
        archive.making(), FileTime.from(Instant.now().minus(Duration.ofHours(2))));
    assertTrue(make(WRITES));
    assertEquals(List.of(archive.file()), files());
  }

  @Test
  void makesNothingInAFolderOfOthers() throws Exception {
    Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThrows(IOException.class, () -> make(WRITES));
    assertEquals(List.of(), files());
  }

  @Test
  void theNewestArchivesStay() throws Exception {
    assertTrue(make(WRITES));
    Files.delete(archive.file());
    for (int i = 1; i <= 5; i++) {
      Path old = Files.createFile(folder.resolve("classes-" + i + ".jsa"));
      Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(i))));
    }
    Files.createFile(folder.resolve("rates.json"));
    Path killed = Files.createFile(folder.resolve("classes-1-7.new"));
    Files.setLastModifiedTime(killed, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
    Path other = Files.createFile(folder.resolve("classes-1-8.new"));
    assertTrue(make(WRITES));
    assertFalse(Files.exists(killed));
    assertTrue(Files.deleteIfExists(other)); // another process may be writing it
    assertEquals(5, files().size());
    assertTrue(archive.exists());
    assertFalse(Files.exists(folder.resolve("classes-4.jsa")));
    assertTrue(Files.exists(folder.resolve("rates.json")));
  }

  @Test
  void aKilledMakerIsFollowedByAnother() throws Exception {
    assertTrue(make(WRITES));
    Files.delete(archive.file());
    ProcessHandle own = ProcessHandle.current();
    Files.writeString(archive.making(), own.pid() + " " + own.info().startInstant().orElseThrow());
    assertFalse(make(WRITES)); // its maker lives
    Files.writeString(archive.making(), own.pid() + " 1970-01-01T00:00:00Z");
    assertTrue(make(WRITES)); // another process got its id
    assertEquals(List.of(archive.file()), files());
  }

  @Test
  void anInterruptedMakerLeavesNoChild() throws Exception {
    Path id = parent.resolve("id");
    String sleeps = "echo $$ > '" + id + ".new'; mv '" + id + ".new' '" + id + "'; exec sleep 60";
    FutureTask<Boolean> making = new FutureTask<>(() -> make(sleeps));
    Thread maker = new Thread(making);
    maker.start();
    while (!Files.exists(id)) {
      Thread.sleep(10);
    }
    long pid = Long.parseLong(Files.readString(id).strip());
    ProcessHandle child = ProcessHandle.of(pid).orElseThrow();
    try {
      maker.interrupt();
      ExecutionException e = assertThrows(ExecutionException.class, making::get);
      assertInstanceOf(InterruptedException.class, e.getCause());
      child.onExit().get(10, TimeUnit.SECONDS);
    } finally {
      child.destroyForcibly();
    }
    assertEquals(List.of(archive.making()), files());
  }
}
