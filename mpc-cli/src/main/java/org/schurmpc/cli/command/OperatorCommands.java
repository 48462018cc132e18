package org.schurmpc.cli.command;

import java.io.PrintStream;
import org.schurmpc.cli.launch.Program;
import picocli.CommandLine;

/**
 * The commands that an operator runs, one by one for programs that offer more than these, and as a
 * program of their own.
 *
 * @param program the program that offers them
 */
public record OperatorCommands(Program program) implements Commands {
  private static final String MAIN = "org.schurmpc.cli.Main";

  /** Returns the commands as a program of their own. */
  public static OperatorCommands standalone() {
    return new OperatorCommands(Program.ofThisProcess(OperatorCommand.NAME, MAIN));
  }

  @Override
  public CommandLine assemble(PrintStream out, PrintStream err) {
    return new CommandLine(new OperatorCommand())
        .addSubcommand(eval(out, err))
        .addSubcommand(prepare(out, err))
        .addSubcommand(prep(out, err))
        .addSubcommand(dealer(out, err))
        .addSubcommand(keygen(out))
        .addSubcommand(circuit(out))
        .addSubcommand(info(out))
        .addSubcommand(child(out, err));
  }

  /** Returns the command that evaluates a circuit with another party. */
  public CommandLine eval(PrintStream out, PrintStream err) {
    return new CommandLine(new EvalCommand(program, out, err));
  }

  /** Returns the command that makes preprocessing ahead of time. */
  public CommandLine prepare(PrintStream out, PrintStream err) {
    return new CommandLine(new PrepareCommand(program, out, err));
  }

  /** Returns the command for stores of preprocessing, with its subcommands. */
  public CommandLine prep(PrintStream out, PrintStream err) {
    return new CommandLine(new PrepCommand(out)).addSubcommand(new PrepVerifyCommand(out, err));
  }

  /** Returns the command that deals for a configuration. */
  public CommandLine dealer(PrintStream out, PrintStream err) {
    return new CommandLine(new DealerCommand(program, out, err));
  }

  /** Returns the command that makes keys. */
  public CommandLine keygen(PrintStream out) {
    return new CommandLine(new KeygenCommand(out));
  }

  /** Returns the command that describes circuits, with its subcommand that makes them smaller. */
  public CommandLine circuit(PrintStream out) {
    return new CommandLine(new CircuitCommand(out)).addSubcommand(new OptimizeCommand(out));
  }

  /** Returns the command that says what this machine offers. */
  public CommandLine info(PrintStream out) {
    return new CommandLine(new InfoCommand(program, out));
  }

  /** Returns the hidden command with what children of these commands run. */
  public CommandLine child(PrintStream out, PrintStream err) {
    return new CommandLine(new ChildCommands(program.launcher(), out, err));
  }
}
