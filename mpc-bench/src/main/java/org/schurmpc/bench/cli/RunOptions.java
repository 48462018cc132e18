package org.schurmpc.bench.cli;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.bench.job.BlockCipher;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.option.Durations;
import org.schurmpc.cli.option.HelpSection;
import org.schurmpc.cli.option.ProtocolFlags;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.cli.option.StoreOptions;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.program.CompiledProgram;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the options of the main command; {@link #check} checks their ranges. */
final class RunOptions {
  static final int MAX_INSTANCES = 256;

  /** Maximum number of parallel sessions in one process of a party. */
  static final int MAX_SESSIONS = 64;

  /** The protocol that runs programs. */
  private static final String PROGRAMS = "spdz";

  private static final String FIELD = "field";

  private static final int DEFAULT_PARTIES = 2;
  private static final int MAX_BLOCKS = 1 << 24;
  private static final int MAX_IN_A_ROW = 1000;

  @Option(names = "--protocol", paramLabel = "NAME", description = "The protocol; info lists all.")
  String protocol;

  @Option(
      names = "--circuit",
      paramLabel = "FILE",
      description = "A Bristol circuit, or a name in the library; default aes_128.")
  private String circuit;

  @Mixin private final ProgramFlags programs = new ProgramFlags();

  @Mixin private final CipherFlags ciphers = new CipherFlags();

  /** What the help says of the field, which is not that of {@code eval}. */
  static final String PAPERS_FIELD = "Here the default of spdz is gf2_40, the field of the papers.";

  @Mixin private final ProtocolFlags flags;

  @Option(
      names = "--parties",
      paramLabel = "N",
      description =
          "Parties of each instance, where the protocol is for more than 2; default 2, or those of"
              + " the program.")
  private Integer parties;

  @Option(
      names = "--blocks",
      paramLabel = "N[,N...]",
      split = ",",
      description =
          "Evaluations by each session in a run; default one for each lane. Several numbers are run"
              + " one after the other, with a table at the end.")
  List<Integer> blocks;

  @Option(
      names = "--in-a-row",
      paramLabel = "N",
      description =
          "Whole evaluations, input and output included, one after the other in each run, with"
              + " material that is there before: for latencies. Default 0: the compute phase alone.")
  int inARow;

  @Option(
      names = "--instances",
      paramLabel = "N",
      description = "Groups of processes, one for each party, at the same time; default 1.")
  int instances = 1;

  @Option(
      names = "--stagger",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "How long after one instance or session the next one goes, as 200ms.")
  Duration stagger = Duration.ZERO;

  @HelpSection.In(HelpSection.RUNS)
  @Option(
      names = "--profile",
      description =
          "Also say what the time of each phase went into: computing, waiting for peers, and"
              + " making, sending and reading messages.")
  boolean profile;

  @HelpSection.In(HelpSection.RUNS)
  @Option(names = "--seed", paramLabel = "N", description = "Seed of all inputs; default random.")
  Long seed;

  @Option(
      names = "--preprocessing",
      paramLabel = "SOURCE",
      description =
          "dealer (trusted, INSECURE; the default), ot where the protocol has it, or store:DIR, where"
              + " DIR holds party-1 and party-2, filled by prepare or dealer --out.")
  private String preprocessing = "dealer";

  private MaterialSource material;

  @Mixin final BenchOptions bench = new BenchOptions();

  /** Creates the options of runs whose parties are started for them. */
  RunOptions() {
    this(
        new ProtocolFlags()
            .also(
                ProtocolFlags.THREADS,
                "N",
                "With a dealer, for every protocol: sessions side by side in one process of each"
                    + " party, 1 to "
                    + MAX_SESSIONS
                    + "; default 1."));
  }

  private RunOptions(ProtocolFlags flags) {
    this.flags = flags.note(FIELD, PAPERS_FIELD);
  }

  /** Returns the options of runs whose parties are started by hand: each has one session. */
  static RunOptions byHand() {
    return new RunOptions(new ProtocolFlags());
  }

  /**
   * Checks the ranges of all options.
   *
   * @throws Refused naming the first option that is out of range
   */
  void check() throws Refused {
    if (hasProgram()) {
      ciphers.requireNone();
      requireForPrograms();
    } else {
      programs.requireNone();
      requireForCiphers();
    }
    if (protocol == null) {
      throw new Refused("which protocol? Say for example --protocol minitrix; see --help");
    }
    for (int count : blocks == null ? List.<Integer>of() : blocks) {
      Ranges.range("--blocks", count, 1, MAX_BLOCKS);
    }
    Ranges.range("--parties", parties(), 2, JobConfig.MAX_PARTIES);
    Ranges.range("--in-a-row", inARow, 0, MAX_IN_A_ROW);
    Ranges.range("--instances", instances, 1, MAX_INSTANCES);
    Ranges.atMostADay("--stagger", stagger);
    bench.check();
    material = source(preprocessing);
    if (material instanceof MaterialSource.Store) {
      if (instances > 1) {
        throw new Refused("a store is used by one session at a time: leave out --instances");
      }
      if (inARow > 0) {
        throw new Refused("--in-a-row wants material in memory, not in a store: leave one out");
      }
    }
    if (instances * sessions() > MAX_INSTANCES) {
      throw new Refused(
          "%d instances of %d threads each are more than the %d sessions that one run can have"
              .formatted(instances, sessions(), MAX_INSTANCES));
    }
  }

  /** Refuses what is not for ciphers, which are evaluated under SPDZ. */
  private void requireForCiphers() throws Refused {
    ciphers.check(protocol, circuit, flags.value(BlockCipher.METHOD));
    if (ciphers.given()) {
      protocol = CipherFlags.PROTOCOL;
    }
  }

  /** Refuses what is for circuits. Programs run under SPDZ. */
  private void requireForPrograms() throws Refused {
    if (protocol == null) {
      protocol = PROGRAMS;
    }
    if (!protocol.equals(PROGRAMS)) {
      throw new Refused("programs run under " + PROGRAMS + ", not under " + protocol);
    }
    if (circuit != null) {
      throw new Refused("a run has a circuit or a program: leave out --circuit or --program");
    }
    if (blocks != null || inARow > 0 || instances > 1 || !stagger.isZero()) {
      throw new Refused(
          "--blocks, --in-a-row, --instances and --stagger are for circuits: leave them out");
    }
  }

  /**
   * Returns the source of the circuit.
   *
   * @throws BadFile if there is no such circuit
   */
  CircuitSource circuit() throws BadFile, Refused {
    if (ciphers.given()) {
      return ciphers.circuit(flags.value(BlockCipher.METHOD));
    }
    return circuit == null ? CircuitSource.DEFAULT : CircuitSource.named(circuit);
  }

  /** Returns whether a program is run in place of a circuit. */
  boolean hasProgram() {
    return programs.program != null;
  }

  /** Returns the options that name the program. */
  ProgramFlags programs() {
    return programs;
  }

  /**
   * Reads or compiles the program.
   *
   * @throws Refused if the program is for another number of parties than the user gave
   */
  CompiledProgram program() throws MpcException {
    CompiledProgram program =
        programs.read(Optional.ofNullable(flags.given().get(FIELD)), parties());
    requireParties(program.parties());
    return program;
  }

  /** Returns the number of parties that the user gave, or the default. */
  int parties() {
    return parties == null ? DEFAULT_PARTIES : parties;
  }

  /**
   * Requires that a program is for the number of parties that the user gave, if any.
   *
   * @throws Refused otherwise
   */
  private void requireParties(int ofProgram) throws Refused {
    if (parties != null && parties != ofProgram) {
      throw new Refused(
          "the program is for %d parties, not for %d: leave out --parties"
              .formatted(ofProgram, parties));
    }
  }

  private static MaterialSource source(String text) throws Refused {
    return switch (text) {
      case "dealer" -> new MaterialSource.Dealer();
      case "ot" -> new MaterialSource.Own();
      default -> {
        if (!StoreOptions.isStore(text)) {
          throw new Refused("--preprocessing is dealer, ot or store:DIR, not '" + text + "'");
        }
        yield new MaterialSource.Store(StoreOptions.folder(text).toAbsolutePath().normalize());
      }
    };
  }

  /** Returns the source of the material, which {@link #check} sets. */
  MaterialSource material() {
    return material;
  }

  /**
   * Returns the number of parallel sessions in each process of a party.
   *
   * @throws Refused if the number is out of range, or the text is not a number
   */
  int sessions() throws Refused {
    if (!material.hasDealer()) {
      return 1;
    }
    String threads = flags.value(ProtocolFlags.THREADS).orElse("1");
    int count = threads.matches("[0-9]{1,4}") ? Integer.parseInt(threads) : 0;
    if (count < 1 || count > MAX_SESSIONS) {
      throw new Refused("--threads is 1 to %d, not '%s'".formatted(MAX_SESSIONS, threads));
    }
    return count;
  }

  /**
   * Returns the options of the protocol that the user gave for a program, by name.
   *
   * @throws Refused if two options contradict each other, or one is not for programs
   */
  Map<String, String> programOptions() throws Refused {
    Map<String, String> options = flags.given();
    if (programs.ready().isPresent()) {
      options.remove(FIELD); // the program is compiled for it
    }
    if (material.hasDealer() && options.remove(ProtocolFlags.THREADS) != null) {
      throw new Refused("--threads is for circuits, or with --preprocessing ot: say --tapes N");
    }
    return options;
  }

  /**
   * Returns the options of the protocol that the user gave, by name.
   *
   * @throws Refused if two options contradict each other
   */
  Map<String, String> protocolOptions() throws Refused {
    Map<String, String> options = flags.given(protocol);
    if (flags.value(FIELD).isEmpty()) {
      CipherFlags.putField(options);
    }
    if (material.hasDealer()) {
      options.remove(ProtocolFlags.THREADS); // not for the protocol: number of sessions
    }
    return options;
  }
}
