package org.schurmpc.spark;

import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;

/**
 * Evaluates a circuit on each row of two tables. Two organisations run the same job, each on its
 * own Spark: rows with the same key are one evaluation, and worker j of one party computes with
 * worker j of the other.
 *
 * <p>A job is eager: {@link #map} returns when the results are files. Each attempt to evaluate a
 * chunk of rows takes a session and material of its own; nothing of a failed attempt is used again.
 *
 * <p>Methods that describe the job return it. A job is used by one thread.
 */
public final class MpcJob {
  static final int PARTIES = 2;

  /** With fewer rows, hashes of keys would be tests of single keys. */
  private static final int SMALLEST_CHUNK = 64;

  private static final int LARGEST_CHUNK = 1 << 22;
  private static final int LAST_PORT = 0xFFFF;
  private static final int MOST_CHUNKS = 1 << 20;
  private static final int LONGEST_NAME = 100;

  private final String name;
  private final JobPlan plan;
  private final TreeMap<Integer, String> inputs = new TreeMap<>();
  private final TreeMap<Integer, String> outputs = new TreeMap<>();
  private int party = -1;
  private Endpoint meeting;
  private TlsFiles tls;
  private boolean insecure;
  private String key;
  private int workers = 1;
  private int rowsPerChunk = 1 << 16;
  private int attempts = 3;
  private Duration timeout = Duration.ofMinutes(1);
  private Duration patience = Duration.ofMinutes(10);
  private Gang.Ports ports = new Gang.Ports(0, 0);
  private WorkerStores stores;

  /** What all lines of a job have in common. */
  record Lines(
      int party, TlsFiles tls, Duration timeout, Duration patience, Gang.Ports ports, int workers) {
    Gang gang(Gang.Address driver, TableSeal seal, List<String> table) {
      return new Gang(party, tls, timeout, patience, ports, driver, seal, table);
    }
  }

  private MpcJob(String name, JobPlan plan) {
    this.name = name;
    this.plan = plan;
  }

  /**
   * Describes a job.
   *
   * @param name the job's name, the same at both parties
   */
  public static MpcJob of(String name, JobPlan plan) {
    return new MpcJob(name, plan);
  }

  /**
   * Says who this party is.
   *
   * @param index 0 or 1
   * @param address where party 0's driver listens, HOST:PORT; both parties give it
   * @throws Refused if the address is malformed
   */
  public MpcJob party(int index, String address) throws Refused {
    if (index < 0 || index >= PARTIES) {
      throw new Refused("a job has parties 0 and 1, not " + index);
    }
    party = index;
    meeting = Endpoint.parse(address);
    return this;
  }

  /** Sets this party's certificate and key, and the other party's certificate. */
  public MpcJob tls(TlsFiles files) {
    tls = files;
    return this;
  }

  /**
   * Goes on without TLS between the parties, if {@link #tls} is not called, and without encryption
   * in this party's Spark.
   */
  public MpcJob insecure() {
    insecure = true;
    return this;
  }

  /** Names the column of the keys, which are strings or whole numbers, each of one row. */
  public MpcJob key(String column) {
    key = column;
    return this;
  }

  /**
   * Names the column of an input value that this party supplies.
   *
   * @param value the value's index in the circuit
   */
  public MpcJob input(String column, int value) {
    inputs.put(value, column);
    return this;
  }

  /**
   * Names the result's column of an output value that this party learns; {@code output0} and so on
   * by default.
   */
  public MpcJob output(int value, String column) {
    outputs.put(value, column);
    return this;
  }

  /** Sets the number of workers, which start together; both parties have as many. Default 1. */
  public MpcJob workers(int number) throws Refused {
    if (number < 1) {
      throw new Refused("a job has at least one worker, not " + number);
    }
    workers = number;
    return this;
  }

  /** Sets the rows of a chunk, the same at both parties. Default 65,536. */
  public MpcJob rowsPerChunk(int rows) throws Refused {
    if (rows < SMALLEST_CHUNK || rows > LARGEST_CHUNK) {
      throw new Refused(
          "a chunk has %d to %,d rows, not %,d".formatted(SMALLEST_CHUNK, LARGEST_CHUNK, rows));
    }
    rowsPerChunk = rows;
    return this;
  }

