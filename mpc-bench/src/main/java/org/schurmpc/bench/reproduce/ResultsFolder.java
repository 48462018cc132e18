package org.schurmpc.bench.reproduce;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.schurmpc.bench.report.ResultFile;
import org.schurmpc.core.abort.BadFile;

/** Where results are kept; earlier ones of the same names are replaced. */
public final class ResultsFolder {
  private final Path folder;

  private ResultsFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Makes the folder, if there is none, and sees to it that files can be written there.
   *
   * @throws BadFile if they cannot
   */
  public static ResultsFolder open(Path folder) throws BadFile {
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, "results", ".tmp"));
    } catch (IOException e) {
      throw notWritten(folder, e);
    }
    return new ResultsFolder(folder);
  }

  /** Writes fields as JSON. */
  void json(String name, Map<String, Object> fields) throws BadFile {
    try (ResultFile file = ResultFile.open(folder.resolve(name))) {
      file.write(fields);
    }
  }

  /** What writes the content of a file. */
  interface Content {
    /** Writes it all. */
    void writeTo(OutputStream out) throws IOException;
  }

  /** Writes a file. */
  void write(String name, Content content) throws BadFile {
    try (OutputStream out = Files.newOutputStream(folder.resolve(name))) {
      content.writeTo(out);
    } catch (IOException e) {
      throw notWritten(folder.resolve(name), e);
    }
  }

  private static BadFile notWritten(Path path, IOException e) {
    String reason = String.valueOf(e.getMessage());
    if (e instanceof FileAlreadyExistsException) {
      reason = "there is a file of that name";
    } else if (e instanceof AccessDeniedException) {
      reason = "access denied";
    }
    return new BadFile("results cannot be written to " + path + ": " + reason, e);
  }

  /** Its path. */
  @Override
  public String toString() {
    return folder.toString();
  }
}
