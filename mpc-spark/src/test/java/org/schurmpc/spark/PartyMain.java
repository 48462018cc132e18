package org.schurmpc.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.eval.IoMap;

/**
 * One party of a test, in a process of its own: compares the amounts of two tables of {@code rows}
 * rows, by {@code ult_32}. System properties say how.
 */
final class PartyMain {
  private PartyMain() {}

  /** The amount of a row at a party, for tests to compute the result in the clear. */
  static long amount(int party, long row) {
    return (row * 2_654_435_761L + party * 40_503L * (row + 1)) & 0xFFFF_FFFFL;
  }

  public static void main(String[] args) throws Exception {
    int code = 0;
    try (SparkSession spark =
        SparkSession.builder().config(settings()).appName("party").getOrCreate()) {
      spark.sparkContext().setLogLevel("WARN");
      run(spark);
    } catch (MpcException e) {
      System.err.println(e.getMessage());
      code = e.exitCode().code();
    }
    System.exit(code);
  }

  private static SparkConf settings() {
    SparkConf conf =
        new SparkConf()
            .setMaster(text("master", "local[2]"))
            .set("spark.ui.enabled", "false")
            .set("spark.driver.host", "127.0.0.1")
            .set("spark.driver.bindAddress", "127.0.0.1")
            .set("spark.sql.shuffle.partitions", "4")
            .set("spark.io.encryption.enabled", "true")
            .set("spark.local.dir", text("folder", ".") + "/spark");
    for (String setting : text("settings", "").lines().toList()) {
      int equals = setting.indexOf('=');
      conf.set(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return conf;
  }

  private static void run(SparkSession spark) throws Exception {
    Path folder = Path.of(text("folder", "."));
    int party = number("party", 0);
    if (!text("held", "").isEmpty()) {
      holdSlot(spark, text("held", ""));
    }
    long rows = number("rows", 4096);
    Circuit circuit = CircuitLibrary.open("ult_32");
    JobPlan plan =
        JobPlan.of(text("protocol", "tinyot"), circuit, IoMap.roundRobin(circuit, 2), Map.of());
    MpcJob job =
        MpcJob.of("test", plan)
            .party(party, text("meeting", ""))
            .tls(
                TlsFiles.onEveryNode(
                    folder.resolve("party" + party + ".crt").toString(),
                    folder.resolve("party" + party + ".key").toString(),
                    Files.readString(folder.resolve("party" + (1 - party) + ".pin"))))
            .key("id")
            .input(text("column", "amount"), party)
            .output(0, "less")
            .workers(number("workers", 2))
            .rowsPerChunk(number("chunk", 1024))
            .attempts(number("attempts", 3))
            .timeout(Duration.ofSeconds(number("timeout", 30)))
            .patience(Duration.ofSeconds(120));
    if (number("port", 0) > 0) {
      job.ports(number("port", 0), number("port", 0));
    }
    if (!text("stores", "").isEmpty()) {
      job.stores(text("stores", ""));
    }
    if (!text("prepare", "").isEmpty()) {
      job.prepare(spark, number("prepare", 0), text("stores", ""));
    }
    if (text("map", "yes").equals("yes")) {
      long start = System.nanoTime();
      job.map(spark, table(spark, party, rows), folder.resolve("out" + party).toString());
      System.out.printf("mapped %d rows in %d ms%n", rows, (System.nanoTime() - start) / 1_000_000);
    }
  }

  /**
   * Occupies one of Spark's slots until a file exists: workers, who start together, wait for it.
   */
  private static void holdSlot(SparkSession spark, String file) {
    var unused =
        new JavaSparkContext(spark.sparkContext())
            .parallelize(List.of(file), 1)
            .foreachAsync(PartyMain::awaitFile);
  }

  private static void awaitFile(String file) throws InterruptedException {
    while (!Files.exists(Path.of(file))) {
      Thread.sleep(20);
    }
  }

  private static Dataset<Row> table(SparkSession spark, int party, long rows) {
    long odd = number("odd", -1);
    var amount =
        functions.udf(
            (Long id) -> amount(party, id), org.apache.spark.sql.types.DataTypes.LongType);
    Dataset<Row> ids = spark.range(0, rows, 1, 3).toDF("id");
    Dataset<Row> table = ids.withColumn("amount", amount.apply(functions.col("id")));
    return table
        .withColumn(
            "id",
            functions
                .when(functions.col("id").equalTo(odd), rows + 7)
                .otherwise(functions.col("id")))
        .withColumn("id", functions.col("id").cast(text("key", "bigint")))
        .orderBy(functions.rand(party));
  }

  private static String text(String name, String otherwise) {
    return System.getProperty("test." + name, otherwise);
  }

  private static int number(String name, int otherwise) {
    return Integer.getInteger("test." + name, otherwise);
  }
}
