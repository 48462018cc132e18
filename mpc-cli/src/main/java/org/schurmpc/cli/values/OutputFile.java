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
 * Writes a file completely or not at all, readable by its owner alone: the content is written to a
 * temporary file in the same folder, which then replaces the file. If the path names something
 * other than a regular file, such as a device or a pipe, the content is written to it directly.
 */
public final class OutputFile {
  /** Writes the content of a file. */
  public interface Content {
    /** Writes the whole content. The caller closes the stream. */
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
   * Checks that the file can be written. Existing content is kept.
   *
   * @throws BadFile if the file cannot be written
   */
  public static OutputFile open(Path named) throws BadFile {
    try {
      if (Files.isDirectory(named)) {
        throw new BadFile(named + " is a folder");
      }
      // Symbolic links are followed, not replaced.
      Path file = Files.exists(named) ? named.toRealPath() : named.toAbsolutePath();
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        return new OutputFile(file, false);
      }
      Files.delete(draft(file)); // only tests that the file can be created
      return new OutputFile(file, true);
    } catch (IOException e) {
      throw notWritten(named, e);
    }
  }

  /** The content of a file on its way there. */
  public final class Draft implements AutoCloseable {
    private final Content content;
    private Path path; // null if there is no temporary file

    private Draft(Content content) {
      this.content = content;
    }

    private void write(Path to) throws IOException {
      try (OutputStream out = Files.newOutputStream(to)) {
        content.writeTo(out);
      }
    }

    /**
     * Puts the content into its place.
     *
     * @throws BadFile if that fails; a regular file is then unchanged
     */
    public void publish() throws BadFile {
      try {
        if (whole) {
          Files.move(path, file, StandardCopyOption.REPLACE_EXISTING);
          path = null;
        } else {
          write(file);
        }
      } catch (IOException e) {
        throw notWritten(file, e);
      }
    }

    /** Removes the temporary file, if it was not put into its place. */
    @Override
    public void close() {
      remove(path);
    }
  }

  /**
   * Writes the content to a temporary file, so that little can fail after it. What goes to a device
   * or a pipe is not written yet.
   *
   * @throws BadFile if writing fails, for example because the disk is full
   */
  public Draft draft(Content content) throws BadFile {
    Draft draft = new Draft(content);
    try {
      if (whole) {
        draft.path = draft(file);
        draft.write(draft.path);
      }
      return draft;
    } catch (IOException e) {
      draft.close();
      throw notWritten(file, e);
    }
  }

  /**
   * Writes the file.
   *
   * @throws BadFile if writing fails, for example because the disk is full; the file is then
   *     unchanged
   */
  public void write(Content content) throws BadFile {
    try (Draft draft = draft(content)) {
      draft.publish();
    }
  }

  private static void remove(Path draft) {
    if (draft != null) {
      try {
        Files.deleteIfExists(draft);
      } catch (IOException e) {
        // The temporary file stays; its name says that it is one.
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
    return new BadFile(file + " cannot be written: " + reason, e);
  }
}
