package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.values.OutputFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code program compile}: compiles a class to bytecode. */
@Command(
    name = "compile",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description =
        "Compiles a class that implements SecureProgram. Its 'define' method runs in this process:"
            + " compile only code that you trust.",
    footer = {
      "",
      "Example: java -jar mpc-bench.jar program compile org.example.Salaries --class-path"
          + " salaries.jar --parties 3 --arg threshold=2000 --out salaries.vm",
      "",
      "Exit codes: 0 done, 2 wrong call, 3 a wrong program, or a file that cannot be read or"
          + " written."
    })
final class ProgramCompileCommand implements Callable<Integer> {
  /** Number of bits below which masks hide less than the least security of a protocol. */
  private static final int SIGMA = 40;

  private final PrintStream out;
  private final PrintStream err;

  @Parameters(
      paramLabel = "CLASS",
      description =
          "The class, with its package; a folder with one program, as Java files or compiled; or"
              + " the name of a ready program: info lists those.")
  private String name;

  @Option(
      names = "--class-path",
      paramLabel = "JAR[:JAR]",
      description = "The jars or folders that hold the class; a ready program needs none.")
  private String classPath;

  @Option(
      names = "--arg",
      paramLabel = "NAME=VALUE",
      description = "An argument of the program, a whole number; may be given several times.")
  private SortedMap<String, Long> arguments = new TreeMap<>();

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description =
          "A description of tables, whose rows and widths are arguments that the program may ask"
              + " for; may be given several times.")
  private List<Path> tables = new ArrayList<>();

  @Option(
      names = "--field",
      paramLabel = "NAME",
      defaultValue = "p128",
      description =
          "The field: p128, p192, p256 or a prime of 42 to 256 bits in decimal. Default:"
              + " ${DEFAULT-VALUE}.")
  private String field;

  @Option(
      names = "--field2",
      paramLabel = "NAME",
      description =
          "A second field, for elements of GF(2^n): gf2_40, gf2_42, gf2_64 or gf2_128. Default: none.")
  private String second;

  @Option(
      names = "--parties",
      defaultValue = "2",
      paramLabel = "N",
      description = "2 to 16. Default: ${DEFAULT-VALUE}.")
  private int parties;

  @Option(
      names = "--bits",
      paramLabel = "mixed|field",
      description =
          "Where the bits of comparisons, shifts and so on are: in TinyOT, between two parties, or"
              + " over the field. Results are equal. Default: mixed for two parties, field for"
              + " more.")
  private ProgramBits bits;

  @Option(
      names = "--sigma-mask",
      paramLabel = "BITS",
      description =
          "Number of bits by which masks are longer than what they hide; with less than 40, they show"
              + " more than the other parts of a run. Default: 40.")
  private Integer sigmaMask;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "Where the program goes.")
  private Path target;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  ProgramCompileCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException {
    OutputFile file = OutputFile.open(target);
    CompiledProgram program = program();
    file.write(to -> to.write(program.bytes()));
    ProgramSummary.print(program, out);
    if (sigmaMask != null && sigmaMask < SIGMA) {
      err.println(
          "warning: masks are longer than what they hide by %d bits, and less than %d bits hide less"
                  .formatted(sigmaMask, SIGMA)
              + " than all else: each opening shows its value at distance 2^-%d"
                  .formatted(sigmaMask));
    }
    return 0;
  }

  private CompiledProgram program() throws MpcException {
    return new ProgramSource(name, classPath).compile(options());
  }

  private ProgramOptions options() throws MpcException {
    return new ProgramOptions(
        field,
        Optional.ofNullable(second),
        parties,
        Optional.ofNullable(bits).map(ProgramBits.mixed::equals),
        sigmaMask == null ? OptionalInt.empty() : OptionalInt.of(sigmaMask),
        arguments,
        ProgramSource.offered(arguments, tables));
  }
}
