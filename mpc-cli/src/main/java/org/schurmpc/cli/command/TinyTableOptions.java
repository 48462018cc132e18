package org.schurmpc.cli.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of TinyTable; the protocol holds what they can be. */
public final class TinyTableOptions {
  @Option(
      names = "--mac",
      paramLabel = "NAME",
      description =
          "Of TinyTable: linear, lookup64, codeword, and for measurements alone, since they are"
              + " INSECURE, lookup32 and passive; default linear.")
  private String mac;

  @Option(
      names = "--table-method",
      paramLabel = "NAME",
      description = "Of TinyTable's own preprocessing: demux or per-entry; default demux.")
  private String tableMethod;

  /** Those that were given, by the names that the protocol knows. */
  public Map<String, String> given() {
    Map<String, String> options = new LinkedHashMap<>();
    Optional.ofNullable(mac).ifPresent(value -> options.put("mac", value));
    Optional.ofNullable(tableMethod).ifPresent(value -> options.put("table-method", value));
    return options;
  }
}
