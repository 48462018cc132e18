package org.schurmpc.cli.command;

import java.io.IOException;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.schurmpc.cli.data.DataFile;
import org.schurmpc.cli.data.DataFiles;
import org.schurmpc.cli.data.PartyData;
import org.schurmpc.cli.launch.ClassSource;
import org.schurmpc.cli.launch.Printable;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.cli.values.NamedText;
import org.schurmpc.cli.values.NamedValues;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Link;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.Decimals;
import org.schurmpc.core.program.ProgramCost;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramPort;
import org.schurmpc.core.program.ProgramResult;
import org.schurmpc.core.program.ProgramTrial;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code program try}: runs a program in the clear, with the inputs of all parties. */
@Command(
    name = "try",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Runs a program on this machine alone and in the clear, with values of all parties, before a"
          + " partner is asked. Prints the lines of the program, the outputs of all, how wide the"
          + " values were against their ranges, and what a run costs.",
      "Of a class or a folder, it checks as well what the program takes on its developer's word,"
          + " such as assumeFits, and that no number of type Index wraps around.",
      "Nothing is secret here: use values made up for the trial."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar program try auction.vm --input 1=alice.txt --csv 2=bob.csv",
      "",
      "Exit codes: 0 done, 2 wrong call, 3 a malformed program, a bad file, or a value or an index"
          + " that is outside of its range."
    })
