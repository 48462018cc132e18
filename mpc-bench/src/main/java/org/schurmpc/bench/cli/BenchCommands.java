package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.Optional;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.cli.command.Commands;
import org.schurmpc.cli.command.OperatorCommands;
import org.schurmpc.cli.launch.Program;
import org.schurmpc.core.abort.ExitCode;
import picocli.CommandLine;

/** The commands of the runnable jar: those of the benchmark, and an operator's among them. */
public final class BenchCommands implements Commands {
  /** The program in the runnable jar. */
  static final Program PROGRAM = new Program("mpc-bench", "org.schurmpc.bench.Main");

  private final OperatorCommands operator = new OperatorCommands(PROGRAM);

  @Override
  public Program program() {
    return PROGRAM;
  }

  @Override
  public CommandLine assemble(PrintStream out, PrintStream err) {
    return new CommandLine(new BenchCommand(out, err))
        .addSubcommand(operator.eval(out, err))
        .addSubcommand(operator.prepare(out, err))
        .addSubcommand(operator.prep(out, err))
        .addSubcommand(new BenchDealerCommand(out, err))
        .addSubcommand(operator.keygen(out))
        .addSubcommand(new OtCommand(out, err))
        .addSubcommand(new TriplesCommand(out, err))
        .addSubcommand(new MulCommand(out, err))
        .addSubcommand(new ReproduceCommand(out, err))
        .addSubcommand(new MonitorCommand(out, err))
        .addSubcommand(new PartyCommand(out, err))
        .addSubcommand(operator.circuit(out))
        .addSubcommand(operator.info(out))
        .addSubcommand(new JmhCommand())
        .addSubcommand(
            operator
                .child(out, err)
                .addSubcommand(new PartyChild())
                .addSubcommand(new DealerChild()));
  }

  @Override
  public Optional<ExitCode> exitCode(Throwable failure) {
    return failure instanceof RunFailed failed ? Optional.of(failed.exitCode()) : Optional.empty();
  }
}
