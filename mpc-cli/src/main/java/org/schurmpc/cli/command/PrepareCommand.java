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

/** Implements {@code prepare}: generates preprocessing with the other parties ahead of time. */
@Command(
    name = "prepare",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Makes the preprocessing for evaluations ahead of time and keeps it on disk. All parties"
          + " start it with the same configuration, as they do eval; each fills a store of its own,"
          + " which eval and program run use later with --preprocessing store:DIR. What is there"
          + " already counts: after an interruption start it again. docs/preprocessing.md has the"
          + " details.",
      "With --demand the material is for no circuit in particular, and the configuration need not"
          + " name one, nor inputs and outputs."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar prepare --config job.toml --party 1 --key alice.key"
          + " --cert alice.crt --store alice-store --blocks 4096",
      "Example: java -jar mpc-bench.jar prepare --config job.toml --party 1 --key alice.key"
          + " --cert alice.crt --store alice-store --demand and=10000000,input1=65536,input2=65536",
      "",
      "Exit codes: 0 done, 2 wrong call, 3 bad file or full disk, 4 connection lost, 5 the parties"
          + " disagree, 6 a party cheated, 9 another party cannot begin."
    })
final class PrepareCommand implements Callable<Integer> {
  private final Launch launch;

  @Spec private CommandSpec spec;
  @Mixin private final PrepareOptions options = new PrepareOptions();

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  PrepareCommand(CommandName program, PrintStream out, PrintStream err) {
    this.launch = new Launch(program, out, err);
  }

  @Override
  public Integer call() throws MpcException, InterruptedException {
    return launch.run("prepare", options, spec.commandLine().getParseResult());
  }
}
