package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Mounts a small file system in memory, which only root can do. */
final class SmallDisk implements AutoCloseable {
  private static final long LIMIT_SECONDS = 30;

  private final Path folder;
  private final Path ballast;

  private SmallDisk(Path folder) {
    this.folder = folder;
    this.ballast = folder.resolve("ballast");
  }

  /** Mounts a file system at a new folder. Without the permission, the test is skipped. */
  static SmallDisk mount(Path folder, int megabytes) throws IOException {
    Files.createDirectory(folder);
    boolean mounted =
        Files.isDirectory(Path.of("/proc/self"))
            && run("mount", "-t", "tmpfs", "-o", size(megabytes), "tmpfs", folder.toString()) == 0;
    Assumptions.assumeTrue(
        mounted, "skipped: a small disk is made with 'mount -t tmpfs', which root alone may do");
    return new SmallDisk(folder);
  }

  private static String size(int megabytes) {
    return "size=" + megabytes + "m";
  }

  private static int run(String... command) {
    Process process;
    try {
      process =
          new ProcessBuilder(List.of(command))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      return -1; // The program does not exist.
    }
    try {
      assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), String.join(" ", command));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return process.exitValue();
  }

  Path folder() {
    return folder;
  }

  long freeBytes() throws IOException {
    return Files.getFileStore(folder).getUsableSpace();
  }

  /** Changes the size of the file system. */
  void resize(int megabytes) {
    assertEquals(0, run("mount", "-o", "remount," + size(megabytes), folder.toString()));
  }

  /** Fills the file system completely. */
  void fill() throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate(1 << 16);
    try (FileChannel channel =
        FileChannel.open(ballast, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      while (true) {
        channel.write(zeros.rewind());
      }
    } catch (IOException e) {
      assertEquals(0, freeBytes(), e.toString());
    }
  }

  /** Frees the space that {@link #fill} took. */
  void drain() throws IOException {
    Files.delete(ballast);
  }

  @Override
  public void close() {
    assertEquals(0, run("umount", "--lazy", folder.toString()));
  }
}
