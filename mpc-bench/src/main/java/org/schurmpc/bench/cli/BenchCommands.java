package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.cli.command.CommandProvider;
import org.schurmpc.cli.command.Commands;
import org.schurmpc.cli.command.OperatorCommands;
import org.schurmpc.cli.launch.ChildStarter;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.core.abort.ExitCode;
import picocli.CommandLine;

/** Creates the commands of the runnable jar: those of the benchmark and those of an operator. */
public final class BenchCommands implements Commands {
  /** Name of the program in the runnable jar. */
  public static final String NAME = "mpc-bench";

  private static final String MAIN = "org.schurmpc.bench.Main";

  private final CommandName program;
  private final OperatorCommands operator;

  /** Creates the commands of the runnable jar, whose children run in processes of their own. */
  public BenchCommands() {
    this(CommandName.ofThisProcess(NAME, MAIN));
  }

  /** Creates the commands of a program, which decides how its children run. */
  public BenchCommands(CommandName program) {
    this.program = program;
    this.operator = new OperatorCommands(program);
  }

  @Override
  public CommandName program() {
    return program;
  }

  @Override
  public CommandLine main(PrintStream out, PrintStream err) {
    return new CommandLine(new BenchCommand(program, out, err));
  }

  @Override
  public Map<String, Supplier<CommandLine>> subcommands(PrintStream out, PrintStream err) {
    Map<String, Supplier<CommandLine>> all = new LinkedHashMap<>();
    Map<String, Supplier<CommandLine>> operators = operator.subcommands(out, err);
    List.of("eval", "doctor", "prepare", "prep")
        .forEach(name -> all.put(name, operators.get(name)));
    all.put("dealer", () -> new CommandLine(new BenchDealerCommand(program, out, err)));
    List.of("keygen", "client").forEach(name -> all.put(name, operators.get(name)));
    CommandProvider.all().forEach(each -> all.put(each.name(), operators.get(each.name())));
    all.put("ot", () -> new CommandLine(new OtCommand(program, out, err)));
    all.put("triples", () -> new CommandLine(new TriplesCommand(program, out, err)));
    all.put("mul", () -> new CommandLine(new MulCommand(program, out, err)));
    all.put("reproduce", () -> ReproduceCommand.of(program, out, err));
    all.put("report", () -> new CommandLine(new ReportCommand(out)));
    all.put("compare", () -> new CommandLine(new CompareCommand(out, err)));
    all.put("monitor", () -> new CommandLine(new MonitorCommand(program, out, err)));
    all.put("party", () -> new CommandLine(new PartyCommand(program, out, err)));
    List.of("circuit", "program", "info").forEach(name -> all.put(name, operators.get(name)));
    all.put("jmh", () -> new CommandLine(new JmhCommand()));
    all.put(
        ChildStarter.CHILD,
        () ->
            operator
                .child(out, err)
                .addSubcommand(new PartyChild(program.launcher()))
                .addSubcommand(new DealerChild(program.launcher())));
    return all;
  }

  @Override
  public Optional<String> version() {
    return Optional.of(VersionProvider.text());
  }

  @Override
  public Optional<ExitCode> exitCode(Throwable failure) {
    return failure instanceof RunFailed failed
        ? Optional.of(failed.exitCode())
        : operator.exitCode(failure);
  }
}
