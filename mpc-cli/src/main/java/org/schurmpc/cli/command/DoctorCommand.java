package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.schurmpc.cli.compute.ComputationJob;
import org.schurmpc.cli.compute.PartyLine;
import org.schurmpc.cli.compute.Roster;
import org.schurmpc.cli.compute.Times;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.doctor.DoctorRun;
import org.schurmpc.cli.doctor.Findings;
import org.schurmpc.cli.doctor.OwnSide;
import org.schurmpc.cli.forecast.CostCount;
import org.schurmpc.cli.forecast.CotChoice;
import org.schurmpc.cli.forecast.MachineRates;
import org.schurmpc.cli.forecast.RateFile;
import org.schurmpc.cli.forecast.RunTraffic;
import org.schurmpc.cli.option.Addresses;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.option.Durations;
import org.schurmpc.cli.option.HelpSection;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.cli.option.TlsOptions;
import org.schurmpc.client.ClientException;
import org.schurmpc.client.MpcClient;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Identity;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.run.Computation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code doctor}: tests whether the parties of a configuration can compute together. */
@Command(
    name = "doctor",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Tests one after another the configuration, this party's certificate, the names, the ports,"
          + " and for each peer its certificate, version, clock and line, and says what to do. All"
          + " parties start it at the same time, as they start eval."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar doctor --config job.toml --party 1 --key alice.key"
          + " --cert alice.crt",
      "Example: java -jar mpc-bench.jar doctor --service client.toml",
      "",
      "Exit codes: 0 all is sound, even with warnings; otherwise that of the first problem: 2"
          + " configuration, 3 file or certificate, 4 connection, 5 the parties disagree."
    })
final class DoctorCommand implements Callable<Integer> {
  /** Size of material, in bytes, up to which an evaluation is run to count its traffic. */
  private static final long COUNTED_BYTES = 32 << 20;

  /** Protocols of two parties for Boolean circuits, of which the line decides which is fastest. */
  private static final List<String> BOOLEAN = List.of("garbled", "tinyot", "tinytable");

  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration on which all parties agree, as for eval.")
  private Path file;

  @Option(
      names = "--service",
      paramLabel = "FILE",
      description =
          "The configuration of a client, in place of --config: test its way to the services of all"
              + " parties, and what they offer. Asks for nothing.")
  private Path service;

  @Option(names = "--party", paramLabel = "N", description = "Which of the parties this is.")
  private Integer party;

  @Mixin private final TlsOptions tls = new TlsOptions();

  @HelpSection.In(HelpSection.CONNECTION)
  @Option(
      names = "--listen",
      paramLabel = "ADDR",
      description = "host:port to listen at, where that is not the address that others call.")
  private String listen;

  @HelpSection.In(HelpSection.CONNECTION)
  @Option(
      names = "--connect-timeout",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "How long to wait for the others to be there; default 30s.")
  private Duration patience = Duration.ofSeconds(30);

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  DoctorCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException, InterruptedException {
    if (service != null) {
      return testService();
    }
    requireGiven();
    Ranges.timeLimit("--connect-timeout", patience);
    Optional<Endpoint> place =
        listen == null ? Optional.empty() : Optional.of(Addresses.of("--listen", listen));
    tls.warn(err);
    Findings findings = new Findings(out::println);
    test(place, findings);
    return findings.end().code();
  }

  private int testService() throws MpcException, InterruptedException {
    Findings findings = new Findings(out::println);
    if (file != null || party != null || listen != null || tls.key() != null || tls.plaintext()) {
      findings.warning("options", "those of a party are not used: --service FILE names everything");
    }
    try {
      MpcClient client = ClientOptions.client(service, tls.passphraseFile());
      findings.ok("configuration", "complete, with the certificate " + client.fingerprint());
      new ServiceDoctor(findings).test(client);
    } catch (ClientException e) {
      findings.problem(
          "configuration", ClientFailures.exitCode(e).orElse(ExitCode.BAD_FILE), e.getMessage());
    }
    return findings.end().code();
  }

  private void requireGiven() throws Refused {
    if (file == null) {
      throw new Refused("which configuration? Say --config FILE");
    }
    if (party == null) {
      throw new Refused("which party is this? Say --party N, as --party 1");
    }
  }

