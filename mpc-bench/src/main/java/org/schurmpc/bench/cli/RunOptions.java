package org.schurmpc.bench.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.bench.launch.JvmFinder;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Option;

/** The options of the main job, as the user gave them; {@link #check} holds their ranges. */
final class RunOptions {
  private static final int MAX_INSTANCES = 256;
  private static final int MAX_RUNS = 100_000;
  private static final int MAX_BLOCKS = 1 << 24;
  private static final Duration MAX_TIME = Duration.ofDays(1);

  @Option(names = "--protocol", paramLabel = "NAME", description = "The protocol; info lists all.")
  String protocol;

  @Option(
      names = "--circuit",
      paramLabel = "FILE",
      description = "A Bristol circuit, or a name in the library; default aes_128.")
  String circuit;

  @Option(names = "--code", paramLabel = "CODE", description = "Of MiniTrix: 255x85 or 256x120.")
  String code;

  @Option(names = "--opening", paramLabel = "MODE", description = "Of MiniTrix: batched or paper.")
  String opening;

  @Option(names = "--sigma", paramLabel = "BITS", description = "Security of TinyOT: 40, 64, 80.")
  String sigma;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      description = "Evaluations by each instance in a run; default one for each lane.")
  Integer blocks;

  @Option(names = "--runs", paramLabel = "N", description = "Runs that count; default 5.")
  int runs = 5;

  @Option(names = "--warmup", paramLabel = "N", description = "Runs before them; default 1.")
  int warmup = 1;

  @Option(
      names = "--rehearsal",
      paramLabel = "TIME",
      converter = Durations.class,
      description =
          "How long each party exercises the protocol in its own process before it connects, for "
              + "the JIT compiler's sake; default ${DEFAULT-VALUE}.",
      defaultValue = "5s")
  Duration rehearsal;

  @Option(
      names = "--instances",
      paramLabel = "N",
      description = "Pairs of parties at the same time; default 1.")
  int instances = 1;

  @Option(
      names = "--stagger",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "How long after one instance the next one goes, as 200ms.")
  Duration stagger = Duration.ZERO;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of all inputs; default random.")
  Long seed;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the result there as JSON.")
  Path json;

  @Option(
      names = "--jvm",
      paramLabel = "auto|HOME",
      description = "The JVM of dealer and parties; default the newest one.")
  String jvm = JvmFinder.AUTO;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Heap of each child, as 1g; default what the material needs and 512m.")
  String heap;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "How long a party waits for a silent peer; default 30s.")
  Duration timeout = Duration.ofSeconds(30);

  @Option(
      names = "--preprocessing",
      paramLabel = "SOURCE",
      description = "dealer (trusted, INSECURE; the default), or ot where the protocol has it.")
  String preprocessing = "dealer";

  /**
   * Holds the ranges.
   *
   * @throws Refused naming the first option that is out of its range
   */
  void check() throws Refused {
    if (protocol == null) {
      throw new Refused("which protocol? Say for example --protocol minitrix; see --help");
    }
    range("--blocks", blocks == null ? 1 : blocks, 1, MAX_BLOCKS);
    range("--runs", runs, 1, MAX_RUNS);
    range("--warmup", warmup, 0, MAX_RUNS);
    range("--instances", instances, 1, MAX_INSTANCES);
    if (stagger.compareTo(MAX_TIME) > 0
        || timeout.compareTo(MAX_TIME) > 0
        || rehearsal.compareTo(MAX_TIME) > 0) {
      throw new Refused("a day is the longest --stagger, --timeout and --rehearsal");
    }
    if (timeout.isZero()) {
      throw new Refused("--timeout must be above 0");
    }
    if (!preprocessing.equals("dealer") && !preprocessing.equals("ot")) {
      throw new Refused("--preprocessing is dealer or ot, not '" + preprocessing + "'");
    }
  }

  private static void range(String option, int value, int least, int most) throws Refused {
    if (value < least || value > most) {
      throw new Refused("%s is %d to %d, not %d".formatted(option, least, most, value));
    }
  }

  /** The options of the protocol, those that were given. */
  Map<String, String> protocolOptions() {
    Map<String, String> options = new LinkedHashMap<>();
    Optional.ofNullable(code).ifPresent(value -> options.put("code", value));
    Optional.ofNullable(opening).ifPresent(value -> options.put("opening", value));
    Optional.ofNullable(sigma).ifPresent(value -> options.put("sigma", value));
    return options;
  }
}
