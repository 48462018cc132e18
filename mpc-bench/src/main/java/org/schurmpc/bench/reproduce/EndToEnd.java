package org.schurmpc.bench.reproduce;

import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.bench.job.Evaluations;
import org.schurmpc.bench.job.Job;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.Reference;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.report.JsonReport;
import org.schurmpc.bench.report.Result;
import org.schurmpc.cli.circuit.AesConvention;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;

/**
 * Measures MiniTrix and TinyOT on one circuit with material that the parties generate themselves:
 * what the preprocessing and the evaluation take for each block.
 */
public final class EndToEnd {
  private static final long TIMEOUT_MILLIS = 120_000;

  /** Number of blocks: whole passes of MiniTrix's 680 lanes. */
  private static final int BLOCKS = 6 * 680;

  private static final int QUICK_BLOCKS = 64;
  private static final String SIGMA = "64";
  private static final List<String> STEPS = List.of("triples", "words", "checks of words", "items");
  private static final List<String> COLUMNS =
      List.of(
          "protocol",
          "blocks",
          "preprocessing",
          "triples",
          "words",
          "checks",
          "items",
          "online",
          "all",
          "MB a block");

  private final Effort effort;
  private final Optional<HeapSize> heap;
  private final Reproduction.Runner runner;
  private final Map<String, EvaluationPlan> plans = new LinkedHashMap<>();

  /**
   * Prepares the measurements; whatever cannot be run is refused here.
   *
   * @param heap of each child; empty for what its material needs
   */
  public EndToEnd(Effort effort, boolean quick, Optional<HeapSize> heap, Reproduction.Runner runner)
      throws MpcException {
    this.effort = effort;
    this.heap = heap;
    this.runner = runner;
    CircuitSource source = new CircuitSource(Dlt14.CIRCUIT, true);
    Circuit circuit = source.read();
    int blocks = quick ? QUICK_BLOCKS : BLOCKS;
    plan(source, circuit, "minitrix", Map.of("sigma", SIGMA), blocks);
    plan(source, circuit, "minitrix", Map.of("sigma", SIGMA, "code", "256x120"), blocks);
    plan(source, circuit, "tinyot", Map.of("sigma", SIGMA), blocks);
  }

  private void plan(
      CircuitSource source,
      Circuit circuit,
      String protocol,
      Map<String, String> options,
      int blocks)
      throws Refused, MpcException {
    Optional<AesConvention> aes = AesConvention.of(circuit);
    Job job =
        new Job(
            new ProtocolChoice(protocol, options),
            Evaluations.of(source, circuit, Workload.defaultSources(circuit, aes, 2))
                .withBlocks(blocks),
            new MaterialSource.Own(),
            new Schedule(
                effort.warmup(), effort.runs(), effort.rehearsal().toMillis(), TIMEOUT_MILLIS),
            null);
    Workload work = Workload.of(job, circuit);
    Reference reference = Workload.reference(circuit, aes);
    String name = protocol + (options.containsKey("code") ? " " + options.get("code") : "");
    plans.put(
        name,
        new EvaluationPlan(job, work, reference, 1, Duration.ZERO, new SecureRandom().nextLong()));
  }

  /**
   * Runs everything, prints a table and writes {@code end-to-end.json}. The first run that fails
   * ends it.
   */
  public void run(PrintStream out, ResultsFolder results)
      throws MpcException, RunFailed, InterruptedException {
    List<Map<String, Object>> rows = new ArrayList<>();
    out.printf(
        "AES-128, 6,400 ANDs, with material from oblivious transfer, σ = %s, two processes; ms a"
            + " block%n",
        SIGMA);
    print(out, COLUMNS);
    for (Map.Entry<String, EvaluationPlan> entry : plans.entrySet()) {
      Map<String, Object> fields = measure(entry.getKey(), entry.getValue());
      rows.add(fields);
      print(out, cells(entry.getKey(), fields));
      results.end("end-to-end.json", Map.of("rows", rows));
    }
    out.println();
  }

  private Map<String, Object> measure(String name, EvaluationPlan plan)
      throws MpcException, RunFailed, InterruptedException {
    int threads = 1;
    HeapSize size = heap.orElse(HeapSize.forMaterial(plan.work().demand().bytes(), threads));
    try {
      var measured = runner.run(plan, size, name);
      return JsonReport.fields(new Result(plan, measured, true, ThisJvm.describe()));
    } catch (RunFailed e) {
      RunFailed named = new RunFailed(e.exitCode(), name + ": " + e.getMessage());
      named.initCause(e);
      throw named;
    }
  }

  private static void print(PrintStream out, List<String> cells) {
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-18s", cells.get(0)));
    for (int i = 1; i < cells.size(); i++) {
      int width = Math.max(COLUMNS.get(i).length(), 7) + 2;
      line.append(" ".repeat(Math.max(0, width - cells.get(i).length()))).append(cells.get(i));
    }
    out.println(line);
  }

  /** Returns the cells of a row; times in milliseconds a block. */
  private static List<String> cells(String name, Map<String, Object> fields) {
    double blocks = RowResult.number(fields, "blocks").orElseThrow();
    double preprocessing = millis(fields, "phases_ms.preprocessing");
    double online =
        millis(fields, "phases_ms.input")
            + millis(fields, "phases_ms.compute")
            + millis(fields, "phases_ms.output");
    List<String> cells = new ArrayList<>();
    cells.add(name);
    cells.add(String.format(Locale.ROOT, "%,d", (long) blocks));
    cells.add(number(preprocessing / blocks));
    for (String step : STEPS) {
      double all = millis(fields, "preprocessing_steps_ms." + step);
      cells.add(all == 0 ? "-" : number(all / blocks));
    }
    cells.add(number(online / blocks));
    cells.add(number((preprocessing + online) / blocks));
    cells.add(number(((long[]) fields.get("bytes_sent"))[0] / blocks / 1e6));
    return cells;
  }

  private static double millis(Map<String, Object> fields, String path) {
    return RowResult.number(fields, path).orElse(0);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
