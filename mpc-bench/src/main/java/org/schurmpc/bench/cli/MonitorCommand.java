package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.schurmpc.bench.control.Credentials;
import org.schurmpc.bench.control.KeepAlive;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.monitor.Faults;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.Monitor;
import org.schurmpc.bench.monitor.MonitorOptions;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.monitor.Watcher;
import org.schurmpc.bench.page.MonitorPage;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.cli.display.Progress;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.option.Addresses;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.option.Durations;
import org.schurmpc.cli.option.HelpSection;
import org.schurmpc.cli.option.OptionsElsewhere;
import org.schurmpc.cli.page.PageAccess;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Implements {@code monitor}: runs the Monitor of a benchmark whose parties are started by hand, on
 * any machines.
 */
@Command(
    name = "monitor",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Waits for the dealer, if the run needs one, and the parties of a benchmark, starts and stops"
          + " the clock, checks every output and reports as the main job does. The other pieces are"
          + " the commands dealer and party."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar monitor --protocol minitrix --listen 0.0.0.0:4700 --config"
          + " team.toml --key monitor.key --cert monitor.crt"
    })
final class MonitorCommand implements Callable<Integer>, OptionsElsewhere {
  private final CommandName program;
  private final PrintStream out;
  private final PrintStream err;

  @Mixin private final RunOptions options = RunOptions.byHand();

  @Mixin private final PageOptions page = new PageOptions();

  @HelpSection.In(HelpSection.CONNECTION)
  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Where dealer and parties call; port 0 lets the system choose.")
  private String listen;

  @HelpSection.In(HelpSection.CONNECTION)
  @Option(
      names = "--connect-timeout",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "How long to wait for all of them to call; default ${DEFAULT-VALUE}.",
      defaultValue = "5m")
  private Duration connectTimeout;

  @Mixin private final CredentialOptions security = new CredentialOptions();

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  MonitorCommand(CommandName program, PrintStream out, PrintStream err) {
    this.program = program;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException, RunFailed, InterruptedException {
    options.check();
    PieceOptions.checkTimeout(connectTimeout);
    if (listen == null) {
      throw new Refused("where do the parties call? Say with --listen HOST:PORT");
    }
    refuseWhatTheMainJobDoes();
    Endpoint at = Addresses.of("--listen", listen);
    Participant mine = security.team().monitor();
    Credentials credentials = security.credentials(security.token(), "the Monitor", mine);
    security.tls.forget();
    Optional<PageAccess> access = page.access();
    MainRun run = MainRun.of(options);
    if (run.hasDealer()) {
      credentials.toDealer(NetOptions.service()); // reports what the file lacks
    }
    security.tls.warn(err);
    MonitorOptions where =
        new MonitorOptions(at, credentials, connectTimeout, KeepAlive.SILENCE, this::say);
    try (MonitorPage opened = PageOptions.open(access, program, err)) {
      Optional<MonitorPage> shown = Optional.ofNullable(opened);
      run.measure(out, (plan, usual) -> serve(plan, where, shown));
    }
    return 0;
  }

  /**
   * Refuses options of the main command: parties started by hand run on other machines, have one
   * session each, and take part in one run.
   */
  private void refuseWhatTheMainJobDoes() throws Refused {
    if (options.sessions() > 1) {
      throw new Refused(
          "parties that are started by hand have one session each: use --instances, not --threads");
    }
    if (options.blocks != null && options.blocks.size() > 1) {
      throw new Refused(
          "parties that are started by hand are there for one run: give --blocks one number");
    }
  }

  @Override
  public Optional<String> why(String option) {
    return option.equals("--link")
        ? Optional.of(
            "--link imitates a line between processes of one machine, and these parties may be on"
                + " several: leave it out")
        : Optional.empty();
  }

  private Measured serve(Plan plan, MonitorOptions where, Optional<MonitorPage> shown)
      throws MpcException, RunFailed, InterruptedException {
    try (Progress progress = Progress.of(plan.allPasses())) {
      return serve(plan, where, MonitorPage.watcher(shown, plan, progress::step));
    }
  }

  private Measured serve(Plan plan, MonitorOptions where, Watcher watcher)
      throws MpcException, RunFailed, InterruptedException {
    Faults faults = new Faults(watcher);
    try (Monitor monitor = Monitor.listen(plan, where, faults, watcher)) {
      monitor.start();
      String awaited = plan.roles().stream().map(Role::toString).collect(Collectors.joining(", "));
      Endpoint at = new Endpoint(where.at().host(), monitor.port());
      say("the Monitor listens at " + at + " and waits for " + awaited);
      faults.await();
      return monitor.result();
    }
  }

  private void say(String sentence) {
    err.println(program.saying(sentence));
  }
}
