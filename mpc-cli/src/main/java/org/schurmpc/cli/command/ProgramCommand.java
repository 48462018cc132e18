package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.values.OutputFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramLanguages;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Implements {@code program}: begins, compiles, tries, prices, disassembles, assembles and runs
 * programs.
 */
@Command(
    name = "program",
    usageHelpAutoWidth = true,
    description =
        "Begins and compiles programs for the SPDZ machine, tries them, shows what is in them, and runs them.",
    footer = {
      "",
      "Exit codes: 0 done, 2 wrong call, 3 a malformed program, or a bad file; of program run also 4"
          + " connection lost, 5 the parties disagree, 6 a party cheated, 7 preprocessing"
          + " exhausted, 9 another party cannot begin."
    })
final class ProgramCommand implements Runnable {
  private final PrintStream out;

  @Spec private CommandSpec spec;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  ProgramCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "what is to be done with a program? program init, compile, try, cost, disasm, asm or run");
  }

  @Command(
      name = "cost",
      usageHelpAutoWidth = true,
      description =
          "Prints what a program costs online: rounds, inputs, checks, bytes and items, for the"
              + " program, for each tape and for each source line. Both sides of a branch count."
              + " For prime fields also about what the own preprocessing sends, and by which"
              + " correlations.")
  int cost(
      @Parameters(paramLabel = "FILE", description = "The program.") Path file,
      @Option(
              names = "--foreign",
              description = "Price the program as the parties run it with --foreign.")
          boolean foreign,
      @Mixin CommonOptions options)
      throws MpcException {
    CompiledProgram read = ProgramLanguages.only().read(file);
    CompiledProgram program = foreign ? read.unmasked() : read;
    String cost = program.cost();
    ProgramSummary.masked(program, out);
    out.println();
    out.print(cost);
    return 0;
  }

  @Command(
      name = "disasm",
      usageHelpAutoWidth = true,
      description = "Prints a program in the assembler's language.")
  int disasm(
      @Parameters(paramLabel = "FILE", description = "The program.") Path file,
      @Option(names = "--out", paramLabel = "TEXT", description = "Write the text to a file.")
          Path target,
      @Mixin CommonOptions options)
      throws MpcException {
    String text = ProgramLanguages.only().read(file).assembler();
    if (target == null) {
      out.print(text);
    } else {
      OutputFile.open(target).write(to -> to.write(text.getBytes(StandardCharsets.UTF_8)));
    }
    return 0;
  }

  @Command(
      name = "asm",
      usageHelpAutoWidth = true,
      description = "Makes a program of a text in the assembler's language.")
  int asm(
      @Parameters(paramLabel = "TEXT", description = "The text.") Path text,
      @Option(
              names = "--out",
              required = true,
              paramLabel = "FILE",
              description = "Where the program goes.")
          Path target,
      @Mixin CommonOptions options)
      throws MpcException {
    OutputFile file = OutputFile.open(target);
    CompiledProgram program = ProgramLanguages.only().assemble(text);
    file.write(to -> to.write(program.bytes()));
    ProgramSummary.print(program, out);
    return 0;
  }
}
