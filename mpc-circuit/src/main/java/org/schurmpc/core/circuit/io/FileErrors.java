package org.schurmpc.core.circuit.io;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.schurmpc.core.abort.BadFile;

/** Describes errors of the file system, which reports them by the class of the exception. */
final class FileErrors {
  private FileErrors() {}

  static BadFile unreadable(Path file, IOException cause) {
    return new BadFile(file + " cannot be read: " + reason(cause), cause);
  }

  static BadFile unwritable(Path file, IOException cause) {
    String reason =
        cause instanceof NoSuchFileException ? "its folder does not exist" : reason(cause);
    return new BadFile(file + " cannot be written: " + reason, cause);
  }

  private static String reason(IOException cause) {
    if (cause instanceof NoSuchFileException) {
      return "it does not exist";
    } else if (cause instanceof AccessDeniedException) {
      return "permission denied";
    } else if (cause instanceof FileSystemException failure && failure.getReason() != null) {
      return failure.getReason();
    }
    return cause.getMessage();
  }
}
