package org.schurmpc.cli.option;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Option;

/** Defines the options of computations that run a program. */
public final class ProgramChoice {
  private static final List<String> NAMES = List.of("--program", "--tapes", "--foreign");

  @Option(
      names = "--program",
      paramLabel = "FILE",
      description = "A program, in place of a circuit; 'program run' runs it.")
  public Path program;

  @Option(
      names = "--tapes",
      paramLabel = "N",
      description = "Threads that run tapes of a program side by side; default 1.")
  public Integer tapes;

  @Option(
      names = "--foreign",
      description =
          "Do not trust the compiler of the program: check before each opening that it says to be"
              + " masked. All parties say it.")
  public boolean foreign;

  /** Returns why a command that evaluates circuits does not take one of these options. */
  public static Optional<String> whyNot(String option) {
    return NAMES.contains(option)
        ? Optional.of(
            option
                + " is for programs, and 'eval' evaluates a circuit: leave it out, or run a program"
                + " with 'program run'")
        : Optional.empty();
  }

  /** Checks the ranges of the options. */
  public void check() throws Refused {
    if (tapes != null) {
      Ranges.range("--tapes", tapes, 1, JobConfig.MAX_TAPES);
    }
  }

  /** Returns the values of the options for programs that name none, null if not given. */
  public Map<String, Object> given() {
    Map<String, Object> given = new LinkedHashMap<>();
    given.put("--tapes", tapes);
    given.put("--foreign", foreign ? true : null);
    return given;
  }
}
