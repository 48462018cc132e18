package org.schurmpc.spark;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.NetOptions;
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
  private static final Duration LOOK = Duration.ofMillis(500);

  private final SparkContext context;
  private final Lines lines;
  private final Names names;
  private final Records records;
  private CompletableFuture<List<WorkerReport>> stage;

  /**
   * Names of an attempt in Spark.
   *
   * @param group of the attempt's jobs
   * @param description what Spark's pages say of it
   */
  record Names(String group, String description) {}

  /** Tells what workers have recorded of failed checks. */
  interface Records {
    Optional<Verdict> verdict() throws MpcException;
  }

  /** Makes a worker's part, when it is known how the workers find each other. */
  interface Part<T> {
    Function1<Iterator<T>, Iterator<WorkerReport>> of(Gang gang);
  }

  /** Creates an attempt; records are asked when the stage has failed. */
  Attempt(SparkContext context, Lines lines, Names names, Records records) {
    this.context = context;
    this.lines = lines;
    this.names = names;
    this.records = records;
  }

  /**
   * Runs the gang to its end, at the same time as the other party.
   *
   * @return how it ended: the most serious of the workers' verdicts
   */
  <T> Verdict run(DriverSession drivers, RDD<T> rows, Part<T> part) throws MpcException {
    drivers.together(this::awaitSlots, () -> {}).get();
    return lines.party() == 0 ? listen(drivers, rows, part) : call(drivers, rows, part);
  }

  /** Waits until all workers can start together: an executor may have to be replaced. */
  private Void awaitSlots() throws Refused, InterruptedException {
    long end = System.nanoTime() + lines.patience().toNanos();
    while (slots() < lines.workers()) {
      if (System.nanoTime() > end) {
        throw new Refused(
            "%d workers start together, and this Spark has room for %d"
                .formatted(lines.workers(), slots()));
      }
      Thread.sleep(LOOK.toMillis());
    }
    return null;
  }

  /** Returns the number of tasks that this Spark runs at once, by its executors of now. */
  private int slots() {
    return context.maxNumConcurrentTasks(context.resourceProfileManager().defaultResourceProfile());
  }

  private <T> Verdict listen(DriverSession drivers, RDD<T> rows, Part<T> part) throws MpcException {
    String host = context.conf().get("spark.driver.host");
    String bound = context.conf().get("spark.driver.bindAddress", host);
    NetOptions options = NetOptions.service().withTimeout(LOOK);
    try (NettyServer server =
        NettyServer.listen(new Gang.Address(bound, 0).endpoint().host(), 0, options)) {
      TableSeal seal = TableSeal.random();
      Gang gang = lines.gang(new Gang.Address(host, server.port()), seal, null);
      start(rows, part.of(gang));
      DriverSession.Result<byte[]> table =
          drivers.together(() -> new TableListener(server, seal, LOOK).await(stage), this::cancel);
      if (table.failure() != null) {
        cancel();
      }
      drivers.handOver(table.failure() == null ? table.value() : new byte[0]);
      return end(drivers, stage::get);
    }
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
    List<String> addresses =
        drivers.requireAddresses(new String(table, StandardCharsets.UTF_8), lines.workers());
    start(rows, part.of(lines.gang(null, null, addresses)));
    return end(drivers, stage::get);
  }

  /** Starts the stage on a thread of its own. */
  private <T> void start(RDD<T> rows, Function1<Iterator<T>, Iterator<WorkerReport>> part) {
    CompletableFuture<List<WorkerReport>> reports = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                context.setJobGroup(names.group, names.description, false);
                var tag = ClassTag$.MODULE$.<WorkerReport>apply(WorkerReport.class);
                RDD<WorkerReport> barrier = rows.barrier().mapPartitions(part, false, tag);
                reports.complete(JavaRDD.fromRDD(barrier, tag).collect());
              } catch (Throwable e) {
                reports.completeExceptionally(e);
              }
            },
            "stage of the job");
    thread.setDaemon(true);
    thread.start();
    stage = reports;
  }

  private Verdict end(DriverSession drivers, Callable<List<WorkerReport>> reports)
      throws MpcException {
    return verdict(drivers.together(() -> get(reports), this::cancel));
  }

  private static Verdict verdict(DriverSession.Result<List<WorkerReport>> result) {
    if (result.failure() instanceof MpcException e) {
      return Verdict.of(e);
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
      Optional<Verdict> recorded = records.verdict(); // if it cannot be read, that is the verdict
      throw recorded.isPresent() ? recorded.get().exception() : e;
    }
  }

  /**
   * Ends the stage, if it runs, after the drivers' session has failed, and returns whether a worker
   * had found a failed check by then.
   */
  Optional<Verdict> failedCheck() {
    if (stage == null) {
      return Optional.empty();
    }
    cancel();
    try {
      List<WorkerReport> reports =
          get(() -> stage.get(lines.timeout().toMillis() * 2, TimeUnit.MILLISECONDS));
      return reports.stream()
          .map(WorkerReport::verdict)
          .filter(verdict -> verdict.code() == ExitCode.PEER_CHEATED)
          .findFirst();
    } catch (PeerCheated e) {
      return Optional.of(Verdict.of(e));
    } catch (TimeoutException e) {
      return recorded();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return recorded();
    } catch (Exception e) {
      return Optional.empty();
    }
  }

  private Optional<Verdict> recorded() {
    try {
      return records.verdict();
    } catch (MpcException e) {
      return Optional.empty();
    }
  }

  private static String firstLine(Throwable failure) {
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
  }

  private void cancel() {
    if (!context.isStopped()) {
      context.cancelJobGroup(names.group);
    }
  }
}
