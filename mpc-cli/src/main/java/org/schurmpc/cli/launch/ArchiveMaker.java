package org.schurmpc.cli.launch;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Makes a {@link ClassArchive}: runs a training in a JVM that lists the classes that it loads, and
 * lets a second JVM archive them. The training computes on keys and inputs of its own, so nothing
 * of a user's computation gets into the archive.
 */
public final class ArchiveMaker {
  /** The hidden command, under {@value ChildStarter#CHILD}, that makes the archive. */
  public static final String COMMAND = "archive";

  /** The hidden command, under {@value ChildStarter#CHILD}, that is the training. */
  public static final String TRAINING = "train";

  private static final long MINUTES = 5;

  /** Time after which an archive whose making has not ended is begun anew. */
  private static final Duration ABANDONED = Duration.ofHours(1);

  /** Number of archives that are kept, the newest ones. */
  private static final int KEPT = 4;

  /** Content of the mark of a making that failed. */
  private static final String FAILED = "failed";

  private static final String OWNER_ONLY = "rwx------";
  private static final String OWNERS_FILE = "rw-------";

  private final ClassArchive archive;
  private final String mainClass;

  ArchiveMaker(ClassArchive archive, String mainClass) {
    this.archive = archive;
    this.mainClass = mainClass;
  }

  /**
   * Makes the archive of this process's jar and JVM, unless it exists or is being made.
   *
   * @param mainClass the main class of the jar
   * @return whether the archive exists now
   * @throws IOException if the archive cannot be made, or its folder cannot be trusted
   */
  public static boolean make(String mainClass) throws IOException, InterruptedException {
    Path jar = Path.of(System.getProperty("java.class.path"));
    return new ArchiveMaker(ClassArchive.of(jar, System.getenv()), mainClass).make();
  }

  boolean make() throws IOException, InterruptedException {
    Files.createDirectories(archive.folder().getParent(), ofOwner(OWNER_ONLY));
    createOwn(archive.folder());
    if (archive.distrust().isPresent()) {
      throw new IOException(archive.distrust().get());
    }
    if (archive.exists() || !begin()) {
      return archive.exists();
    }
    String own = archive.name() + "-" + ProcessHandle.current().pid();
    Path list = archive.folder().resolve(own + ".list");
    Path unfinished = archive.folder().resolve(own + ".new");
    boolean made = false;
    try {
      Files.deleteIfExists(unfinished);
      runTraining(list);
      dump(list, unfinished);
      Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString(OWNERS_FILE));
      Files.move(unfinished, archive.file(), StandardCopyOption.ATOMIC_MOVE);
      Files.deleteIfExists(archive.making());
      made = true;
      deleteOld();
    } finally {
      if (!made) {
        Files.writeString(archive.making(), FAILED);
      }
      Files.deleteIfExists(list);
      Files.deleteIfExists(unfinished);
    }
    return true;
  }

  private static FileAttribute<?> ofOwner(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }

  private static void createOwn(Path folder) throws IOException {
    try {
      Files.createDirectory(folder, ofOwner(OWNER_ONLY));
    } catch (FileAlreadyExistsException e) {
      // Whether the folder can be trusted is checked next.
    }
  }

  /** Marks the archive as being made; returns whether no other process makes it. */
  private boolean begin() throws IOException {
    try {
      Files.createFile(archive.making());
      Files.writeString(archive.making(), maker(ProcessHandle.current()));
      return true;
    } catch (FileAlreadyExistsException e) {
      FileTime since = Files.getLastModifiedTime(archive.making(), LinkOption.NOFOLLOW_LINKS);
      if (!isAbandoned(since) && !isMakerGone()) {
        return false;
      }
      Files.deleteIfExists(archive.making());
      return begin();
    }
  }

  /** Returns the id of a process and when it started. */
  private static String maker(ProcessHandle process) {
    String start = process.info().startInstant().map(Instant::toString).orElse("");
    return process.pid() + " " + start;
  }

  /**
   * Returns whether the process that made the archive was killed. One that failed notes this, and
   * is not repeated soon.
   */
  private boolean isMakerGone() throws IOException {
    String noted = Files.readString(archive.making());
    if (!noted.matches("[0-9]{1,18} .*")) {
      return false; // just created, or failed
    }
    long pid = Long.parseLong(noted.substring(0, noted.indexOf(' ')));
    return ProcessHandle.of(pid).filter(each -> maker(each).equals(noted)).isEmpty();
  }

  private void runTraining(Path list) throws IOException, InterruptedException {
    List<String> line =
        new ArrayList<>(archive.command(List.of("-XX:DumpLoadedClassList=" + list), mainClass));
    line.addAll(List.of(ChildStarter.CHILD, TRAINING));
    run(line);
  }

  private void dump(Path list, Path unfinished) throws IOException, InterruptedException {
    run(
        archive.command(
            List.of(
                "-Xshare:dump",
                "-XX:SharedClassListFile=" + list,
                "-XX:SharedArchiveFile=" + unfinished),
            mainClass));
  }

  private static void run(List<String> line) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put(ArchivedStart.VARIABLE, ArchivedStart.OFF);
    SecretEnvironment.removeAll(builder.environment());
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
        throw new IOException("no archive of classes: " + line + " failed");
      }
    } finally {
      process.destroyForcibly();
    }
  }

  /** Deletes archives of earlier jars and JVMs, and files of makings that were given up. */
  private void deleteOld() throws IOException {
    List<Path> archives = newestFirst("classes-.*\\.jsa");
    for (Path old : archives.subList(Math.min(KEPT, archives.size()), archives.size())) {
      Files.deleteIfExists(old);
    }
    for (Path file : newestFirst("classes-.*\\.(list|new|making)")) {
      if (isAbandoned(time(file))) {
        Files.deleteIfExists(file);
      }
    }
  }

  private List<Path> newestFirst(String names) throws IOException {
    try (Stream<Path> files = Files.list(archive.folder())) {
      return files
          .filter(file -> file.getFileName().toString().matches(names))
          .sorted(Comparator.comparing(ArchiveMaker::time).reversed())
          .toList();
    }
  }

  private static boolean isAbandoned(FileTime since) {
    return since.toInstant().plus(ABANDONED).isBefore(Instant.now());
  }

  private static FileTime time(Path file) {
    try {
      return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      return FileTime.fromMillis(0);
    }
  }
}
