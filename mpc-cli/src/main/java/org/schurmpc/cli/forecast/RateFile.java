package org.schurmpc.cli.forecast;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;

/**
 * Reads and writes the measured rates of a machine.
 *
 * @param path the file
 */
public record RateFile(Path path) {
  /** The file's place in a folder for caches. */
  private static final String PLACE = "schur-mpc/rates.json";

  /** Returns the usual file of this user, in the folder that the environment names for caches. */
  public static RateFile usual() {
    return usual(System.getenv(), System.getProperty("user.home"));
  }

  static RateFile usual(Map<String, String> environment, String home) {
    String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path folder = Path.of(cache);
    // The specification has relative paths ignored.
    return new RateFile(
        (folder.isAbsolute() ? folder : Path.of(home, ".cache")).resolve(PLACE).toAbsolutePath());
  }

  /**
   * Reads the file.
   *
   * @return the rates; empty if there is no file
   * @throws BadFile if the file cannot be read or holds something else
   */
  public Optional<MachineRates> read() throws BadFile {
    if (Files.notExists(path)) {
      return Optional.empty();
    }
    MachineRates rates;
    try {
      rates = parse(Files.readString(path));
    } catch (JsonProcessingException e) {
      throw new BadFile(path + " holds no measured rates: run info --measure again", e);
    } catch (IOException e) {
      throw new BadFile("cannot read " + path + ": " + e.getMessage(), e);
    }
    if (rates == null || rates.version() != MachineRates.VERSION || rates.protocols() == null) {
      throw new BadFile(
          "%s holds measured rates of another version: run info --measure again".formatted(path));
    }
    return Optional.of(rates);
  }

  /** Parses the text of rates. */
  public static MachineRates parse(String text) throws JsonProcessingException {
    return new ObjectMapper().readValue(text, MachineRates.class);
  }

  /** Returns the text of rates. */
  public static String text(MachineRates rates) throws JsonProcessingException {
    return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(rates);
  }

  /**
   * Replaces the file's content, completely or not at all.
   *
   * @throws BadFile if the file cannot be written
   */
  public void write(MachineRates rates) throws BadFile {
    Path folder = path.toAbsolutePath().getParent();
    try {
      Files.createDirectories(folder);
      Path draft = Files.createTempFile(folder, "rates", ".new");
      try {
        Files.writeString(draft, text(rates) + "\n");
        Files.move(
            draft, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw new BadFile("the rates cannot be written to " + path + ": " + e.getMessage(), e);
    }
  }
}
