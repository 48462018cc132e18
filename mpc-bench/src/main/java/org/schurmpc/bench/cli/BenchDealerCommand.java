package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.schurmpc.cli.command.DealerOptions;
import org.schurmpc.cli.command.Launch;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.option.HelpSection;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Implements {@code dealer}: deals the preprocessing for two parties, or for a benchmark. */
@Command(
    name = "dealer",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Makes the preprocessing for one computation of two parties who run eval with the same"
          + " configuration, and ends. INSECURE against the dealer: it could learn all inputs.",
      "With --monitor it is the dealer of a benchmark, which the Monitor tells what to deal; then"
          + " only the options on addresses, keys and the JVM have a meaning."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar dealer --config job.toml --lanes 680 --key dealer.key"
          + " --cert dealer.crt",
      "Example: java -jar mpc-bench.jar dealer --monitor bench.example:4700 --listen 0.0.0.0:4703"
          + " --advertise dealer.example --config team.toml --key dealer.key --cert dealer.crt",
      "",
      "Exit codes: 0 done, 2 wrong call, 3 bad file, 4 connection lost, 5 a party wants something"
          + " else, 6 a party cheated."
    })
final class BenchDealerCommand implements Callable<Integer> {
  private final CommandName program;
  private final PrintStream out;
  private final PrintStream err;

  @Spec private CommandSpec spec;
  @Mixin private final DealerOptions options = new DealerOptions();

  @HelpSection.In(HelpSection.CONNECTION)
  @Option(
      names = "--monitor",
      paramLabel = "HOST:PORT",
      description = "Be the dealer of a benchmark, whose Monitor listens there.")
  private String monitor;

  @HelpSection.In(HelpSection.CONNECTION)
  @Option(
      names = "--advertise",
      paramLabel = "HOST",
      description =
          "With --monitor: the name or address at which the parties reach this machine; default the"
              + " host of --listen.")
  private String advertise;

  @HelpSection.In(HelpSection.CONNECTION)
  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "With --monitor and --plaintext: a file with a word that all pieces know.")
  private Path tokenFile;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  BenchDealerCommand(CommandName program, PrintStream out, PrintStream err) {
    this.program = program;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException, InterruptedException {
    ParseResult given = spec.commandLine().getParseResult();
    if (monitor != null) {
      return BenchDealer.of(given).run(program, out, err);
    }
    if (advertise != null || tokenFile != null) {
      throw new Refused(
          (advertise != null ? "--advertise" : "--token-file")
              + " belongs to --monitor: which benchmark is it?");
    }
    return new Launch(program, out, err).run("serve", options, given);
  }
}
