package org.schurmpc.cli.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.SecurityFloor;
import picocli.CommandLine.Option;

/** Options of protocols with real preprocessing; the protocol holds their ranges. */
public final class PreprocessingOptions {
  /** The most that {@link #sessionCount} allows. */
  public static final int MAX_SESSIONS = 64;

  @Option(
      names = "--sigma",
      paramLabel = "40|64|80",
      description = "Statistical security in bits; default the protocol's own, 64 for tinyot.")
  private String sigma;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Threads of each party, a connection each: sessions side by side in one process, or with"
              + " --preprocessing ot, in triples and in eval threads that generate; default 1.")
  private String threads;

  @Option(
      names = "--ot-k",
      paramLabel = "1|2|4|8",
      description = "Its OT extension sends 128/k - 1 bits for each OT; default 4.")
  private String otK;

  @Option(
      names = "--field",
      paramLabel = "NAME",
      description =
          "Of SPDZ and MASCOT: gf2_40, gf2_64, gf2_128, p128 or another prime; default of"
              + " measurements gf2_40 for spdz, which eval and prepare need named; p128 for mascot.")
  private String field;

  @Option(
      names = "--batch",
      paramLabel = "N",
      description = "Of SPDZ and MASCOT: triples that each thread makes at once.")
  private String batch;

  /** The number of threads, for sizes; the protocol refuses what is no number. */
  public int threadCount() {
    return threads != null && threads.matches("[1-9][0-9]{0,2}") ? Integer.parseInt(threads) : 1;
  }

  /**
   * The number of sessions side by side, which the threads are where a dealer makes the material.
   *
   * @throws Refused if it is out of its range
   */
  public int sessionCount() throws Refused {
    int count = threads == null ? 1 : threads.matches("[0-9]{1,4}") ? Integer.parseInt(threads) : 0;
    if (count < 1 || count > MAX_SESSIONS) {
      throw new Refused("--threads is 1 to %d, not '%s'".formatted(MAX_SESSIONS, threads));
    }
    return count;
  }

  /**
   * Returns the options that were given, for measurements of a protocol. SPDZ is measured over the
   * papers' field unless another one is given; that field is named, because its σ of 38 bits meets
   * {@link SecurityFloor} only by name.
   */
  public Map<String, String> given(String protocol) {
    Map<String, String> options = given();
    if (protocol.equals("spdz")) {
      options.putIfAbsent("field", SecurityFloor.FIELD);
    }
    return options;
  }

  /** Those that were given, by the names that protocols know. */
  public Map<String, String> given() {
    Map<String, String> options = new LinkedHashMap<>();
    Optional.ofNullable(sigma).ifPresent(value -> options.put("sigma", value));
    Optional.ofNullable(threads).ifPresent(value -> options.put("threads", value));
    Optional.ofNullable(otK).ifPresent(value -> options.put("ot-k", value));
    Optional.ofNullable(field).ifPresent(value -> options.put("field", value));
    Optional.ofNullable(batch).ifPresent(value -> options.put("batch", value));
    return options;
  }
}
