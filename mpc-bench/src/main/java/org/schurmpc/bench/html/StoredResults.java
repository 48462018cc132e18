package org.schurmpc.bench.html;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.cli.report.Report;
import org.schurmpc.core.abort.BadFile;

/** Reads results that were stored as JSON. */
public final class StoredResults {
  /** Largest size of a file in bytes; those of whole studies have a hundredth of it. */
  private static final long MAX_BYTES = 64 << 20;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION).build();

  private StoredResults() {}

  /**
   * Returns one report of all files.
   *
   * @throws BadFile naming the file that cannot be read, or is no result
   */
  public static Report report(List<Path> files) throws BadFile {
    List<Report> reports = new ArrayList<>();
    for (Path file : files) {
      try {
        reports.add(ResultReports.report(read(file)));
      } catch (BadFile e) {
        throw new BadFile(file + ": " + e.getMessage(), e);
      }
    }
    return ResultReports.joined(reports);
  }

  private static JsonNode read(Path file) throws BadFile {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new BadFile("the file is longer than any result");
      }
      JsonNode result = MAPPER.readTree(Files.readString(file));
      if (!result.isObject()) {
        throw new BadFile("the file is no object of JSON");
      }
      requireFinite(result);
      return result;
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw new BadFile("the file is not JSON, line " + line, e);
    } catch (NoSuchFileException e) {
      throw new BadFile("the file does not exist", e);
    } catch (IOException e) {
      throw new BadFile("the file cannot be read as text: " + e.getMessage(), e);
    }
  }

  /** Refuses numbers that no measurement gives, and no axis has room for. */
  private static void requireFinite(JsonNode node) throws BadFile {
    if (node.isNumber() && !Double.isFinite(node.doubleValue())) {
      throw new BadFile("a number is too large");
    }
    for (JsonNode each : node) {
      requireFinite(each);
    }
  }
}
