package org.schurmpc.bench.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of protocols with real preprocessing; the protocol holds their ranges. */
final class PreprocessingOptions {
  @Option(
      names = "--sigma",
      paramLabel = "40|64|80",
      description = "Statistical security in bits; default the protocol's own, 64 for tinyot.")
  private String sigma;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads of each party's preprocessing, a connection each; default 1.")
  private String threads;

  @Option(
      names = "--ot-k",
      paramLabel = "1|2|4|8",
      description = "Its OT extension sends 128/k - 1 bits for each OT; default 4.")
  private String otK;

  /** The number of threads, for sizes; the protocol refuses what is no number. */
  int threadCount() {
    return threads != null && threads.matches("[1-9][0-9]?") ? Integer.parseInt(threads) : 1;
  }

  /** Those that were given, by the names that protocols know. */
  Map<String, String> given() {
    Map<String, String> options = new LinkedHashMap<>();
    Optional.ofNullable(sigma).ifPresent(value -> options.put("sigma", value));
    Optional.ofNullable(threads).ifPresent(value -> options.put("threads", value));
    Optional.ofNullable(otK).ifPresent(value -> options.put("ot-k", value));
    return options;
  }
}
