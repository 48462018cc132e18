package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.option.CircuitChoice;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.option.OptionsElsewhere;
import org.schurmpc.core.abort.MpcException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Implements {@code program run}: runs a program with other parties. */
@Command(
    name = "run",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Runs a program with other parties on the private inputs of all, over TLS with certificates"
          + " on all sides. All start it, each on a machine of their own, with the same"
          + " configuration and the same program. docs/programs.md has the details."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar program run --config job.toml --party 1 --key alice.key"
          + " --cert alice.crt --input alice.txt --output result.txt",
      "",
      "Exit codes: 0 done, 2 wrong call, 3 bad file, 4 connection lost, 5 the parties disagree, 6 a"
          + " party cheated, 7 preprocessing exhausted, 9 another party cannot begin."
    })
final class ProgramRunCommand implements Callable<Integer>, OptionsElsewhere {
  private final Launch launch;

  @Spec private CommandSpec spec;
  @Mixin private final ProgramRunOptions options = new ProgramRunOptions();

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  ProgramRunCommand(CommandName program, PrintStream out, PrintStream err) {
    this.launch = new Launch(program, out, err);
  }

  @Override
  public Integer call() throws MpcException, InterruptedException {
    return launch.run("program-run", options, spec.commandLine().getParseResult());
  }

  @Override
  public Optional<String> why(String option) {
    return CircuitChoice.whyNot(option);
  }
}