  /** Sets the ports on which party 0's workers listen. By default, the system chooses. */
  public MpcJob ports(int first, int last) throws Refused {
    if (first < 1 || last < first || last > LAST_PORT) {
      throw new Refused("there are no ports from %d to %d".formatted(first, last));
    }
    ports = new Gang.Ports(first, last);
    return this;
  }

  /** Sets how long a peer may be silent. Default one minute. */
  public MpcJob timeout(Duration longest) {
    timeout = longest;
    return this;
  }

  /** Sets how long to wait for the other party's driver at the start. Default ten minutes. */
  public MpcJob patience(Duration longest) {
    patience = longest;
    return this;
  }

  /**
   * Sets the number of attempts. Default 3. Each attempt after one that failed without a reason
   * gives a deviating peer one more guess.
   */
  public MpcJob attempts(int most) throws Refused {
    if (most < 1) {
      throw new Refused("a job has at least one attempt, not " + most);
    }
    attempts = most;
    return this;
  }

  /**
   * Takes material from stores that {@link #prepare} filled.
   *
   * @param root the folder of the stores, the same path on all executors
   */
  public MpcJob stores(String root) {
    stores = new WorkerStores(root);
    return this;
  }

  /**
   * Evaluates the circuit on each row, and returns the results: the key, and a column for each
   * output value that this party learns.
   *
   * @param table this party's rows; both tables have the same keys
   * @param path a folder that is not there yet, which drivers and executors reach under this name
   * @throws Refused before anything is sent, if the job or Spark's settings do not fit
   * @throws org.schurmpc.core.abort.Disagreement before an input leaves, if the parties' jobs or
   *     keys differ
   * @throws org.schurmpc.core.abort.PeerCheated if a check failed at any worker of either party;
   *     there is no further attempt
   * @throws org.schurmpc.core.abort.ConnectionLost if all attempts failed, or the other driver is
   *     gone
   */
  public Dataset<Row> map(SparkSession spark, Dataset<Row> table, String path) throws MpcException {
    requireLines(spark.sparkContext());
    Circuit circuit = plan.circuit();
    requireColumns(plan.io());
    ResultFolder folder = new ResultFolder(path, spark.sparkContext().hadoopConfiguration());
    folder.requireNew();
    AlignedTable rows = AlignedTable.of(table, key, inputs, circuit.inputSizes());
    Chunks chunks = chunks(rows.rows());
    JavaPairRDD<Long, InputRow> byWorker = rows.byWorker(chunks);
    SortedMap<String, String> terms = terms("map", chunks);
    terms.put("type of keys", rows.hasNumbersAsKeys() ? "whole numbers" : "strings");
    terms.put("material", stores == null ? "fresh" : "stored");
    try (DriverSession drivers = DriverSession.meet(party, meeting, driverOptions(), terms)) {
      Manifest manifest = manifest(drivers, byWorker, chunks, terms);
      folder.claim(manifest.json());
      PartWriter writer =
          new PartWriter(
              key,
              rows.hasNumbersAsKeys(),
              learnt(plan.io()),
              Arrays.stream(circuit.outputSizes()).boxed().toList());
      RowsTask.Work work =
          new RowsTask.Work(plan, manifest, manifest.digest(), chunks, writer, folder, stores);
      Progress progress = Progress.in(spark.sparkContext());
      evaluate(
          drivers,
          spark.sparkContext(),
          work,
          (attempt, missing, how) ->
              how.run(
                  drivers,
                  byWorker.rdd(),
                  gang -> new RowsTask(work, missing, attempt, gang, progress)));
    }
    folder.succeed();
    return spark.read().parquet(path);
  }

