package org.schurmpc.cli.keys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes files with secrets, readable by their owner alone. */
public final class SecretFiles {
  private SecretFiles() {}

  /** Writes a text to a file; returns the file. */
  public static Path write(Path file, String text) throws IOException {
    Files.writeString(file, text);
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
    return file;
  }
}
