package org.schurmpc.cli.values;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.schurmpc.core.abort.BadFile;

/** Writes a result to a file, as JSON or as text, or to no file at all. */
public final class ResultFile implements AutoCloseable {
  private final Path file;
  private boolean emptyAndNew;

  private ResultFile(Path file) {
    this.file = file;
  }

  /**
   * Checks, before the run, that the file can be written. Existing content is kept.
   *
   * @param file the file; null for none
   * @throws BadFile if the file cannot be written
   */
  public static ResultFile open(Path file) throws BadFile {
    ResultFile result = new ResultFile(file);
    if (file != null) {
      boolean fresh = Files.notExists(file);
      try (OutputStream out =
          Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        out.flush();
      } catch (IOException e) {
        throw notWritten(file, e);
      }
      result.emptyAndNew = fresh;
    }
    return result;
  }

  /**
   * Writes a result, replacing the file's content.
   *
   * @throws BadFile if the file cannot be written
   */
  public void write(Map<String, Object> fields) throws BadFile {
    if (file == null) {
      return;
    }
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    try {
      writeText(mapper.writeValueAsString(fields) + "\n");
    } catch (JsonProcessingException e) {
      throw notWritten(file, e);
    }
  }

  /**
   * Writes a text, replacing the file's content.
   *
   * @throws BadFile if the file cannot be written
   */
  public void writeText(String text) throws BadFile {
    if (file == null) {
      return;
    }
    try {
      Files.writeString(file, text);
      emptyAndNew = false;
    } catch (IOException e) {
      throw notWritten(file, e);
    }
  }

  /** Returns whether nothing is written, because there is no file. */
  public boolean isNone() {
    return file == null;
  }

  private static BadFile notWritten(Path file, IOException e) {
    return new BadFile("the results cannot be written to " + file + ": " + reason(e), e);
  }

  private static String reason(IOException e) {
    return switch (e.getClass().getSimpleName()) {
      case "NoSuchFileException" -> "there is no such folder";
      case "AccessDeniedException" -> "access denied";
      default -> String.valueOf(e.getMessage());
    };
  }

  /** Removes the file if this object created it and no result was written. */
  @Override
  public void close() {
    if (emptyAndNew) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        // The file stays, empty.
      }
    }
  }
}
