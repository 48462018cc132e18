package org.schurmpc.bench.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes files that only their owner can read. */
public final class SecretFile {
  private SecretFile() {}

  /** Writes a text into a new file, or in place of what a file holds. */
  public static Path write(Path file, String text) throws IOException {
    Files.writeString(file, text);
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
    return file;
  }
}
