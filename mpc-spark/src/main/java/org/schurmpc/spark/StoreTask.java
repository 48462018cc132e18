package org.schurmpc.spark;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.spark.BarrierTaskContext;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Computation;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/** A worker's part of a preparation: fills its store, together with the peer's worker. */
final class StoreTask extends AbstractFunction1<Iterator<Integer>, Iterator<WorkerReport>>
    implements Serializable {
  private final JobPlan plan;
  private final Chunks chunks;
  private final String job;
  private final Gang gang;
  private final WorkerStores stores;

  StoreTask(JobPlan plan, Chunks chunks, String job, Gang gang, WorkerStores stores) {
    this.plan = plan;
    this.chunks = chunks;
    this.job = job;
    this.gang = gang;
    this.stores = stores;
  }

  @Override
  public Iterator<WorkerReport> apply(Iterator<Integer> nothing) {
    BarrierTaskContext context = BarrierTaskContext.get();
    int worker = context.partitionId();
    Verdict verdict = Verdict.OK;
    try (Network network = gang.connect(context)) {
      fill(network, worker);
    } catch (MpcException e) {
      verdict = Verdict.of(worker, e);
    }
    return CollectionConverters.asScala(List.of(new WorkerReport(verdict)).iterator());
  }

  private void fill(Network network, int worker) throws MpcException {
    Computation.Plan chunk = plan.plan(chunks.rowsAtOnce());
    long passes = 0;
    for (int mine = worker; mine < chunks.count(); mine += chunks.workers()) {
      passes += chunk.passes(); // the last chunk is evaluated with rows of zeros
    }
    if (passes == 0) {
      return;
    }
    long instances = passes * chunk.protocol().lanes();
    if (instances > Integer.MAX_VALUE) {
      throw new Refused("prepare fewer rows at once, or with more workers");
    }
    try (StoreDirectory store = stores.openOrCreate(worker)) {
      chunk
          .ofInstances((int) instances)
          .on("preparation", job)
          .on("worker", Integer.toString(worker))
          .prepare(network, Optional.empty(), store, (there, wanted) -> {});
    }
  }
}
