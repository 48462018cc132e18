package org.schurmpc.cli.values;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.schurmpc.core.abort.BadFile;

/**
 * A file that appears whole or not at all, readable by its owner alone: it is written beside its
 * place under another name and moved there. What is there and no regular file, such as a device or
 * a pipe, is written to as it is.
 */
public final class OutputFile {
  /** What is written. */
  public interface Content {
    /** Writes all of it; the stream is closed by the caller. */
    void writeTo(OutputStream out) throws IOException;
  }

  private final Path file;
  private final boolean whole;

  private OutputFile(Path file, boolean whole) {
    this.file = file;
    this.whole = whole;
  }

  private static Path draft(Path file) throws IOException {
    return Files.createTempFile(file.getParent(), ".mpc-bench", ".part");
  }

  /**
   * Makes sure that the file can be written, and leaves what is there as it is.
   *
   * @throws BadFile if it cannot be written
   */
  public static OutputFile open(Path named) throws BadFile {
    try {
      if (Files.isDirectory(named)) {
        throw new BadFile(named + " is a folder");
      }
      // The end of symbolic links is what is written, not the links.
      Path file = Files.exists(named) ? named.toRealPath() : named.toAbsolutePath();
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        return new OutputFile(file, false);
      }
      Files.delete(draft(file)); // it can be made, and is when there is something to write
      return new OutputFile(file, true);
    } catch (IOException e) {
      throw notWritten(named, e);
    }
  }

  /**
   * Writes it.
   *
   * @throws BadFile if that fails, as when the disk is full; the file is then as it was
   */
  public void write(Content content) throws BadFile {
    Path draft = null;
    try {
      draft = whole ? draft(file) : null;
      try (OutputStream out = Files.newOutputStream(whole ? draft : file)) {
        content.writeTo(out);
      }
      if (whole) {
        Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        draft = null;
      }
    } catch (IOException e) {
      throw notWritten(file, e);
    } finally {
      remove(draft);
    }
  }

  private static void remove(Path draft) {
    if (draft != null) {
      try {
        Files.deleteIfExists(draft);
      } catch (IOException e) {
        // It stays; it is named so that people know what it is.
      }
    }
  }

  private static BadFile notWritten(Path file, IOException e) {
    String reason = String.valueOf(e.getMessage());
    if (e instanceof NoSuchFileException) {
      reason = "there is no such folder";
    } else if (e instanceof AccessDeniedException) {
      reason = "access denied";
    }
    return new BadFile("the outputs cannot be written to " + file + ": " + reason, e);
  }
}
