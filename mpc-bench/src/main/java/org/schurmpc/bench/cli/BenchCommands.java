package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.Optional;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.cli.command.Commands;
import org.schurmpc.cli.command.OperatorCommands;
import org.schurmpc.cli.launch.Program;
import org.schurmpc.core.abort.ExitCode;
import picocli.CommandLine;

/** Creates the commands of the runnable jar: those of the benchmark and those of an operator. */
public final class BenchCommands implements Commands {
  /** Name of the program in the runnable jar. */
  public static final String NAME = "mpc-bench";

  private static final String MAIN = "org.schurmpc.bench.Main";

  private final Program program;
  private final OperatorCommands operator;

  /** Creates the commands of the runnable jar, whose children run in processes of their own. */
  public BenchCommands() {
    this(Program.ofThisProcess(NAME, MAIN));
  }

  /** Creates the commands of a program, which decides how its children run. */
  public BenchCommands(Program program) {
    this.program = program;
    this.operator = new OperatorCommands(program);
  }

  @Override
  public Program program() {
    return program;
  }

  @Override
  public CommandLine assemble(PrintStream out, PrintStream err) {
    return new CommandLine(new BenchCommand(program, out, err))
        .addSubcommand(operator.eval(out, err))
        .addSubcommand(operator.doctor(out, err))
        .addSubcommand(operator.prepare(out, err))
        .addSubcommand(operator.prep(out, err))
        .addSubcommand(new BenchDealerCommand(program, out, err))
        .addSubcommand(operator.keygen(out))
        .addSubcommand(new OtCommand(program, out, err))
        .addSubcommand(new TriplesCommand(program, out, err))
        .addSubcommand(new MulCommand(program, out, err))
        .addSubcommand(new ReproduceCommand(program, out, err))
        .addSubcommand(new ReportCommand(out))
        .addSubcommand(new CompareCommand(out, err))
        .addSubcommand(new MonitorCommand(program, out, err))
        .addSubcommand(new PartyCommand(program, out, err))
        .addSubcommand(operator.circuit(out))
        .addSubcommand(operator.programs(out, err))
        .addSubcommand(operator.info(out, err))
        .addSubcommand(new JmhCommand())
        .addSubcommand(
            operator
                .child(out, err)
                .addSubcommand(new PartyChild(program.launcher()))
                .addSubcommand(new DealerChild(program.launcher())));
  }

  @Override
  public Optional<ExitCode> exitCode(Throwable failure) {
    return failure instanceof RunFailed failed ? Optional.of(failed.exitCode()) : Optional.empty();
  }
}
