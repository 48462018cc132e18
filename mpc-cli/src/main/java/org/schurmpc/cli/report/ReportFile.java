package org.schurmpc.cli.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Map;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.abort.BadFile;

/** Writes a result to a report, or to no file at all. */
public final class ReportFile implements AutoCloseable {
  private final ResultFile file;
  private final Layout layout;

  private ReportFile(ResultFile file, Layout layout) {
    this.file = file;
    this.layout = layout;
  }

  /** Lays out results of some kinds. */
  public interface Layout {
    /**
     * Returns the report of a result.
     *
     * @param result the fields, as a file of JSON has them
     */
    Report report(JsonNode result) throws BadFile;
  }

  /**
   * Checks, before the run, that the file can be written. Existing content is kept.
   *
   * @param file the file; null for none
   * @throws BadFile if the file cannot be written
   */
  public static ReportFile open(Path file, Layout layout) throws BadFile {
    return new ReportFile(ResultFile.open(file), layout);
  }

  /**
   * Writes the report of a result, replacing the file's content. The report is made from what a
   * file of JSON would contain, so that a report of that file is the same.
   *
   * @throws BadFile if the file cannot be written
   */
  public void write(Map<String, Object> fields) throws BadFile {
    if (file.isNone()) {
      return;
    }
    ObjectMapper mapper = new ObjectMapper();
    try {
      write(layout.report(mapper.readTree(mapper.writeValueAsString(fields))));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a result is not a tree", e);
    }
  }

  /**
   * Writes a report, replacing the file's content.
   *
   * @throws BadFile if the file cannot be written
   */
  public void write(Report report) throws BadFile {
    file.writeText(report.html());
  }

  /** Returns whether nothing is written, because there is no file. */
  public boolean isNone() {
    return file.isNone();
  }

  /** Removes the file if this object created it and no report was written. */
  @Override
  public void close() {
    file.close();
  }
}
