package org.schurmpc.bench.reproduce;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.PartyFigures;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.ProgramPlan;
import org.schurmpc.bench.monitor.ThroughputPlan;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.session.Phase;

/** Results of runs that never were. */
public final class Fakes {
  private Fakes() {}

  /** A command line that stands for no plan in particular. */
  static final Plan PLAN =
      new ThroughputPlan(
          new TriplesTask(
              new ProtocolChoice("mascot", Map.of()), "", 1, new Schedule(1, 5, 5000, 1), null));

  static PaperTable figure(String id) {
    return Paper.DLT14.table(id);
  }

  /** A figure of which one instance was run, five times. */
  static TableResult ran(String id, double millisPerBlock, double interval) throws Exception {
    return of(figure(id), List.of(report(100, 5, millisPerBlock, interval)));
  }

  /** Returns a figure with the reports of its rows of one instance, or of as many as there are. */
  static TableResult of(PaperTable figure, List<Map<String, Object>> reports) throws Exception {
    Duration budget = reports.isEmpty() ? Duration.ZERO : Duration.ofDays(1);
    return of(figure, Effort.of(Paper.DLT14, false, budget), 0, reports);
  }

  /** Returns a table with only some of its rows. */
  static PaperTable only(PaperTable table, Predicate<PaperRow> wanted) {
    return table.with(table.rows().stream().filter(wanted).toList());
  }

  /** Returns a figure as the other method does, of whose rows each takes a time. */
  static TableResult of(
      PaperTable figure, Effort effort, long seconds, List<Map<String, Object>> reports)
      throws Exception {
    Iterator<Map<String, Object>> left = reports.iterator();
    StudyCommands commands =
        words -> {
          Map<String, Object> report = left.next();
          return new StudyCommands.Command(PLAN, new HeapSize(64), measured -> report);
        };
    long[] nanos = new long[1];
    StudyCommands.Runner runner =
        (plan, heap, what) -> {
          nanos[0] += Duration.ofSeconds(seconds).toNanos();
          return null;
        };
    InstanceLimit limit = new InstanceLimit(reports.size(), "there was no room", 100, 1 << 20);
    List<PaperTable> figures = List.of(figure);
    return study(Paper.DLT14, figures, effort.with(limit), commands, runner, () -> nanos[0])
        .run(result -> {})
        .get(0);
  }

  /** Returns a study whose children have 64 MB, and that fills no stores. */
  static Study study(
      Paper paper,
      List<PaperTable> tables,
      Effort effort,
      StudyCommands commands,
      StudyCommands.Runner runner,
      LongSupplier clock)
      throws Exception {
    return new Study(
        paper,
        tables,
        effort,
        new Study.Machinery(
            commands, runner, null, Path.of("none"), Optional.of(new HeapSize(64)), clock));
  }

