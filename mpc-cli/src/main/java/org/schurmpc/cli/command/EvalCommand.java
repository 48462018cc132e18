package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.option.OptionsElsewhere;
import org.schurmpc.cli.option.ProgramChoice;
import org.schurmpc.core.abort.MpcException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Implements {@code eval}: evaluates a circuit with other parties, each on its own machine. */
@Command(
    name = "eval",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Evaluates a circuit with other parties on the private inputs of all, over TLS with"
          + " certificates on all sides. All start it, each on a machine of their own, with the"
          + " same configuration; parties call those before them. docs/running.md has the details."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar eval --config job.toml --party 1 --key alice.key"
          + " --cert alice.crt --input key.hex",
      "",
      "Exit codes: 0 done, 2 wrong call, 3 bad file, 4 connection lost, 5 the parties disagree, 6 a"
          + " party cheated, 7 preprocessing exhausted, 9 another party cannot begin."
    })
final class EvalCommand implements Callable<Integer>, OptionsElsewhere {
  private final Launch launch;

  @Spec private CommandSpec spec;
  @Mixin private final EvalOptions options = new EvalOptions();

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  EvalCommand(CommandName program, PrintStream out, PrintStream err) {
    this.launch = new Launch(program, out, err);
  }

  @Override
  public Integer call() throws MpcException, InterruptedException {
    return launch.run("eval", options, spec.commandLine().getParseResult());
  }

  @Override
  public Optional<String> why(String option) {
    return ProgramChoice.whyNot(option);
  }
}
