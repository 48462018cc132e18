package org.schurmpc.cli.option;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.cli.compute.PartyLine;
import org.schurmpc.cli.compute.Roster;
import org.schurmpc.cli.compute.Times;
import org.schurmpc.cli.compute.WorkEstimate;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.Jvm;
import org.schurmpc.cli.launch.JvmFinder;
import org.schurmpc.cli.launch.ProcessChoice;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Identity;
import org.schurmpc.core.net.Link;
import org.schurmpc.core.net.Pin;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Defines the options that describe a computation: a configuration file, and flags that override
 * the file.
 */
public final class JobOptions {
  /** What the computation evaluates: each command mixes in what it takes, and the rest is unset. */
  public final CircuitChoice circuits = new CircuitChoice();

  public final ProgramChoice programs = new ProgramChoice();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "What all parties agree on, in TOML (or JSON: *.json); flags go before it.")
  private Path config;

  @Option(names = "--protocol", paramLabel = "NAME", description = "The protocol; info lists all.")
  private String protocol;

  @Option(
      names = "--parties",
      paramLabel = "N",
      description =
          "How many there are, where the protocol is for more than 2; default as many as the"
              + " configuration names, or 2.")
  private Integer parties;

  @HelpSection.In(HelpSection.CONNECTION)
  @Option(
      names = "--peers",
      paramLabel = "ADDR",
      split = ",",
      description =
          "host:port of party 1, whom the others call, and so on; the last party's may be left out.")
  private List<String> peers;

  @HelpSection.In(HelpSection.CONNECTION)
  @Option(
      names = "--fingerprints",
      paramLabel = "FP",
      split = ",",
      description = "Of the certificates of the parties, in order; during renewal OLD/NEW.")
  private List<String> fingerprints;

  @HelpSection.In(HelpSection.CONNECTION)
  @Option(names = "--dealer", paramLabel = "ADDR", description = "host:port of the dealer, if any.")
  private String dealer;

  @HelpSection.In(HelpSection.CONNECTION)
  @Option(
      names = "--dealer-fingerprint",
      paramLabel = "FP",
      description = "Of the dealer's certificate; during renewal OLD/NEW.")
  private String dealerFingerprint;

  @Mixin private final ProtocolFlags flags;

  @Mixin public final TlsOptions tls = new TlsOptions();

  @HelpSection.In(HelpSection.CONNECTION)
  @Option(
      names = "--listen",
      paramLabel = "ADDR",
      description = "host:port to listen at, where that is not the address that others call.")
  private String listen;

  @HelpSection.In(HelpSection.CONNECTION)
  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "How long a peer may be silent once all are connected; default 30s.")
  private Duration timeout = Duration.ofSeconds(30);

  @HelpSection.In(HelpSection.CONNECTION)
  @Option(
      names = "--connect-timeout",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "How long to wait at the start until all are connected; default 2m.")
  private Duration connectTimeout = Duration.ofMinutes(2);

  @HelpSection.In(HelpSection.CONNECTION)
  @Option(
      names = "--link",
      paramLabel = "LINE",
      description =
          "Imitate a line between parties that are all on this machine: 1gbit, 2gbit, wan, or rate"
              + " and delay each way, as 100mbit,5ms. All of them say it.")
  private String link;

  @HelpSection.In(HelpSection.PROCESS)
  @Option(
      names = {"-v", "--verbose"},
      description = "Say on standard error what happens, and what it took.")
  public boolean verbose;

  @HelpSection.In(HelpSection.PROCESS)
  @Option(
      names = "--jvm",
      paramLabel = "auto|HOME",
      description =
          "The JVM that computes; default this one for what takes no two seconds, else the newest.")
  private String jvm;

  @HelpSection.In(HelpSection.PROCESS)
  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Its heap, as 2g; default what material and values need.")
  private String heap;

  /** The configuration, once it was read. */
  private JobConfig merged;

  /** The connections of this party, once all needed for them is known. */
  private PartyLine line;

  private boolean handedOver;

  /** Creates the options of a command that takes those of all protocols. */
  public JobOptions() {
    this(new ProtocolFlags());
  }

  /**
   * Creates the options.
   *
   * @param flags the options of the protocols that the command takes
   */
  public JobOptions(ProtocolFlags flags) {
    this.flags = flags;
  }

  /** Returns the configuration, with flags overriding the file. */
  public JobConfig merged() throws MpcException {
    if (parties != null) {
      Ranges.range("--parties", parties, JobConfig.PARTIES, JobConfig.MAX_PARTIES);
    }
    int usual = parties == null ? JobConfig.PARTIES : parties;
    JobConfig file = config == null ? JobConfig.empty(usual) : JobConfig.read(config, usual);
    if (parties != null && parties != file.parties().size()) {
      throw new Refused(
          "--parties %d and the %d parties of the configuration contradict each other"
              .formatted(parties, file.parties().size()));
    }
    circuits.check();
    programs.check();
    CircuitOrProgram.require(file, programs.program != null, programs.given(), circuits.given());
    Map<String, String> options = new LinkedHashMap<>(file.options());
    options.putAll(flags.given());
    merged =
        new JobConfig(
            Optional.ofNullable(protocol).or(file::protocol),
            Optional.ofNullable(circuits.circuit).or(file::circuit),
            Optional.ofNullable(programs.program).or(file::program),
            options,
            Optional.ofNullable(circuits.inputs).or(file::inputs),
            Optional.ofNullable(circuits.outputs).or(file::outputs),
            Optional.ofNullable(circuits.order).or(file::order),
            file.values().in(Optional.ofNullable(circuits.format)),
            Optional.ofNullable(circuits.lanes).or(file::lanes),
            Optional.ofNullable(programs.tapes).or(file::tapes),
            programs.foreign || file.foreign(),
            participants(file),
            dealer(file));
    return merged;
  }

  /**
   * Returns the connections of a party, the same ones for each call.
   *
   * @param party the party's number
   */
  public PartyLine line(JobConfig config, int party) throws MpcException {
    if (line == null) {
      line = line(config, party, tls.identity());
    }
    return line;
  }

  private PartyLine line(JobConfig config, int party, Optional<Identity> me) throws Refused {
    Roster roster = new Roster(config.parties(), config.dealer());
    return new PartyLine(roster, party - 1, me, listenAt(), times());
  }

  /** Notes that a child process connects to the other parties. */
  public void handOver() {
    handedOver = true;
  }

  /**
   * Tells the other parties that this party cannot begin, as far as addresses and identity are
   * known. Does nothing if this party, or its child process, may have begun.
   *
   * @param party the party's number; null if it is not known
   * @param dealt whether the parties meet at the dealer first, if there is one
   * @param reason why this party cannot begin, which nobody is told
   */
  public void withdraw(Integer party, boolean dealt, Exception reason) {
    boolean childMayHaveBegun = handedOver && reason instanceof ConnectionLost;
    if (merged == null || party == null || childMayHaveBegun) {
      return;
    }
    try {
      Ranges.range("--party", party, 1, merged.parties().size());
      if (line == null) {
        line = line(merged, party, tls.identityUnasked());
      }
      line.withdraw(dealt);
    } catch (MpcException e) {
      // Without identity or addresses, nobody can be told.
    }
  }

  private List<Participant> participants(JobConfig file) throws Refused {
    List<Participant> all = new ArrayList<>(file.parties());
    if (peers != null) {
      if (peers.size() > all.size()) {
        throw new Refused(
            "--peers names %s, and there are %d parties"
                .formatted(Counts.of(peers.size(), "address", "addresses"), all.size()));
      }
      for (int i = 0; i < peers.size(); i++) {
        all.set(i, all.get(i).at(Addresses.of("--peers", peers.get(i))));
      }
    }
    if (fingerprints != null) {
      if (fingerprints.size() != all.size()) {
        throw new Refused(
            "--fingerprints names %s, and there are %d parties: name party 1's first and so on"
                .formatted(Counts.of(fingerprints.size(), "certificate"), all.size()));
      }
      for (int i = 0; i < fingerprints.size(); i++) {
        all.set(i, all.get(i).with(Pin.parse(fingerprints.get(i))));
      }
    }
    return all;
  }

  private Optional<Participant> dealer(JobConfig file) throws Refused {
    if (dealer == null && dealerFingerprint == null) {
      return file.dealer();
    }
    Participant participant = file.dealer().orElse(Participant.UNKNOWN);
    if (dealer != null) {
      participant = participant.at(Addresses.of("--dealer", dealer));
    }
    if (dealerFingerprint != null) {
      participant = participant.with(Pin.parse(dealerFingerprint));
    }
    return Optional.of(participant);
  }

  /** Returns the files that the options name and that are read, by option; null if not given. */
  public Map<String, Path> files() {
    Map<String, Path> files = new LinkedHashMap<>();
    files.put("--config", config);
    files.put("--key", tls.key());
    files.put("--cert", tls.cert());
    return files;
  }

  public Optional<Endpoint> listenAt() throws Refused {
    return listen == null ? Optional.empty() : Optional.of(Addresses.of("--listen", listen));
  }

  public Times times() throws Refused {
    Ranges.timeLimit("--timeout", timeout);
    Ranges.timeLimit("--connect-timeout", connectTimeout);
    Optional<Link> imitated = link == null ? Optional.empty() : Optional.of(Link.parse(link));
    return new Times(timeout, connectTimeout, imitated);
  }

  /**
   * Requires that {@code --jvm} names a JVM, if it was given. Without it, JVMs are looked for only
   * when a child process needs one.
   */
  public void requireJvm() throws Refused {
    if (jvm != null) {
      chosenJvm();
    }
  }

  /** Returns the JVM of a child process, as chosen by {@code --jvm}. */
  public Jvm chosenJvm() throws Refused {
    return JvmFinder.ofThisProcess().choose(jvm == null ? JvmFinder.AUTO : jvm);
  }

  /**
   * Chooses the process that computes, and prints the choice if {@code -v} was given.
   *
   * @param heap the heap that the work needs
   */
  public ProcessChoice choice(WorkEstimate work, HeapSize heap, PrintStream err) {
    ProcessChoice choice = ProcessChoice.of(jvm != null || this.heap != null, work.seconds(), heap);
    if (verbose) {
      err.println(choice);
    }
    return choice;
  }

  /**
   * Requires that no option asks for another JVM.
   *
   * @param what cannot be read there
   */
  public void requireThisJvm(String what) throws Refused {
    if (jvm != null || heap != null) {
      throw new Refused(
          "%s is read once, and --%s starts another process: name a file"
              .formatted(what, jvm != null ? "jvm" : "heap"));
    }
  }

  /** Returns the heap size that the user gave, or else {@code usual}. */
  public HeapSize heapOr(HeapSize usual) throws Refused {
    return heap == null ? usual : HeapSize.parse(heap);
  }

  /**
   * Returns the number of threads that generate material, for estimating memory.
   *
   * @param options the options of the protocol
   * @param dealt whether a dealer generates the material; the number is then zero
   */
  public static int threads(Map<String, String> options, boolean dealt) {
    return dealt ? 0 : ProtocolFlags.threads(options);
  }
}