  /**
   * Returns a report of runs of a number of blocks.
   *
   * @param interval null if it is unknown
   */
  static Map<String, Object> report(int blocks, int runs, double millisPerBlock, Double interval) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("terms", Map.of("code", "255x85"));
    report.put("blocks", blocks);
    report.put("kernels", "plain");
    report.put("jvm", "Java 17");
    report.put("runs", new double[runs]);
    report.put("total_ms", blocks * millisPerBlock);
    report.put("ms_per_block", millisPerBlock);
    report.put("ci95_ms", interval);
    return report;
  }

  /** Returns what is printed of a table. */
  static List<String> print(Paper paper, TableResult result) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new TableText(paper, new PrintStream(bytes, true, UTF_8)).print(result);
    return bytes.toString(UTF_8).lines().toList();
  }

  /** Returns what is printed of each table of a stored study. */
  public static List<String> printed(JsonNode study) throws Exception {
    Paper paper = StoredTable.paper(study.get("paper").asText());
    List<String> tables = new ArrayList<>();
    for (JsonNode table : study.get(paper.list())) {
      tables.add(String.join("\n", print(paper, StoredTable.of(paper, table).result())));
    }
    return tables;
  }

  /** Returns the output of a study that prints nowhere. */
  static StudyOutput output(Paper paper, ResultsFolder folder) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
    return new StudyOutput(paper, nowhere, folder, true, Instant.EPOCH);
  }

  /** What a Monitor would have measured of a plan: so many milliseconds in each run. */
  public static Measured measured(EvaluationPlan plan, long millis) {
    return measured(plan, Collections.nCopies(plan.job().schedule().runs(), millis));
  }

  /**
   * Returns what a Monitor would have measured of runs that take these times.
   *
   * @param millis the time of each run, and of each evaluation in that run
   */
  public static Measured measured(EvaluationPlan plan, List<Long> millis) {
    long[] nanos = millis.stream().mapToLong(each -> each * 1_000_000).toArray();
    List<PartyFigures> parties = new ArrayList<>();
    for (Role role : plan.roles()) {
      if (!role.isDealer()) {
        Map<Phase, Long> figures = Map.of(Phase.COMPUTE, 1L);
        parties.add(
            new PartyFigures(
                role,
                new Message.Established(
                    "JVM", "-X", "plain", "why", Origin.own("somebody", Map.of()), 1, 0),
                millis.stream().map(each -> run(figures, plan, each)).toList(),
                0));
      }
    }
    return new Measured(nanos, parties, "none");
  }

  /**
   * Returns what a Monitor would have measured of one run: 40 seconds and more of preprocessing, of
   * which 36 went into triples if steps are named, and three tenths of a second of evaluation.
   *
   * @param steps whether the preprocessing names its steps
   */
  public static Measured generated(EvaluationPlan plan, int more, boolean steps) {
    Map<Phase, Long> nanos = new EnumMap<>(Phase.class);
    nanos.put(Phase.PREPROCESSING, 40_000_000_000L + more * 1_000_000_000L);
    nanos.put(Phase.INPUT, 100_000_000L);
    nanos.put(Phase.COMPUTE, 150_000_000L);
    nanos.put(Phase.OUTPUT, 50_000_000L);
    Map<Phase, Long> bytes = Map.of(Phase.PREPROCESSING, 2_550_000_000L);
    Map<String, Long> named =
        Map.of(
            "triples", 36_000_000_000L,
            "words", 2_000_000_000L,
            "checks of words", 1_000_000_000L,
            "items", 500_000_000L);
    List<PartyFigures> parties = new ArrayList<>();
    for (int party = 0; party < 2; party++) {
      List<Long> evaluations = Collections.nCopies(plan.passes(), 300_000_000L / plan.passes());
      RunFigures run =
          new RunFigures(
              nanos,
              Map.of(),
              Map.of(),
              bytes,
              Map.of(),
              Map.of(),
              steps ? named : Map.of(),
              evaluations);
      parties.add(
          new PartyFigures(
              new Role(0, party),
              new Message.Established(
                  "JVM", "-X", "plain", "why", Origin.own("somebody", Map.of()), 1, 0),
              List.of(run),
              0));
    }
    return new Measured(new long[] {300_000_000}, parties, "none");
  }

  /**
   * Returns what a Monitor would have measured of a cipher: a preprocessing of two seconds if the
   * parties make the material, so many times a millisecond of computation for each evaluation,
   * eleven rounds, and 160 bytes for each block that each party sends each peer.
   */
  public static Measured encrypted(EvaluationPlan plan, int times) {
    boolean own = plan.job().material() instanceof MaterialSource.Own;
    int evaluations = plan.passes() * plan.evaluationsPerPass();
    long peers = plan.job().parties() - 1L;
    Map<Phase, Long> nanos = new EnumMap<>(Phase.class);
    nanos.put(Phase.PREPROCESSING, own ? 2_000_000_000L : 0);
    nanos.put(Phase.INPUT, 300_000L);
    nanos.put(Phase.COMPUTE, times * 1_000_000L * evaluations);
    nanos.put(Phase.OUTPUT, 200_000L);
    long blocks = (long) plan.work().blocks() * plan.evaluationsPerPass();
    Map<Phase, Long> bytes = new EnumMap<>(Phase.class);
    bytes.put(Phase.PREPROCESSING, own ? 2_200_000L * blocks * peers : 0);
    bytes.put(Phase.COMPUTE, 160 * blocks * peers);
    Map<Phase, Long> rounds = Map.of(Phase.COMPUTE, 11L * evaluations);
    RunFigures run =
        new RunFigures(nanos, Map.of(), Map.of(), bytes, rounds)
            .with(Collections.nCopies(evaluations, times * 1_000_000L + 500_000));
    List<PartyFigures> parties = new ArrayList<>();
    for (Role role : plan.roles()) {
      if (!role.isDealer()) {
        parties.add(
            new PartyFigures(
                role,
                new Message.Established(
                    "JVM", "-X", "plain", "why", Origin.own("somebody", Map.of()), 1, 0),
                Collections.nCopies(plan.job().schedule().runs(), run),
                0));
      }
    }
    long[] runs = new long[plan.job().schedule().runs()];
    Arrays.fill(runs, times * 1_000_000L * evaluations);
    return new Measured(runs, parties, "none");
  }

  private static RunFigures run(Map<Phase, Long> figures, EvaluationPlan plan, long millis) {
    return new RunFigures(figures, Map.of(), Map.of(), figures, figures)
        .with(Collections.nCopies(plan.passes() * plan.evaluationsPerPass(), millis * 1_000_000));
  }

  /**
   * Returns what a Monitor would have measured of a run of one second in which each party sends
   * each peer a number of bytes for each item.
   */
  public static Measured generated(ThroughputPlan plan, int bytes) {
    TriplesTask task = (TriplesTask) plan.task();
    long sent = task.count() * bytes * (task.parties() - 1);
    List<PartyFigures> parties = new ArrayList<>();
    for (int party = 0; party < task.parties(); party++) {
      RunFigures run =
          new RunFigures(
              Map.of(),
              Map.of(),
              Map.of(),
              Map.of(Phase.PREPROCESSING, sent),
              Map.of(Phase.PREPROCESSING, 5L));
      parties.add(
          new PartyFigures(
              new Role(0, party),
              new Message.Established("j", "-X", "plain", "why", Origin.own("it", Map.of()), 1, 0),
              List.of(run),
              1));
    }
    return new Measured(new long[] {1_000_000_000}, parties, "none");
  }

  /**
   * Returns what a Monitor would have measured of runs of a program: a second and more of
   * preprocessing, and so many times 100 ms of computation between 20 ms of inputs and 10 ms of
   * outputs.
   */
  public static Measured ran(ProgramPlan plan, int times) {
    long compute = times * 100_000_000L;
    Map<Phase, Long> nanos = new EnumMap<>(Phase.class);
    nanos.put(Phase.PREPROCESSING, 1_000_000_000L + compute);
    nanos.put(Phase.INPUT, 20_000_000L);
    nanos.put(Phase.COMPUTE, compute);
    nanos.put(Phase.OUTPUT, 10_000_000L);
    long whole = compute + 30_000_000L;
    RunFigures run =
        new RunFigures(nanos, Map.of(), Map.of(), Map.of(), Map.of()).with(List.of(whole));
    int runs = plan.task().schedule().runs();
    List<PartyFigures> parties = new ArrayList<>();
    for (int party = 0; party < 2; party++) {
      parties.add(
          new PartyFigures(
              new Role(0, party),
              new Message.Established(
                  "JVM", "-X", "plain", "why", Origin.own("somebody", Map.of()), 1, 0),
              Collections.nCopies(runs, run),
              0));
    }
    return new Measured(LongStream.range(0, runs).map(i -> whole).toArray(), parties, "none");
  }
}
