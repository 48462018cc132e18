package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.schurmpc.cli.launch.ChildStarter;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.core.abort.ExitCode;
import picocli.CommandLine;

/**
 * Creates the commands that an operator runs: one by one, for programs with further commands, or
 * all of them as a program.
 *
 * @param program the program that offers the commands
 */
public record OperatorCommands(CommandName program) implements Commands {
  private static final String MAIN = "org.schurmpc.cli.Main";

  /** Returns the commands as a program. */
  public static OperatorCommands standalone() {
    return new OperatorCommands(CommandName.ofThisProcess(OperatorCommand.NAME, MAIN));
  }

  @Override
  public CommandLine main(PrintStream out, PrintStream err) {
    return new CommandLine(new OperatorCommand());
  }

  @Override
  public Map<String, Supplier<CommandLine>> subcommands(PrintStream out, PrintStream err) {
    Map<String, Supplier<CommandLine>> all = new LinkedHashMap<>();
    all.put("eval", () -> eval(out, err));
    all.put("doctor", () -> doctor(out, err));
    all.put("prepare", () -> prepare(out, err));
    all.put("prep", () -> prep(out, err));
    all.put("dealer", () -> dealer(out, err));
    all.put("keygen", () -> keygen(out));
    all.put("client", () -> client(out, err));
    for (CommandProvider each : CommandProvider.all()) {
      all.put(each.name(), () -> each.command(out, err));
    }
    all.put("circuit", () -> circuit(out));
    all.put("program", () -> programs(out, err));
    all.put("info", () -> info(out, err));
    all.put(ChildStarter.CHILD, () -> child(out, err));
    return all;
  }

  /** Returns the command that evaluates a circuit with other parties. */
  public CommandLine eval(PrintStream out, PrintStream err) {
    return new CommandLine(new EvalCommand(program, out, err));
  }

  /** Returns the command that tests whether the parties can compute together. */
  public CommandLine doctor(PrintStream out, PrintStream err) {
    return new CommandLine(new DoctorCommand(out, err));
  }

  /** Returns the command that generates preprocessing ahead of time. */
  public CommandLine prepare(PrintStream out, PrintStream err) {
    return new CommandLine(new PrepareCommand(program, out, err));
  }

  /** Returns the command that manages stores of preprocessing, with its subcommands. */
  public CommandLine prep(PrintStream out, PrintStream err) {
    return new CommandLine(new PrepCommand(out)).addSubcommand(new PrepVerifyCommand(out, err));
  }

  /** Returns the command that runs a dealer. */
  public CommandLine dealer(PrintStream out, PrintStream err) {
    return new CommandLine(new DealerCommand(program, out, err));
  }

  /** Returns the command that generates keys and certificates. */
  public CommandLine keygen(PrintStream out) {
    return new CommandLine(new KeygenCommand(out));
  }

  /** Returns the commands of a client of services. */
  public CommandLine client(PrintStream out, PrintStream err) {
    return new CommandLine(new ClientCommand())
        .addSubcommand(new ClientSubmitCommand(out, err))
        .addSubcommand(new ClientResultCommand(out, err))
        .addSubcommand(new ClientJobsCommand(out));
  }

  @Override
  public Optional<ExitCode> exitCode(Throwable failure) {
    return ClientFailures.exitCode(failure);
  }

  /** Returns the command that describes a circuit, with its subcommand that optimizes circuits. */
  public CommandLine circuit(PrintStream out) {
    return new CommandLine(new CircuitCommand(out)).addSubcommand(new OptimizeCommand(out));
  }

  /** Returns the command that compiles programs, shows what is in them and runs them. */
  public CommandLine programs(PrintStream out, PrintStream err) {
    return new CommandLine(new ProgramCommand(out))
        .addSubcommand(new ProgramInitCommand(out))
        .addSubcommand(new ProgramCompileCommand(out, err))
        .addSubcommand(new ProgramRunCommand(program, out, err))
        .addSubcommand(new ProgramTryCommand(out, err));
  }

  /** Returns the command that describes this machine. */
  public CommandLine info(PrintStream out, PrintStream err) {
    return new CommandLine(new InfoCommand(program, out, err));
  }

  /** Returns the hidden command that child processes of these commands run. */
  public CommandLine child(PrintStream out, PrintStream err) {
    return new CommandLine(new ChildCommands(program, out, err));
  }
}