  /** Agrees with the other driver on the keys of all chunks, before an input leaves. */
  private Manifest manifest(
      DriverSession drivers,
      JavaPairRDD<Long, InputRow> byWorker,
      Chunks chunks,
      SortedMap<String, String> terms)
      throws MpcException {
    byte[] nonce = drivers.nonce();
    SparkContext spark = byWorker.context();
    String group = "schurmpc-%s-keys".formatted(name);
    DriverSession.Result<List<String>> digests =
        drivers.together(
            () -> {
              spark.setJobGroup(group, name + ": hashes of keys", true);
              return AlignedTable.digests(byWorker, chunks, nonce);
            },
            () -> spark.cancelJobGroup(group));
    Verdict theirs = drivers.exchange(digests.verdict());
    List<String> mine = digests.get();
    if (theirs.code() != ExitCode.OK) {
      throw theirs.exception();
    }
    drivers.requireSameKeys(mine);
    return new Manifest(terms, nonce, mine);
  }

  /** Runs one attempt. */
  private interface Trial {
    Verdict run(int attempt, BitSet missing, Attempt how) throws MpcException;
  }

  /** Attempts the missing chunks until both parties have all of them. */
  private void evaluate(DriverSession drivers, SparkContext spark, RowsTask.Work work, Trial trial)
      throws MpcException {
    int all = work.chunks().count();
    BitSet kept = new BitSet();
    Verdict last = Verdict.OK;
    for (int number = 1; number <= attempts && kept.cardinality() < all; number++) {
      BitSet missing = new BitSet();
      missing.set(0, all);
      missing.andNot(kept);
      Attempt attempt =
          attempt(
              spark,
              Integer.toString(number),
              "attempt %d, %,d of %,d chunks".formatted(number, missing.cardinality(), all),
              work.folder()::verdict);
      last = verdict(drivers, spark, stores, attempt, number, missing, trial);
      if (!last.mayPass()) {
        throw last.exception();
      }
      kept.or(commit(drivers, work.folder(), number, all));
    }
    if (kept.cardinality() < all) {
      throw last.code() == ExitCode.OK
          ? Verdict.lost("chunks are missing at the other party").exception()
          : last.exception();
    }
  }

  private Attempt attempt(SparkContext spark, String id, String what, Attempt.Records records) {
    Attempt.Names names =
        new Attempt.Names("schurmpc-%s-%s".formatted(name, id), "%s: %s".formatted(name, what));
    return new Attempt(
        spark, new Lines(party, tls, timeout, patience, ports, workers), names, records);
  }

  /**
   * Runs an attempt, and returns the more serious of both parties' verdicts. A failed check of any
   * worker destroys the stores, whatever else fails meanwhile.
   */
  private Verdict verdict(
      DriverSession drivers,
      SparkContext spark,
      WorkerStores used,
      Attempt attempt,
      int number,
      BitSet missing,
      Trial trial)
      throws MpcException {
    Verdict worst;
    try {
      Verdict mine = trial.run(number, missing, attempt);
      worst = mine.worst(drivers.exchange(mine));
    } catch (MpcException e) {
      Verdict found = attempt.failedCheck().orElse(Verdict.of(e));
      endStores(spark, used, found);
      MpcException thrown = found.exception();
      if (thrown.exitCode() == e.exitCode()) {
        throw e;
      }
      thrown.addSuppressed(e);
      throw thrown;
    }
    endStores(spark, used, worst);
    return worst;
  }

  private static BitSet commit(DriverSession drivers, ResultFolder folder, int attempt, int chunks)
      throws MpcException {
    BitSet mine = drivers.together(() -> folder.complete(attempt), () -> {}).get();
    BitSet common = drivers.both(mine, chunks);
    drivers
        .together(
            () -> {
              folder.commit(attempt, common);
              return null;
            },
            () -> {})
        .get();
    return common;
  }

  /** One failed check ends the material of all workers. */
  private void endStores(SparkContext spark, WorkerStores used, Verdict verdict) {
    if (used != null && verdict.code() == ExitCode.PEER_CHEATED) {
      used.destroyAll(spark, workers);
    }
  }

