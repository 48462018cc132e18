package org.schurmpc.cli.values;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
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

  /** Opens a file or a pipe, or standard input for {@code -}. */
  static BufferedReader openAny(Path file) throws IOException, BadFile {
    if (isStandardInput(file)) {
      return new BufferedReader(
          new InputStreamReader(System.in, StandardCharsets.UTF_8.newDecoder()));
    }
    return isStream(file) ? Files.newBufferedReader(file, StandardCharsets.UTF_8) : open(file);
  }

  private static boolean isStandardInput(Path file) {
    return file.toString().equals("-");
  }

  /** Whether a file is standard input or a pipe, which can be read once. */
  static boolean isStream(Path file) {
    return isStandardInput(file)
        || (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file));
  }

  /** Returns a file as messages name it. */
  static Path shown(Path file) {
    return isStandardInput(file) ? Path.of("standard input") : file;
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
