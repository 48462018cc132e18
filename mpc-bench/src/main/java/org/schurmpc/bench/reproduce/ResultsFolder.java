package org.schurmpc.bench.reproduce;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.cli.report.ReportFile;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.abort.BadFile;

/** Where results are kept; earlier ones of the same names are replaced. */
public final class ResultsFolder {
  private final Path folder;
  private final Optional<ReportFile> report;

  private ResultsFolder(Path folder, Optional<ReportFile> report) {
    this.folder = folder;
    this.report = report;
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
    return new ResultsFolder(folder, Optional.empty());
  }

  /** Returns the folder with a report that receives the results of the whole study, too. */
  public ResultsFolder withReport(ReportFile file) {
    return new ResultsFolder(folder, Optional.of(file));
  }

  /** Writes fields as JSON. */
  void json(String name, Map<String, Object> fields) throws BadFile {
    try (ResultFile file = ResultFile.open(folder.resolve(name))) {
      file.write(fields);
    }
  }

  /** Writes the fields of the whole study as JSON, and to the report. */
  void end(String name, Map<String, Object> fields) throws BadFile {
    json(name, fields);
    if (report.isPresent()) {
      report.get().write(fields);
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
    return new BadFile("results cannot be written to " + path + ": " + reason(e), e);
  }

  private static String reason(IOException e) {
    return switch (e.getClass().getSimpleName()) {
      case "FileAlreadyExistsException" -> "there is a file of that name";
      case "AccessDeniedException" -> "access denied";
      case "NoSuchFileException" -> "no folder can be made there";
      default -> {
        String said = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
        yield said == null ? e.toString() : said;
      }
    };
  }

  /** Its path. */
  @Override
  public String toString() {
    return folder.toString();
  }
}
