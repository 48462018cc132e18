package org.schurmpc.cli.option;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;
import org.schurmpc.cli.data.DataFile;
import org.schurmpc.cli.data.DataFiles;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Option;

/** Defines the options for tables of a party. */
public final class DataOptions {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._:-]{1,64}");

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description =
          "A description of this party's tables, in TOML: inputs come from the columns of their"
              + " names, and outputs go to its results.")
  private Path file;

  @Option(
      names = "--class-path",
      paramLabel = "JAR[:JAR]",
      description =
          "The jars of the drivers of databases that --data names, and the jars or folders that hold"
              + " the class of a program that is compiled first.")
  private String classPath;

  @Option(
      names = "--run-name",
      paramLabel = "NAME",
      description =
          "The name under which databases note the run, which has at most 64 letters, digits and"
              + " . _ : -; one name is noted once. Default: a random one.")
  private String run;

  /** Returns the description's path; null if there is none. */
  public Path file() {
    return file;
  }

  /** Returns the class path of drivers; null if there is none. */
  public String classPath() {
    return classPath;
  }

  /**
   * Reads the description, if there is one.
   *
   * @param classes whether the class path is for more than drivers
   * @throws Refused if an option is given without --data, or is wrong
   * @throws org.schurmpc.core.abort.BadFile if the description is wrong
   */
  public Optional<DataFile> read(boolean classes) throws MpcException {
    if (file == null && classPath != null && !classes) {
      throw new Refused("--class-path is for the drivers of --data FILE");
    }
    if (file == null && run != null) {
      throw new Refused("--run-name is for results of --data FILE");
    }
    if (run != null && !NAME.matcher(run).matches()) {
      throw new Refused("--run-name has at most 64 letters, digits and . _ : -");
    }
    return file == null ? Optional.empty() : Optional.of(DataFiles.only().read(file));
  }

  /** Returns whether the run has a name that the user gave. */
  public boolean givesRunName() {
    return run != null;
  }

  /** Returns the name of the run; a random one if the user gave none. */
  public String runName() {
    if (run != null) {
      return run;
    }
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }
}
