package org.schurmpc.cli.values;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.schurmpc.core.abort.BadFile;

/** Opens the text files of values, in UTF-8. */
final class TextFiles {
  private static final List<String> OF_PROCESSES = List.of("/dev/fd", "/dev/stdin", "/proc");

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

  /**
   * Whether a file is standard input or a pipe, which can be read once, or a name that stands for
   * another file in each process.
   */
  static boolean isStream(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    return isStandardInput(file)
        || OF_PROCESSES.stream().anyMatch(absolute::startsWith)
        || (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file));
  }

  /** Returns a file as messages name it. */
  static Path shown(Path file) {
    return isStandardInput(file) ? Path.of("standard input") : file;
  }

  /** Returns where the first line is that is no text; nothing if the file cannot be read again. */
  private static String firstLine(Path file) {
    if (!Files.isRegularFile(file)) {
      return "";
    }
    int number = 1;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        line.write(next);
        if (next == '\n') {
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line.toByteArray()));
          line.reset();
          number++;
        }
      }
      return ", first in line " + number; // the last one, without an end
    } catch (CharacterCodingException e) {
      return ", first in line " + number;
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns the sentence for a file that cannot be read. */
  static BadFile unreadable(Path file, IOException e) {
    if (e instanceof NoSuchFileException) {
      return new BadFile(file + " does not exist", e);
    }
    if (e instanceof CharacterCodingException) {
      return new BadFile(
          "%s is no text in UTF-8%s: save it in this encoding".formatted(file, firstLine(file)), e);
    }
    return new BadFile("cannot read " + file + ": " + e.getMessage(), e);
  }
}
