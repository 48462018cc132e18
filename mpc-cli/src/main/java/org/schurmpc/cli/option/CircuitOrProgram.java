package org.schurmpc.cli.option;

import java.util.Map;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.core.abort.Refused;

/** Requires that options are for a circuit or for a program, but not for both. */
public final class CircuitOrProgram {
  private CircuitOrProgram() {}

  /**
   * Checks the options of a command.
   *
   * @param file the configuration without the options
   * @param program whether an option names a program
   * @param ofPrograms the values of the options that are for programs alone, null if not given
   * @param ofCircuits the values of the options that are for circuits alone, null if not given
   * @throws Refused naming the option that does not fit
   */
  public static void require(
      JobConfig file,
      boolean program,
      Map<String, Object> ofPrograms,
      Map<String, Object> ofCircuits)
      throws Refused {
    if (!program && file.program().isEmpty()) {
      for (Map.Entry<String, Object> each : ofPrograms.entrySet()) {
        if (each.getValue() != null) {
          throw new Refused(each.getKey() + " is for programs: there is none");
        }
      }
      return;
    }
    for (Map.Entry<String, Object> each : ofCircuits.entrySet()) {
      if (each.getValue() != null) {
        throw new Refused(each.getKey() + " is for circuits, and there is a program: leave it out");
      }
    }
    if (file.circuit().isPresent()) {
      throw new Refused("--program and the circuit of the configuration exclude each other");
    }
  }
}
