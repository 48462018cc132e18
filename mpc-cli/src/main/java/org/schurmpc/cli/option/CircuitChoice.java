package org.schurmpc.cli.option;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Option;

/** Defines the options of computations that evaluate a circuit. */
public final class CircuitChoice {
  private static final List<String> NAMES =
      List.of("--circuit", "--inputs", "--outputs", "--order", "--format", "--lanes");

  @Option(
      names = "--circuit",
      paramLabel = "FILE",
      description = "A Bristol circuit, or a name in the library.")
  public String circuit;

  @Option(
      names = "--inputs",
      paramLabel = "WHO",
      split = ",",
      description = "Who supplies each input value: party1, party2 and so on, public or shared.")
  public List<String> inputs;

  @Option(
      names = "--outputs",
      paramLabel = "WHO",
      split = ",",
      description = "Who learns each output value: all, party1, party2 and so on.")
  public List<String> outputs;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      description =
          "How values are written: number (big-endian), msb or lsb (bytes in order, that bit of each"
              + " on the lowest wire); default auto: blocks of AES as in FIPS 197, else number.")
  public String order;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "How this party writes values: hex, decimal, signed or float; default hex. The others may"
              + " choose another format.")
  public String format;

  @Option(
      names = "--lanes",
      paramLabel = "N",
      description = "Instances of the circuit; default one for each line of --input.")
  public Integer lanes;

  /** Returns why a command that runs programs does not take one of these options. */
  public static Optional<String> whyNot(String option) {
    return NAMES.contains(option)
        ? Optional.of(
            option
                + " is for circuits, and 'program run' runs a program: leave it out, or evaluate a"
                + " circuit with 'eval'")
        : Optional.empty();
  }

  /** Checks the ranges of the options. */
  public void check() throws Refused {
    if (lanes != null) {
      Ranges.range("--lanes", lanes, 1, JobConfig.MAX_LANES);
    }
  }

  /** Returns the values of the options by name, null if not given. */
  public Map<String, Object> given() {
    Map<String, Object> given = new LinkedHashMap<>();
    given.put("--circuit", circuit);
    given.put("--inputs", inputs);
    given.put("--outputs", outputs);
    given.put("--order", order);
    given.put("--format", format);
    given.put("--lanes", lanes);
    return given;
  }
}
