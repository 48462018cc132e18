package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.cli.compute.MemoryUse;
import org.schurmpc.cli.compute.Party;
import org.schurmpc.cli.compute.ProgramJob;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.data.DataFile;
import org.schurmpc.cli.data.PartyData;
import org.schurmpc.cli.data.ResultTables;
import org.schurmpc.cli.option.DataOptions;
import org.schurmpc.cli.option.DistinctFiles;
import org.schurmpc.cli.option.FiguresOptions;
import org.schurmpc.cli.option.JobOptions;
import org.schurmpc.cli.option.ProgramChoice;
import org.schurmpc.cli.option.ProtocolFlags;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.cli.option.SourceOptions;
import org.schurmpc.cli.values.NamedText;
import org.schurmpc.cli.values.NamedValues;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramPort;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Defines the options of {@code program run}; {@link #task} checks all of them. */
final class ProgramRunOptions implements TaskOptions, Withdrawing {
  @Mixin
  private final JobOptions job =
      new JobOptions(
          new ProtocolFlags()
              .only(ProgramLanguages::protocols, "programs run under")
              .without("the program names its fields", "field")
              .without("the program says where its bits are", "tinyot-bits"));

  @SuppressWarnings("UnusedVariable") // picocli sets its fields
  @Mixin
  private final ProgramChoice programs = job.programs;

  @Parameters(
      arity = "0..1",
      paramLabel = "PROGRAM",
      description =
          "In place of --program: the file of a program; or what is compiled first: a folder with one"
              + " program, a class of --class-path, or the name of a ready program. Code of a class"
              + " runs here: run only what you trust.")
  private String named;

  @Option(
      names = "--arg",
      paramLabel = "NAME=VALUE",
      description =
          "An argument of a program that is compiled first, a whole number; may be given several"
              + " times.")
  private SortedMap<String, Long> arguments = new TreeMap<>();

  @Option(
      names = "--data-of-others",
      paramLabel = "FILE",
      description =
          "A description of another party's tables, whose rows and widths are arguments of a"
              + " program that is compiled first, as those of --data are; may be given several"
              + " times.")
  private List<Path> others = new ArrayList<>();

  @Option(names = "--party", paramLabel = "N", description = "Which of the parties this is.")
  private Integer party;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description =
          "This party's values, a line NAME = VALUE, VALUE,... or NAME = @FILE for each input.")
  private Path input;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description =
          "A table of this party's values, whose first line names the columns: the values of an"
              + " input, which are not in --input, are in the column of its name, with or without"
              + " the party's number at its end; - is standard input.")
  private Path csv;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Where the outputs go, a line for each; default standard output.")
  private Path output;

  @Option(
      names = "--output-table",
      paramLabel = "NAME=FILE",
      description = "Write the values of an output to a file of its own, a line each.")
  private Map<String, Path> tables = new TreeMap<>();

  @Mixin private final DataOptions data = new DataOptions();

  @Mixin private final FiguresOptions figures = new FiguresOptions();

  @Option(
      names = "--memory",
      paramLabel = "DIR",
      description =
          "Where this party keeps the memory of a program that keeps it between runs; a new folder"
              + " is memory of zeros. With --preprocessing store:DIR.")
  private Path memory;

  @Option(
      names = "--memory-reset",
      paramLabel = "V",
      description =
          "Go on with version V of the memory, although values were revealed from it in a run that"
              + " was not completed; all parties say it.")
  private Long reset;

  @Mixin private final SourceOptions source = new SourceOptions();

  /** Of the program that the user names. */
  private Optional<String> digest = Optional.empty();

  @Override
  public JobOptions job() {
    return job;
  }

  @Override
  public ProgramRunTask task(PrintStream out, PrintStream err) throws MpcException {
    if (party == null) {
      throw new Refused("which party is this? Say --party N, as --party 1");
    }
    JobConfig config = source.applied(job.merged());
    Ranges.range("--party", party, 1, config.parties().size());
    Optional<CompiledProgram> own = own(config.parties().size());
    if (readsStream()) {
      job.requireThisJvm("--csv " + csv);
    }
    ProgramJob program = own.isPresent() ? ProgramJob.of(config, own.get()) : ProgramJob.of(config);
    digest = own.map(CompiledProgram::digest);
    Party side = new Party(job.line(config, party), source.store(), memory());
    side.line().check();
    if (side.store().isPresent()) {
      program.stores(side.store().get());
      side.store().get().requireThere();
    }
    requireMemory(program, side);
    Optional<DataFile> described = data.read(named != null);
    List<ProgramPort> outputs = program.outputs(party - 1);
    Optional<ResultTables> results =
        described.isPresent() ? described.get().results(outputs) : Optional.empty();
    requireOwnFiles(config, results);
    if (results.isEmpty() && data.givesRunName()) {
      throw new Refused("--run-name is for results, and " + data.file() + " has none");
    }
    PartyData inputs =
        PartyData.of(
            party,
            new PartyData.Files(data.file(), input, csv, ""),
            described.orElse(null),
            program.inputs(party - 1),
            results.isPresent(),
            err::println);
    return new ProgramRunTask(
        program,
        side,
        new DataUse(inputs, results, data.classPath(), data.runName()),
        new ProgramOutputs(outputText(outputs, results), output, tables),
        figures,
        job.verbose,
        out,
        err);
  }

  /** Returns the program that the user names beside the configuration, compiled if it is not. */
  private Optional<CompiledProgram> own(int parties) throws MpcException {
    boolean compiled = named == null || Files.isRegularFile(Path.of(named));
    if (compiled && (!arguments.isEmpty() || !others.isEmpty())) {
      throw new Refused(
          "--arg and --data-of-others are for a program that is compiled first: name its folder or"
              + " its class");
    }
    if (compiled) {
      return named == null
          ? Optional.empty()
          : Optional.of(ProgramLanguages.only().read(Path.of(named)));
    }
    List<Path> described = new ArrayList<>(others);
    if (data.file() != null) {
      described.add(0, data.file());
    }
    return Optional.of(
        new ProgramSource(named, data.classPath())
            .compile(ProgramSource.usual(parties, arguments, described)));
  }

  /** Requires that there is memory if, and only if, the program keeps its memory. */
  private static void requireMemory(ProgramJob program, Party side) throws Refused {
    boolean keeps = program.program().keepsMemory();
    if (keeps && side.memory().isEmpty()) {
      throw new Refused(
          "the program %s keeps its memory between runs: say where, with --memory DIR"
              .formatted(program.name()));
    }
    if (!keeps && side.memory().isPresent()) {
      throw new Refused(
          "the program %s keeps no memory between runs: leave out --memory"
              .formatted(program.name()));
    }
    if (keeps && side.store().isEmpty()) {
      throw new Refused(
          "memory that is kept between runs needs the keys of a store: say --preprocessing"
              + " store:DIR");
    }
  }

  @Override
  public void announce(PrintStream err) {
    digest.ifPresent(each -> err.println("the digest of the program is " + each));
  }

  @Override
  public boolean readsStream() {
    return csv != null && NamedValues.isStream(csv);
  }

  @Override
  public void requireWritable() throws MpcException {
    figures.open().close();
    ProgramOutputs.open(output, tables);
  }

  @Override
  public void withdraw(Exception reason) {
    job.withdraw(party, source.asksDealer(), reason);
  }

  private Optional<MemoryUse> memory() throws Refused {
    if (reset != null && memory == null) {
      throw new Refused("--memory-reset is for --memory DIR");
    }
    if (reset != null) {
      Ranges.range("--memory-reset", reset, 0, Long.MAX_VALUE);
    }
    OptionalLong version = reset == null ? OptionalLong.empty() : OptionalLong.of(reset);
    return Optional.ofNullable(memory).map(folder -> new MemoryUse(folder, version));
  }

  private NamedText outputText(List<ProgramPort> all, Optional<ResultTables> results)
      throws Refused {
    List<ProgramPort> ports =
        all.stream()
            .filter(port -> results.isEmpty() || !results.get().outputs().contains(port.name()))
            .toList();
    if (ports.isEmpty() && output != null) {
      throw new Refused("party %d receives no output: leave out --output".formatted(party));
    }
    Path from = output == null ? Path.of("") : output;
    Path folder = output == null ? from.toAbsolutePath() : from.toAbsolutePath().getParent();
    Map<String, Path> relative = new TreeMap<>();
    for (Map.Entry<String, Path> table : tables.entrySet()) {
      if (ports.stream().noneMatch(port -> port.name().equals(table.getKey()))) {
        throw new Refused(
            "--output-table: party %d receives no output %s".formatted(party, table.getKey()));
      }
      relative.put(table.getKey(), folder.relativize(table.getValue().toAbsolutePath()));
    }
    return new NamedText(ports, relative);
  }

  private void requireOwnFiles(JobConfig config, Optional<ResultTables> results) throws Refused {
    Map<String, Path> read = job.files();
    read.put("--input", input);
    read.put("--csv", csv);
    read.put("--data", data.file());
    read.put("program", config.program().orElse(null));
    read.put("--store-key", source.keyFile());
    Map<String, Path> written = new LinkedHashMap<>();
    written.put("--output", output);
    written.putAll(figures.files());
    results.ifPresent(all -> written.putAll(all.files()));
    tables.forEach((name, file) -> written.put("--output-table " + name, file));
    DistinctFiles.require(written);
    DistinctFiles.requireKept(read, written);
  }
}
