package org.schurmpc.spark;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.NettyServer;
import scala.Function1;
import scala.collection.Iterator;
import scala.reflect.ClassTag$;

/**
 * One gang of workers at this party and its twin at the other: a barrier stage, which is the stage
 * of a result, so that Spark never runs it again by itself. A table that the stage reads may be
 * shuffled again, which computes nothing with the peer.
 */
final class Attempt {
  private static final int LONGEST_TABLE = 1 << 20;
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final String EVERYWHERE = "0.0.0.0";

  private final SparkContext context;
  private final MpcJob.Lines lines;
  private final String group;
  private final String description;
  private final Records records;

  /** Tells what workers have recorded of failed checks. */
  interface Records {
    Optional<Verdict> verdict() throws MpcException;
  }

  /**
   * Creates an attempt.
   *
   * @param group names the attempt's jobs in Spark
   * @param description what Spark's pages say of it
   * @param records asked when the stage has failed
   */
  Attempt(
      SparkContext context, MpcJob.Lines lines, String group, String description, Records records) {
    this.records = records;
    this.context = context;
    this.lines = lines;
    this.group = group;
    this.description = description;
  }

  /** Makes a worker's part, when it is known how the workers find each other. */
  interface Part<T> {
    Function1<Iterator<T>, Iterator<WorkerReport>> of(Gang gang);
  }

  /**
   * Runs the gang to its end, at the same time as the other party.
   *
   * @return how it ended: the most serious of the workers' verdicts
   */
  <T> Verdict run(DriverSession drivers, RDD<T> rows, Part<T> part) throws MpcException {
    return lines.party() == 0 ? listen(drivers, rows, part) : call(drivers, rows, part);
  }

  private <T> Verdict listen(DriverSession drivers, RDD<T> rows, Part<T> part) throws MpcException {
    try (NettyServer server = NettyServer.listen(EVERYWHERE, 0)) {
      TableSeal seal = TableSeal.random();
      Gang gang =
          lines.gang(
              new Gang.Address(context.conf().get("spark.driver.host"), server.port()), seal, null);
      CompletableFuture<List<WorkerReport>> stage = start(rows, part.of(gang));
      boolean handedOver = false;
      try {
        DriverSession.Result<byte[]> table =
            drivers.together(() -> table(server, seal, stage), this::cancel);
        drivers.handOver(table.failure() == null ? table.value() : new byte[0]);
        handedOver = table.failure() == null;
      } finally {
        if (!handedOver) {
          cancel();
        }
      }
      return end(drivers, stage::get);
    }
  }

  private static byte[] table(
      NettyServer server, TableSeal seal, CompletableFuture<List<WorkerReport>> stage)
      throws MpcException {
    while (!stage.isDone()) {
      try (Channel channel = server.accept(LOOK)) {
        Optional<byte[]> table = seal.open(channel.receive(LONGEST_TABLE));
        if (table.isPresent()) {
          return table.get();
        }
      } catch (ConnectionLost e) {
        // The workers are not there yet.
      }
    }
    throw new ConnectionLost("the workers ended before they listened");
  }

  private <T> Verdict call(DriverSession drivers, RDD<T> rows, Part<T> part) throws MpcException {
    drivers.together(() -> null, this::cancel);
    byte[] table = drivers.handOver(new byte[0]);
    if (table.length == 0) {
      return end(
          drivers,
          () -> {
            throw new ConnectionLost("the other party's workers did not start");
          });
    }
    Gang gang = lines.gang(null, null, new String(table, StandardCharsets.UTF_8));
    return end(drivers, start(rows, part.of(gang))::get);
  }

  /** Starts the stage on a thread of its own. */
  private <T> CompletableFuture<List<WorkerReport>> start(
      RDD<T> rows, Function1<Iterator<T>, Iterator<WorkerReport>> part) {
    CompletableFuture<List<WorkerReport>> reports = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                context.setJobGroup(group, description, false);
                var tag = ClassTag$.MODULE$.<WorkerReport>apply(WorkerReport.class);
                RDD<WorkerReport> stage = rows.barrier().mapPartitions(part, false, tag);
                reports.complete(JavaRDD.fromRDD(stage, tag).collect());
              } catch (Throwable e) {
                reports.completeExceptionally(e);
              }
            },
            "stage of the job");
    thread.setDaemon(true);
    thread.start();
    return reports;
  }

  private Verdict end(DriverSession drivers, Callable<List<WorkerReport>> reports)
      throws MpcException {
    DriverSession.Result<List<WorkerReport>> result =
        drivers.together(() -> get(reports), this::cancel);
    if (result.failure() instanceof PeerCheated) {
      return records.verdict().orElseThrow();
    }
    if (result.failure() != null) {
      return Verdict.lost("the attempt failed: " + firstLine(result.failure()));
    }
    Verdict worst = Verdict.OK;
    for (WorkerReport report : result.value()) {
      worst = worst.worst(report.verdict());
    }
    return worst;
  }

  /** Returns the reports of a stage, or throws the failed check for which it ended. */
  private List<WorkerReport> get(Callable<List<WorkerReport>> reports) throws Exception {
    try {
      return reports.call();
    } catch (ExecutionException e) {
      Optional<Verdict> recorded = records.verdict();
      throw recorded.isPresent() ? recorded.get().exception() : e;
    }
  }

  private static String firstLine(Throwable failure) {
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
  }

  private void cancel() {
    context.cancelJobGroup(group);
  }
}
