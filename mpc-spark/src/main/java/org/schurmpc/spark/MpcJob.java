package org.schurmpc.spark;

import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
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

  private static final int LARGEST_CHUNK = 1 << 22;
  private static final int LAST_PORT = 0xFFFF;

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
  record Lines(int party, TlsFiles tls, Duration timeout, Gang.Ports ports) {
    Gang gang(Gang.Address driver, TableSeal seal, String table) {
      return new Gang(party, tls, timeout, ports, driver, seal, table);
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
    if (rows < 1 || rows > LARGEST_CHUNK) {
      throw new Refused("a chunk has 1 to %,d rows, not %,d".formatted(LARGEST_CHUNK, rows));
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
    Circuit circuit = plan.circuit();
    IoMap io = plan.io();
    requireComplete(io, spark.sparkContext());
    AlignedTable rows = AlignedTable.of(table, key, inputs, circuit.inputSizes());
    Chunks chunks = new Chunks(rows.rows(), rowsPerChunk, workers);
    JavaPairRDD<Long, InputRow> byWorker = rows.byWorker(chunks);
    ResultFolder folder = new ResultFolder(path, spark.sparkContext().hadoopConfiguration());
    folder.requireNew();
    PartWriter writer =
        new PartWriter(
            key,
            rows.hasNumbersAsKeys(),
            learnt(io),
            Arrays.stream(circuit.outputSizes()).boxed().toList());
    SortedMap<String, String> terms = terms("map", chunks);
    terms.put("type of keys", rows.hasNumbersAsKeys() ? "whole numbers" : "strings");
    try (DriverSession drivers = DriverSession.meet(party, meeting, driverOptions(), terms)) {
      byte[] nonce = drivers.nonce();
      List<String> digests =
          drivers.together(() -> AlignedTable.digests(byWorker, chunks, nonce), () -> {}).get();
      drivers.requireSameKeys(digests);
      Manifest manifest = new Manifest(terms, nonce, digests);
      folder.create();
      folder.write("_manifest.json", manifest.json());
      evaluate(
          drivers,
          spark.sparkContext(),
          chunks,
          folder,
          (attempt, missing, run) ->
              run.run(
                  drivers,
                  byWorker.rdd(),
                  gang ->
                      new RowsTask(
                          plan,
                          manifest,
                          chunks,
                          missing,
                          attempt,
                          gang,
                          writer,
                          folder,
                          stores,
                          Progress.in(spark.sparkContext()))));
    }
    folder.succeed();
    return spark.read().parquet(path);
  }

  /** Runs one attempt. */
  private interface Trial {
    Verdict run(int attempt, BitSet missing, Attempt how) throws MpcException;
  }

  /** Attempts the missing chunks until both parties have all of them. */
  private void evaluate(
      DriverSession drivers, SparkContext spark, Chunks chunks, ResultFolder folder, Trial trial)
      throws MpcException {
    BitSet kept = new BitSet();
    Verdict last = Verdict.OK;
    for (int attempt = 1; attempt <= attempts && kept.cardinality() < chunks.count(); attempt++) {
      BitSet missing = new BitSet();
      missing.set(0, chunks.count());
      missing.andNot(kept);
      String group = "schurmpc-%s-%d".formatted(name, attempt);
      String description =
          "%s: attempt %d, %,d of %,d chunks"
              .formatted(name, attempt, missing.cardinality(), chunks.count());
      Verdict mine =
          trial.run(
              attempt, missing, new Attempt(spark, lines(), group, description, folder::verdict));
      Verdict theirs = drivers.exchange(mine);
      BitSet common = drivers.both(folder.complete(attempt), chunks.count());
      folder.drop(attempt, common);
      kept.or(common);
      last = mine.worst(theirs);
      if (!last.mayPass()) {
        destroyStores(spark, last);
        throw last.exception();
      }
    }
    if (kept.cardinality() < chunks.count()) {
      throw last.code() == ExitCode.OK
          ? Verdict.lost("chunks are missing at the other party").exception()
          : last.exception();
    }
  }

  /** One verdict ends the material of all workers. */
  private void destroyStores(SparkContext spark, Verdict verdict) {
    if (stores == null || verdict.code() != ExitCode.PEER_CHEATED) {
      return;
    }
    WorkerStores all = stores;
    JavaSparkContext.fromSparkContext(spark)
        .parallelize(IntStream.range(0, workers).boxed().toList(), workers)
        .foreach(all::destroy);
  }

  /**
   * Fills the stores of all workers with the material for a number of rows. Material that they hold
   * already counts.
   *
   * @param rows the number of rows, the same at both parties
   * @param root the folder of the stores, which every executor reaches under the same path
   */
  public void prepare(SparkSession spark, long rows, String root) throws MpcException {
    requireLines(spark.sparkContext());
    Chunks chunks = new Chunks(rows, rowsPerChunk, workers);
    WorkerStores filled = new WorkerStores(root);
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    try (DriverSession drivers =
        DriverSession.meet(party, meeting, driverOptions(), terms("prepare", chunks))) {
      Attempt attempt =
          new Attempt(
              spark.sparkContext(),
              lines(),
              "schurmpc-%s-prepare".formatted(name),
              "%s: material for %,d rows".formatted(name, rows),
              Optional::empty);
      Verdict mine =
          attempt.run(
              drivers,
              context.parallelize(IntStream.range(0, workers).boxed().toList(), workers).rdd(),
              gang -> new StoreTask(plan, chunks, name, gang, filled));
      Verdict worst = mine.worst(drivers.exchange(mine));
      if (worst.code() != ExitCode.OK) {
        throw worst.exception();
      }
    }
  }

  private void requireLines(SparkContext spark) throws Refused {
    if (party < 0) {
      throw new Refused("call party(…): who is this?");
    }
    if (tls == null && !insecure) {
      throw new Refused("call tls(…), or insecure() to go on without TLS");
    }
    Guards.check(spark.conf(), insecure);
    int slots = spark.defaultParallelism() / spark.conf().getInt("spark.task.cpus", 1);
    if (slots < workers) {
      throw new Refused(
          "%d workers start together, and this Spark has room for %d".formatted(workers, slots));
    }
  }

  private void requireComplete(IoMap io, SparkContext spark) throws Refused {
    requireLines(spark);
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
    if (!inputs.isEmpty() && inputs.lastKey() >= io.inputs().size()) {
      throw new Refused("the circuit has no input value " + inputs.lastKey());
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
    terms.put("material", stores == null ? "fresh" : "stored");
    return terms;
  }

  private NetOptions driverOptions() throws MpcException {
    return Gang.options(tls, party, timeout).withConnectDeadline(patience);
  }

  private Lines lines() {
    return new Lines(party, tls, timeout, ports);
  }
}
