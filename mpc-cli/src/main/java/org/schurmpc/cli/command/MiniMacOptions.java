package org.schurmpc.cli.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Option;

/** Options of MiniMac and MiniTrix; the protocol holds what they can be. */
public final class MiniMacOptions {
  private static final String CONVERSION = "conversion";
  private static final String SYMMETRIC = "symmetric";

  @Option(
      names = "--code",
      paramLabel = "NxK",
      description = "Of MiniMac, MiniTrix, and TinyTable's codewords: 255x85, 256x120 or another.")
  private String code;

  @Option(
      names = "--opening",
      paramLabel = "MODE",
      description = "Of MiniMac, MiniTrix: batched or paper; of SPDZ: all or king.")
  private String opening;

  @Option(
      names = "--encoder",
      paramLabel = "NAME",
      description = "Of MiniMac, MiniTrix: how public words are encoded, as mixed.")
  private String encoder;

  @Option(
      names = "--packing",
      paramLabel = "bytes|bits",
      description = "Of MiniMac: one lane in each symbol, or eight.")
  private String packing;

  @Option(
      names = "--conversion",
      paramLabel = "one|symmetric|none",
      description = "Of MiniMac: who re-encodes products, if they are.")
  private String conversion;

  @Option(names = "--symmetric", description = "The same as --conversion symmetric.")
  private boolean symmetric;

  @Option(
      names = "--simultaneous",
      paramLabel = "on|off",
      description = "Of MiniMac: the ANDs of a layer in one exchange, or gate by gate.")
  private String simultaneous;

  /**
   * Those that were given, by the names that the protocols know.
   *
   * @throws Refused if two of them differ on the same thing
   */
  public Map<String, String> given() throws Refused {
    if (symmetric && conversion != null && !conversion.equals(SYMMETRIC)) {
      throw new Refused("--symmetric and --conversion " + conversion + " contradict each other");
    }
    Map<String, String> options = new LinkedHashMap<>();
    Optional.ofNullable(code).ifPresent(value -> options.put("code", value));
    Optional.ofNullable(opening).ifPresent(value -> options.put("opening", value));
    Optional.ofNullable(encoder).ifPresent(value -> options.put("encoder", value));
    Optional.ofNullable(packing).ifPresent(value -> options.put("packing", value));
    Optional.ofNullable(conversion).ifPresent(value -> options.put(CONVERSION, value));
    if (symmetric) {
      options.put(CONVERSION, SYMMETRIC);
    }
    Optional.ofNullable(simultaneous).ifPresent(value -> options.put("simultaneous", value));
    return options;
  }
}
