package org.schurmpc.spark;

import java.util.BitSet;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import scala.Tuple2;

/**
 * The attempts of a job, which both drivers make together. What becomes of each chunk, and of the
 * job, depends on both parties' verdicts.
 *
 * @param job the job's name
 * @param stores used or filled; null for fresh material
 */
record Attempts(
    DriverSession drivers, SparkContext spark, Lines lines, String job, WorkerStores stores) {
  /** Runs the gang of an attempt. */
  private interface Trial {
    Verdict run(Attempt attempt) throws MpcException;
  }

  /** Evaluates the missing chunks until both parties have all of them, {@code most} times. */
  void evaluate(int most, RowsTask.Work work, RDD<Tuple2<Long, InputRow>> rows)
      throws MpcException {
    Progress progress = Progress.in(spark);
    int all = work.chunks().count();
    BitSet kept = new BitSet();
    Verdict last = Verdict.OK;
    for (int number = 1; number <= most && kept.cardinality() < all; number++) {
      BitSet missing = new BitSet();
      missing.set(0, all);
      missing.andNot(kept);
      int attempt = number;
      last =
          verdict(
              attempt(
                  Integer.toString(number),
                  "attempt %d, %,d of %,d chunks".formatted(number, missing.cardinality(), all),
                  work.folder()::verdict),
              how ->
                  how.run(
                      drivers, rows, gang -> new RowsTask(work, missing, attempt, gang, progress)));
      if (!last.mayPass()) {
        throw last.exception();
      }
      kept.or(commit(work.folder(), number, all));
    }
    if (kept.cardinality() < all) {
      throw last.code() == ExitCode.OK
          ? Verdict.lost("chunks are missing at the other party").exception()
          : last.exception();
    }
  }

  /** Fills the stores, in one attempt. */
  void prepare(JobPlan plan, Chunks chunks) throws MpcException {
    RDD<Integer> indices =
        JavaSparkContext.fromSparkContext(spark)
            .parallelize(IntStream.range(0, lines.workers()).boxed().toList(), lines.workers())
            .rdd();
    Verdict verdict =
        verdict(
            attempt("prepare", "material for %,d rows".formatted(chunks.rows()), Optional::empty),
            how ->
                how.run(drivers, indices, gang -> new StoreTask(plan, chunks, job, gang, stores)));
    if (verdict.code() != ExitCode.OK) {
      throw verdict.exception();
    }
  }

  private Attempt attempt(String id, String what, Attempt.Records records) {
    Attempt.Names names =
        new Attempt.Names("schurmpc-%s-%s".formatted(job, id), "%s: %s".formatted(job, what));
    return new Attempt(spark, lines, names, records);
  }

  /**
   * Runs an attempt, and returns the more serious of both parties' verdicts. A failed check of any
   * worker destroys the stores, whatever else fails meanwhile.
   */
  private Verdict verdict(Attempt attempt, Trial trial) throws MpcException {
    Verdict worst;
    try {
      Verdict mine = trial.run(attempt);
      worst = mine.worst(drivers.exchange(mine));
    } catch (MpcException e) {
      Verdict found = attempt.failedCheck().orElse(Verdict.of(e));
      endStores(found);
      MpcException thrown = found.exception();
      if (thrown.exitCode() == e.exitCode()) {
        throw e;
      }
      thrown.addSuppressed(e);
      throw thrown;
    }
    endStores(worst);
    return worst;
  }

  /** Keeps the chunks that both parties have, and returns them. */
  private BitSet commit(ResultFolder folder, int attempt, int chunks) throws MpcException {
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
  private void endStores(Verdict verdict) {
    if (stores != null && verdict.code() == ExitCode.PEER_CHEATED) {
      stores.destroyAll(spark, lines.workers());
    }
  }
}