final class ProgramTryCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream err;

  @Parameters(
      paramLabel = "PROGRAM",
      description =
          "The file of a program; or what is compiled first: a folder with one program, as Java"
              + " files or compiled, a class of --class-path, or the name of a ready program. Code"
              + " of a class runs here: try only what you trust.")
  private Path file;

  @Option(
      names = "--arg",
      paramLabel = "NAME=VALUE",
      description =
          "An argument of a program that is compiled first, a whole number; may be given several"
              + " times.")
  private SortedMap<String, Long> arguments = new TreeMap<>();

  @Option(
      names = "--parties",
      paramLabel = "N",
      description = "The number of parties of a program that is compiled first; default 2.")
  private Integer parties;

  @Option(
      names = "--input",
      paramLabel = "N=FILE",
      description =
          "The values of party N, a line NAME = VALUE, VALUE,... or NAME = @FILE for each input.")
  private Map<Integer, Path> inputs = new TreeMap<>();

  @Option(
      names = "--csv",
      paramLabel = "N=FILE",
      description =
          "A table of values of party N, whose first line names the columns: the values of an"
              + " input, which are not in its --input, are in the column of its name, with or"
              + " without the party's number at its end; - is standard input.")
  private Map<Integer, Path> tables = new TreeMap<>();

  @Option(
      names = "--data",
      paramLabel = "N=FILE",
      description =
          "A description of the tables of party N, in TOML: inputs come from the columns of their"
              + " names. Results are not written.")
  private Map<Integer, Path> described = new TreeMap<>();

  @Option(
      names = "--class-path",
      paramLabel = "JAR[:JAR]",
      description =
          "The jars of the drivers of databases that --data names, and the jars or folders that"
              + " hold the class.")
  private String classPath;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random numbers that the program draws; default another each time.")
  private Long seed;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  ProgramTryCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** A program as parties run it, and as a trial checks it. */
  private record Tried(CompiledProgram program, ProgramTrial trial) {}

  @Override
  public Integer call() throws MpcException {
    Tried tried = program();
    CompiledProgram program = tried.program();
    SortedMap<String, BigInteger[]> values = new TreeMap<>();
    requireParties("--input", inputs, program);
    requireParties("--csv", tables, program);
    requireParties("--data", described, program);
    if (classPath != null && described.isEmpty() && isCompiled()) {
      throw new Refused("--class-path is for the drivers of --data N=FILE");
    }
    if (tables.values().stream().filter(NamedValues::isStream).distinct().count()
        < tables.values().stream().filter(NamedValues::isStream).count()) {
      throw new Refused("--csv: a pipe is read once, for one party");
    }
    for (int party = 0; party < program.parties(); party++) {
      values.putAll(values(program, party));
    }
    long random = seed == null ? new SecureRandom().nextLong() : seed;
    ProgramResult result = tried.trial().interpret(values, random);
    result.prints().forEach(line -> out.println(Printable.line(line)));
    outputs(program, result);
    out.println();
    out.println("# the widest values, as far as ports show them");
    program.inputs().forEach(port -> width("input", port, values.get(port.name())));
    program.outputs().forEach(port -> width("output", port, result.outputs().get(port.name())));
    out.println();
    cost(program);
    return 0;
  }

  /** Whether the program is compiled already. */
  private boolean isCompiled() {
    boolean named = classPath != null || ProgramLanguages.ready(file.toString()).isPresent();
    return Files.exists(file) ? !Files.isDirectory(file) : !named;
  }

  private Tried program() throws MpcException {
    if (isCompiled()) {
      if (!arguments.isEmpty() || parties != null) {
        throw new Refused("--arg and --parties are for a program that is compiled first");
      }
      CompiledProgram program = ProgramLanguages.only().read(file);
      return new Tried(program, program);
    }
    int count = parties == null ? 2 : parties;
    List<Path> tables = List.copyOf(described.values());
    return new ProgramSource(file.toString(), classPath)
        .make(
            ProgramSource.usual(count, arguments, tables),
            (language, source, options) ->
                new Tried(
                    language.compile(source, options), language.compileForTrial(source, options)));
  }

  private static void requireParties(
      String option, Map<Integer, Path> files, CompiledProgram program) throws Refused {
    for (int party : files.keySet()) {
      Ranges.range("the party of " + option, party, 1, program.parties());
    }
  }

  private SortedMap<String, BigInteger[]> values(CompiledProgram program, int party)
      throws MpcException {
    int number = party + 1;
    Path description = described.get(number);
    DataFile data = description == null ? null : DataFiles.only().read(description);
    PartyData values =
        PartyData.of(
            number,
            new PartyData.Files(
                description, inputs.get(number), tables.get(number), " " + number + "=FILE"),
            data,
            ofParty(program.inputs(), OptionalInt.of(party)),
            false,
            err::println);
    try (ClassSource drivers = ClassSource.openOrOwn(classPath)) {
      return values.read(drivers.loader(), err::println);
    }
  }

  private static List<ProgramPort> ofParty(List<ProgramPort> ports, OptionalInt party) {
    return ports.stream().filter(port -> port.party().equals(party)).toList();
  }

  /** Prints outputs in the form that inputs have, those of all parties first. */
  private void outputs(CompiledProgram program, ProgramResult result) throws MpcException {
    List<OptionalInt> receivers = new ArrayList<>(List.of(OptionalInt.empty()));
    for (int party = 0; party < program.parties(); party++) {
      receivers.add(OptionalInt.of(party));
    }
    for (OptionalInt receiver : receivers) {
      List<ProgramPort> ports = ofParty(program.outputs(), receiver);
      if (!ports.isEmpty()) {
        out.println(
            receiver.isPresent()
                ? "# party %d receives".formatted(receiver.getAsInt() + 1)
                : "# all parties receive");
        try {
          new NamedText(ports, Map.of()).write(result.outputs(), out);
        } catch (IOException e) {
          throw new BadFile("standard output could not be written in full", e);
        }
      }
    }
  }

  private void width(String kind, ProgramPort port, BigInteger[] values) {
    BigInteger least = Arrays.stream(values).reduce(values[0], BigInteger::min);
    BigInteger most = Arrays.stream(values).reduce(values[0], BigInteger::max);
    String range =
        port.binary()
            ? ""
            : ": from %s to %s; its range ends at %s and %s"
                .formatted(
                    text(port, least),
                    text(port, most),
                    text(port, port.least()),
                    text(port, port.most()));
    int sign = port.least().signum() < 0 ? 1 : 0;
    int bits = Math.max(least.bitLength(), most.bitLength()) + sign;
    int of = Math.max(port.least().bitLength(), port.most().bitLength()) + sign;
    out.printf(
        "%s %s, %d of %s%s%n", kind, port.name(), bits, of == 1 ? "1 bit" : of + " bits", range);
  }

  private static String text(ProgramPort port, BigInteger value) {
    return Decimals.text(value, port.fraction());
  }

  private void cost(CompiledProgram program) throws MpcException {
    ProgramCost cost = program.totalCost();
    out.printf(
        "# a run takes %,d rounds and %,d checks, %,d triples, %,d squares, %,d random bits, %,d"
            + " inverses and %,d ANDs%n",
        cost.rounds(),
        cost.checks(),
        cost.triples(),
        cost.squares(),
        cost.bits(),
        cost.inverses(),
        cost.ands());
    out.printf(
        "# with checks and inputs, %,d rounds and %s MB of each party: %s s over a LAN (1 Gbit/s,"
            + " 0.05 ms each way), %s s over a WAN (50 Mbit/s, 50 ms), and what computing takes%n",
        cost.allRounds(),
        number(cost.bytes() / 1e6),
        number(seconds(cost, "1gbit")),
        number(seconds(cost, "wan")));
    program.preparation().lines().forEach(line -> out.println("# " + line));
    out.printf(
        isCompiled()
            ? "# by source line: program cost %s%n"
            : "# by source line: program compile %s, and then program cost%n",
        file);
    if (isCompiled()) {
      out.println(
          "# the developer's word, and indices that wrap around, are checked in a trial of the class"
              + " or the folder, not of a compiled file");
    }
  }

  private static double seconds(ProgramCost cost, String link) throws Refused {
    Link line = Link.parse(link);
    double delay = line.delay().toNanos() / 1e9;
    return cost.allRounds() * delay + 8.0 * cost.bytes() / line.bitsPerSecond();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.3f" : "%,.0f", value);
  }
}
