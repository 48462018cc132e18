package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.core.abort.MpcException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Implements {@code dealer}: deals the preprocessing for the parties of a computation. */
@Command(
    name = "dealer",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description =
        "Makes the preprocessing for one computation of parties who run eval or program run with"
            + " the same configuration, and ends. INSECURE against the dealer: it could learn all"
            + " inputs.",
    footer = {
      "",
      "Example: java -jar mpc-bench.jar dealer --config job.toml --lanes 680 --key dealer.key"
          + " --cert dealer.crt",
      "",
      "Exit codes: 0 done, 2 wrong call, 3 bad file, 4 connection lost, 5 a party wants something"
          + " else, 6 a party cheated."
    })
final class DealerCommand implements Callable<Integer> {
  private final Launch launch;

  @Spec private CommandSpec spec;
  @Mixin private final DealerOptions options = new DealerOptions();

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  DealerCommand(CommandName program, PrintStream out, PrintStream err) {
    this.launch = new Launch(program, out, err);
  }

  @Override
  public Integer call() throws MpcException, InterruptedException {
    return launch.run("serve", options, spec.commandLine().getParseResult());
  }
}