  /**
   * Fills the stores of all workers with the material for a number of rows. Material that they hold
   * already counts.
   *
   * @param rows the number of rows, the same at both parties
   * @param root the folder of the stores, which every executor reaches under the same path
   */
  public void prepare(SparkSession spark, long rows, String root) throws MpcException {
    SparkContext context = spark.sparkContext();
    requireLines(context);
    Chunks chunks = chunks(rows);
    WorkerStores filled = new WorkerStores(root);
    RDD<Integer> indices =
        JavaSparkContext.fromSparkContext(context)
            .parallelize(IntStream.range(0, workers).boxed().toList(), workers)
            .rdd();
    try (DriverSession drivers =
        DriverSession.meet(party, meeting, driverOptions(), terms("prepare", chunks))) {
      Attempt attempt =
          attempt(context, "prepare", "material for %,d rows".formatted(rows), Optional::empty);
      Verdict worst =
          verdict(
              drivers,
              context,
              filled,
              attempt,
              1,
              new BitSet(),
              (number, missing, how) ->
                  how.run(
                      drivers, indices, gang -> new StoreTask(plan, chunks, name, gang, filled)));
      if (worst.code() != ExitCode.OK) {
        throw worst.exception();
      }
    }
  }

  private Chunks chunks(long rows) throws Refused {
    if (rows < 1 || (rows - 1) / rowsPerChunk >= MOST_CHUNKS) {
      throw new Refused(
          "%,d rows in chunks of %,d: a job has 1 to %,d chunks"
              .formatted(rows, rowsPerChunk, MOST_CHUNKS));
    }
    return new Chunks(rows, rowsPerChunk, workers);
  }

  private void requireLines(SparkContext spark) throws Refused {
    if (party < 0) {
      throw new Refused("call party(…): who is this?");
    }
    if (tls == null && !insecure) {
      throw new Refused("call tls(…), or insecure() to go on without TLS");
    }
    Guards.check(spark.conf(), insecure);
    if (name.isEmpty() || name.length() > LONGEST_NAME) {
      throw new Refused("a job's name has 1 to %d characters".formatted(LONGEST_NAME));
    }
  }

  private void requireColumns(IoMap io) throws Refused {
    if (key == null) {
      throw new Refused("call key(…): which column has the keys?");
    }
    for (int value = 0; value < io.inputs().size(); value++) {
      InputSource source = io.inputs().get(value);
      boolean mine = !(source instanceof InputSource.Private p) || p.party() == party;
      if (mine != inputs.containsKey(value)) {
        throw new Refused(
            mine
                ? "call input(…): which column has input value %d?".formatted(value)
                : "input value %d is the other party's".formatted(value));
      }
    }
    requireNone(inputs.tailMap(io.inputs().size()), "the circuit has no input value");
    TreeMap<Integer, String> others = new TreeMap<>(outputs);
    SortedMap<Integer, String> learnt = learnt(io);
    others.keySet().removeAll(learnt.keySet());
    requireNone(others, "this party does not learn an output value");
    Set<String> names = new HashSet<>(Set.of(key.toLowerCase(Locale.ROOT)));
    for (String column : learnt.values()) {
      if (!names.add(column.toLowerCase(Locale.ROOT))) {
        throw new Refused("two columns of the results are '%s'".formatted(column));
      }
    }
  }

  private static void requireNone(SortedMap<Integer, String> values, String fault) throws Refused {
    if (!values.isEmpty()) {
      throw new Refused(fault + " " + values.firstKey());
    }
  }

  private SortedMap<Integer, String> learnt(IoMap io) {
    TreeMap<Integer, String> learnt = new TreeMap<>();
    for (int value = 0; value < io.outputs().size(); value++) {
      if (io.outputs().get(value).includes(party)) {
        learnt.put(value, outputs.getOrDefault(value, "output" + value));
      }
    }
    return learnt;
  }

  private SortedMap<String, String> terms(String stage, Chunks chunks) throws MpcException {
    TreeMap<String, String> terms = new TreeMap<>(plan.terms());
    terms.put("job", name);
    terms.put("stage", stage);
    terms.put("workers", Integer.toString(chunks.workers()));
    terms.put("rows of a chunk", Integer.toString(chunks.size()));
    terms.put("rows", Long.toString(chunks.rows()));
    terms.put("attempts", Integer.toString(attempts));
    return terms;
  }

  private NetOptions driverOptions() throws MpcException {
    return Gang.options(tls, party, timeout).withConnectDeadline(patience);
  }
}
