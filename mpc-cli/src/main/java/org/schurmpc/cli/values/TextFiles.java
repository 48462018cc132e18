package org.schurmpc.cli.values;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.schurmpc.core.abort.BadFile;

/** Opens the text files of values, in UTF-8. */
final class TextFiles {
  private TextFiles() {}

  /** Opens a file, which is not a pipe or a folder. */
  static BufferedReader open(Path file) throws IOException, BadFile {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new BadFile(file + " is not a regular file");
    }
    return Files.newBufferedReader(file, StandardCharsets.UTF_8);
  }

  /** Returns the sentence for a file that cannot be read. */
  static BadFile unreadable(Path file, IOException e) {
    if (e instanceof NoSuchFileException) {
      return new BadFile(file + " does not exist", e);
    }
    if (e instanceof CharacterCodingException) {
      return new BadFile(file + " is no text in UTF-8: save it in this encoding", e);
    }
    return new BadFile("cannot read " + file + ": " + e.getMessage(), e);
  }
}
