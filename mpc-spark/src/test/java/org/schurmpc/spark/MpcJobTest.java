package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;

/** What a job refuses before it calls the other party. */
class MpcJobTest {
  private static SparkSession spark;

  @BeforeAll
  static void start() {
    SupportedJvm.require();
    spark =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .getOrCreate();
  }

  @AfterAll
  static void stop() {
    if (spark != null) {
      spark.stop();
    }
  }

  private static MpcJob job() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.and(builder.input(1)[0], builder.input(1)[0]));
    Circuit circuit = builder.build();
    IoMap io =
        new IoMap(
            List.of(new InputSource.Private(0), new InputSource.Private(1)),
            List.of(new OutputTarget.All()));
    return MpcJob.of("job", JobPlan.of("tinyot", circuit, io, Map.of()));
  }

  private static void requireRefused(MpcJob job, String reason) {
    String map =
        assertThrows(Refused.class, () -> job.map(spark, spark.emptyDataFrame(), "out"))
            .getMessage();
    assertTrue(map.contains(reason), map);
    String prepare =
        assertThrows(Refused.class, () -> job.prepare(spark, 1, "stores")).getMessage();
    assertTrue(prepare.contains(reason), prepare);
  }

  @Test
  void whatIsMissing() throws Exception {
    requireRefused(job(), "call party(…)");
    requireRefused(job().party(0, "127.0.0.1:1"), "call tls(…), or insecure()");
  }

  @Test
  void settingsOfSparkThatRunTasksTwice() throws Exception {
    spark.sparkContext().conf().set("spark.speculation", "true");
    requireRefused(job().party(0, "127.0.0.1:1").insecure(), "spark.speculation");
  }

  /** A job that could begin, of a party that nobody answers. */
  private static MpcJob complete() throws Exception {
    spark.sparkContext().conf().set("spark.speculation", "false");
    return job()
        .party(0, "127.0.0.1:1")
        .insecure()
        .patience(Duration.ofMillis(200))
        .timeout(Duration.ofMillis(200))
        .key("id");
  }

  private static void requireMapRefused(MpcJob job, Path folder, String reason) {
    Dataset<Row> table = spark.range(3).selectExpr("id", "id % 2 = 0 as x");
    String said =
        assertThrows(Refused.class, () -> job.map(spark, table, folder.toString())).getMessage();
    assertTrue(said.contains(reason), said);
  }

  @Test
  void columnsThatAreMissing(@TempDir Path folder) throws Exception {
    requireMapRefused(complete(), folder.resolve("new"), "call input(…)");
  }

  @Test
  void resultsThatAreThere(@TempDir Path folder) throws Exception {
    requireMapRefused(complete().input("x", 0), folder, folder.toString());
  }
}
