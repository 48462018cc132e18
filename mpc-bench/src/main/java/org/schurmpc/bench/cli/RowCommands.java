package org.schurmpc.bench.cli;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.ProgramPlan;
import org.schurmpc.bench.monitor.ThroughputPlan;
import org.schurmpc.bench.report.JsonReport;
import org.schurmpc.bench.report.ProgramReport;
import org.schurmpc.bench.report.Result;
import org.schurmpc.bench.report.ThroughputReport;
import org.schurmpc.bench.report.ThroughputResult;
import org.schurmpc.bench.reproduce.StudyCommands;
import org.schurmpc.cli.circuit.AesConvention;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.cli.option.Durations;
import org.schurmpc.cli.option.ProtocolFlags;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.eval.Protocols;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Understands the command lines of papers' rows: those of the main job with two more options, and
 * those of {@code triples}.
 */
final class RowCommands implements StudyCommands {
  private static final String TRIPLES = "triples";
  private static final String PUBLIC = "public";

  private final Map<CircuitSource, Circuit> circuits = new HashMap<>();

  /** Defines the options of a row that is evaluated. */
  @CommandLine.Command(name = "row")
  private static final class RowOptions {
    @Mixin private final RunOptions options = new RunOptions();

    @SuppressWarnings("UnusedVariable") // picocli sets its fields
    @Mixin
    private final LinkOption link = options.bench.link;

    @Option(
        names = "--each",
        converter = Durations.class,
        description =
            "How long runs that count are begun, dealing included; default until all are.")
    private Duration each;

    @Option(
        names = "--public-inputs",
        description = "All inputs are public, so that the material is that of the circuit alone.")
    private boolean publicInputs;
  }

  @Override
  public Command parse(List<String> words) throws MpcException {
    try {
      return words.get(0).equals(TRIPLES) ? generation(words.subList(1, words.size())) : run(words);
    } catch (CommandLine.ParameterException e) {
      throw new IllegalArgumentException(String.join(" ", words) + ": " + e.getMessage(), e);
    }
  }

  private static <T> T parsed(T command, List<String> words) {
    CommandLine line = new CommandLine(command);
    ProtocolFlags.addTo(line, Protocols.all());
    line.parseArgs(words.toArray(String[]::new));
    return command;
  }

  private static Command generation(List<String> words) throws Refused {
    TriplesTask task = parsed(new TriplesCommand(null, null, null), words).task();
    task.demand(task.configured()); // refuses what the protocol does not make
    Map<String, Object> parameters = task.parameters();
    return new Command(
        new ThroughputPlan(task),
        TriplesCommand.heap(task),
        measured ->
            ThroughputReport.of(
                    new ThroughputResult(task, parameters, measured, ThisJvm.describe()))
                .fields());
  }

  private Command run(List<String> words) throws MpcException {
    RowOptions row = parsed(new RowOptions(), words);
    row.options.check();
    return row.options.hasProgram() ? program(row.options) : evaluation(row);
  }

  private static Command program(RunOptions options) throws MpcException {
    ProgramPlan plan = ProgramRun.plan(options, options.programs().described());
    return new Command(
        plan,
        plan.heap(),
        measured -> new ProgramReport(plan, measured, ThisJvm.describe()).fields());
  }

  private Command evaluation(RowOptions row) throws MpcException {
    RunOptions options = row.options;
    CircuitSource source = options.circuit();
    Circuit circuit = read(source);
    Optional<AesConvention> aes = AesConvention.of(circuit);
    List<String> sources =
        row.publicInputs
            ? Collections.nCopies(circuit.inputSizes().length, PUBLIC)
            : Workload.defaultSources(circuit, aes, options.parties());
    int blocks = options.blocks == null ? 0 : options.blocks.get(0);
    EvaluationPlan plan = EvaluationRun.plan(options, blocks, source, circuit, sources);
    EvaluationPlan timed =
        row.each == null ? plan : plan.with(plan.job().schedule().forMillis(row.each.toMillis()));
    return new Command(
        timed,
        timed.heap(),
        measured ->
            JsonReport.fields(new Result(timed, measured, aes.isPresent(), ThisJvm.describe())));
  }

  private Circuit read(CircuitSource source) throws BadFile {
    Circuit circuit = circuits.get(source);
    if (circuit == null) {
      circuit = source.read();
      circuits.put(source, circuit);
    }
    return circuit;
  }
}
