package org.schurmpc.spark;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
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
    Mapping mapping = orWithdraw(() -> mapping(spark, table, path));
    Chunks chunks = mapping.chunks();
    JavaPairRDD<Long, InputRow> byWorker = mapping.byWorker();
    SortedMap<String, String> terms = mapping.terms();
    try (DriverSession drivers = DriverSession.meet(party, meeting, driverOptions(), terms)) {
      Manifest manifest = manifest(drivers, byWorker, chunks, terms);
      mapping.folder().claim(manifest.json());
      RowsTask.Work work =
          new RowsTask.Work(
              plan,
              manifest,
              manifest.digest(),
              chunks,
              mapping.writer(),
              mapping.folder(),
              stores);
      attempts(drivers, spark, stores).evaluate(attempts, work, byWorker.rdd());
    }
    mapping.folder().succeed();
    return spark.read().parquet(path);
  }

  /** What is known of a job before the drivers meet. */
  private record Mapping(
      ResultFolder folder,
      Chunks chunks,
      JavaPairRDD<Long, InputRow> byWorker,
      SortedMap<String, String> terms,
      PartWriter writer) {}

  private Mapping mapping(SparkSession spark, Dataset<Row> table, String path) throws MpcException {
    Circuit circuit = plan.circuit();
    Columns columns = new Columns(key, inputs, outputs);
    columns.requireFit(plan.io(), party);
    ResultFolder folder = new ResultFolder(path, spark.sparkContext().hadoopConfiguration());
    folder.requireNew();
    AlignedTable rows = AlignedTable.of(table, key, inputs, circuit.inputSizes());
    Chunks chunks = chunks(rows.rows());
    JavaPairRDD<Long, InputRow> byWorker = rows.byWorker(chunks);
    SortedMap<String, String> terms = terms("map", chunks);
    terms.put("type of keys", rows.hasNumbersAsKeys() ? "whole numbers" : "strings");
    terms.put("material", stores == null ? "fresh" : "stored");
    PartWriter writer =
        new PartWriter(
            key,
            rows.hasNumbersAsKeys(),
            columns.learnt(plan.io(), party),
            Arrays.stream(circuit.outputSizes()).boxed().toList());
    return new Mapping(folder, chunks, byWorker, terms, writer);
  }

  /** A part of a job before the drivers meet. */
  @FunctionalInterface
  private interface Beginning<T> {
    T begin() throws MpcException;
  }

  /** Begins a job; if that fails, tells the other driver, which may wait for this one. */
  private <T> T orWithdraw(Beginning<T> beginning) throws MpcException {
    boolean begun = false;
    try {
      T result = beginning.begin();
      begun = true;
      return result;
    } finally {
      if (!begun) {
        DriverSession.withdraw(party, meeting, this::driverOptions);
      }
    }
  }

  private Attempts attempts(DriverSession drivers, SparkSession spark, WorkerStores used) {
    Lines lines = new Lines(party, tls, timeout, patience, ports, workers);
    return new Attempts(drivers, spark.sparkContext(), lines, name, used);
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

  /**
   * Fills the stores of all workers with the material for a number of rows. Material that they hold
   * already counts.
   *
   * @param rows the number of rows, the same at both parties
   * @param root the folder of the stores, which every executor reaches under the same path
   */
  public void prepare(SparkSession spark, long rows, String root) throws MpcException {
    requireLines(spark.sparkContext());
    Chunks chunks = orWithdraw(() -> chunks(rows));
    try (DriverSession drivers =
        DriverSession.meet(party, meeting, driverOptions(), terms("prepare", chunks))) {
      attempts(drivers, spark, new WorkerStores(root)).prepare(plan, chunks);
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