  private void test(Optional<Endpoint> place, Findings findings) throws Refused {
    try {
      JobConfig config = JobConfig.read(file, JobConfig.PARTIES);
      Ranges.range("--party", party, 1, config.parties().size());
      Roster roster = new Roster(config.parties(), config.dealer());
      Optional<Computation.Plan> plan = job(config, findings);
      Optional<Identity> me = identity(roster, findings);
      tls.forget();
      if (me.isEmpty() && !tls.plaintext()) {
        return;
      }
      Times times = new Times(patience, patience, Optional.empty());
      new PartyLine(roster, party - 1, me, place, times).check();
      NetOptions net = NetOptions.service().withTimeout(patience).withConnectDeadline(patience);
      String version =
          Optional.ofNullable(DoctorCommand.class.getPackage().getImplementationVersion())
              .orElse("development");
      InstantSource clock = InstantSource.system();
      new DoctorRun(
              roster,
              party - 1,
              me,
              place,
              net,
              version,
              clock,
              need(plan),
              others(plan),
              cots(config, plan))
          .test(findings);
    } catch (MpcException e) {
      findings.problem("configuration", e, "");
    }
  }

  /** Tests what is computed, and returns the plan of a circuit's evaluation. */
  private Optional<Computation.Plan> job(JobConfig config, Findings findings) {
    try {
      if (config.program().isPresent()) {
        findings.ok("configuration", "complete for %d parties".formatted(config.parties().size()));
        return Optional.empty();
      }
      ComputationJob job = ComputationJob.of(config);
      Computation.Plan plan = job.plan(config.lanes().orElse(1));
      findings.ok(
          "configuration",
          "complete: %s under %s for %d parties"
              .formatted(job.source().shortName(), job.protocol(), job.parties().size()));
      return Optional.of(plan);
    } catch (MpcException e) {
      findings.problem("configuration", e, "");
      return Optional.empty();
    }
  }

  /** Returns the online traffic of an evaluation, if it is small enough to be counted. */
  private static Optional<RunTraffic> need(Optional<Computation.Plan> plan) throws MpcException {
    boolean small = plan.isPresent() && plan.get().demand().bytes() <= COUNTED_BYTES;
    return small ? CostCount.of(plan.get(), 0).online() : Optional.empty();
  }

  /** Returns the online traffic of a Boolean circuit's evaluation under other protocols. */
  private static SortedMap<String, RunTraffic> others(Optional<Computation.Plan> plan)
      throws MpcException {
    SortedMap<String, RunTraffic> others = new TreeMap<>();
    if (plan.isEmpty() || !BOOLEAN.contains(plan.get().protocol().protocol())) {
      return others;
    }
    Computation.Plan own = plan.get();
    for (String name : BOOLEAN) {
      if (!name.equals(own.protocol().protocol())) {
        try {
          Computation.Plan other =
              Computation.plan(
                  name,
                  own.circuit().circuit(),
                  own.io(),
                  new ProtocolOptions(JobConfig.PARTIES, own.instances(), Map.of()));
          need(Optional.of(other)).ifPresent(traffic -> others.put(name, traffic));
        } catch (Refused e) {
          // A protocol that does not take the circuit, or is not there, is none to name.
        }
      }
    }
    return others;
  }

  /**
   * Returns the choice of correlated OTs, if the protocol has one and the parties make material: by
   * the rates of this machine, or those of others if it was not measured.
   */
  private static Optional<CotChoice> cots(JobConfig config, Optional<Computation.Plan> plan)
      throws MpcException {
    if (plan.isEmpty() || config.dealer().isPresent()) {
      return Optional.empty();
    }
    Protocol protocol = Protocols.named(plan.get().protocol().protocol());
    if (!CotChoice.isOf(protocol)) {
      return Optional.empty();
    }
    Computation.Plan own = plan.get();
    Optional<CotChoice> measured =
        rates()
            .flatMap(rates -> rates.of(protocol.name()))
            .flatMap(rates -> CotChoice.of(rates, (double) own.demand().bytes(), own.passes()));
    return Optional.of(measured.orElse(CotChoice.USUAL));
  }

  /** Returns the rates of this machine; a file that cannot be read is no fault to report here. */
  private static Optional<MachineRates> rates() {
    try {
      return RateFile.usual().read();
    } catch (BadFile e) {
      return Optional.empty();
    }
  }

  private Optional<Identity> identity(Roster roster, Findings findings) throws MpcException {
    if (tls.plaintext() || tls.cert() == null || tls.key() == null) {
      return tls.identity();
    }
    return new OwnSide(tls.cert(), InstantSource.system())
        .test(tls::identity, roster.partyPins().get(party - 1), findings);
  }
}
