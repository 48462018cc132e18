package org.schurmpc.spark;

import java.io.Serializable;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.BarrierTaskContext;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.CircuitStatistics;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.Values;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.Refill;
import scala.Tuple2;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/**
 * A worker's part of an attempt: one session with the peer's worker, in which it evaluates each of
 * its chunks that are missing, and writes each one's results as soon as they are there.
 */
final class RowsTask
    extends AbstractFunction1<Iterator<Tuple2<Long, InputRow>>, Iterator<WorkerReport>>
    implements Serializable {
  private final Work work;
  private final BitSet missing;
  private final int attempt;
  private final Gang gang;
  private final Progress progress;

  /**
   * What all attempts have in common.
   *
   * @param digest the manifest's
   * @param stores null for fresh material
   */
  record Work(
      JobPlan plan,
      Manifest manifest,
      String digest,
      Chunks chunks,
      PartWriter writer,
      ResultFolder folder,
      WorkerStores stores)
      implements Serializable {}

  RowsTask(Work work, BitSet missing, int attempt, Gang gang, Progress progress) {
    this.work = work;
    this.missing = (BitSet) missing.clone();
    this.attempt = attempt;
    this.gang = gang;
    this.progress = progress;
  }

  @Override
  public Iterator<WorkerReport> apply(Iterator<Tuple2<Long, InputRow>> rows) {
    BarrierTaskContext context = BarrierTaskContext.get();
    int worker = context.partitionId();
    // Rows are sorted before the peer waits for anything.
    ChunkReader reader = new ChunkReader(CollectionConverters.asJava(rows), work.chunks);
    Verdict verdict = Verdict.OK;
    try (Network network = gang.connect(context)) {
      if (hasChunks(worker)) {
        evaluate(network, context, reader);
      }
    } catch (PeerCheated e) {
      verdict = Verdict.of(worker, e);
      endStage(worker, verdict);
    } catch (MpcException e) {
      verdict = Verdict.of(worker, e);
    }
    return CollectionConverters.asScala(List.of(new WorkerReport(verdict)).iterator());
  }

  /** Both parties' workers say the same: the drivers agreed on the missing chunks. */
  private boolean hasChunks(int worker) {
    return missing.stream().anyMatch(chunk -> work.chunks.workerOf(chunk) == worker);
  }

  /** Records a failed check, and ends the stage; returns if it cannot be recorded. */
  private void endStage(int worker, Verdict verdict) {
    try {
      work.folder.record(attempt, worker, verdict);
    } catch (MpcException e) {
      return; // the driver learns of it when the other workers have ended
    }
    throw new IllegalStateException(verdict.message());
  }

  private void evaluate(Network network, BarrierTaskContext context, ChunkReader reader)
      throws MpcException {
    int worker = context.partitionId();
    Computation.Plan agreed =
        work.plan
            .plan(work.chunks.rowsAtOnce())
            .on("manifest", work.digest)
            .on("missing chunks", missingDigest())
            .on("worker", Integer.toString(worker))
            .on("attempt", Integer.toString(attempt));
    long ands = CircuitStatistics.of(agreed.circuit()).count(GateType.AND);
    int position = 0;
    try (Computation computation = connect(agreed, network, worker)) {
      String session = HexFormat.of().formatHex(computation.sessionId());
      long sent = 0;
      while (reader.hasNext()) {
        List<InputRow> rows = reader.next();
        if (missing.get(reader.chunk())) {
          requireWanted(context);
          work.manifest.requireKeys(work.chunks, reader.chunk(), rows);
          evaluate(computation, agreed, reader.chunk(), rows, session + " " + position);
          position++;
          sent = progress.add(rows.size(), ands, sent, computation.metrics());
        }
      }
    }
  }

  private String missingDigest() {
    return HexFormat.of()
        .formatHex(new FieldHash("missing chunks").add(missing.toByteArray()).digest());
  }

  /**
   * Leaves between two chunks if Spark has ended the stage: not within one, whose results the peer
   * may have, and not in the middle of a check.
   */
  private static void requireWanted(BarrierTaskContext context) throws ConnectionLost {
    if (context.isInterrupted()) {
      throw new ConnectionLost("Spark has ended the attempt");
    }
  }

  private void evaluate(
      Computation computation,
      Computation.Plan agreed,
      int chunk,
      List<InputRow> rows,
      String evaluation)
      throws MpcException {
    work.folder.begin(chunk, attempt, evaluation);
    BitMatrix inputs = inputs(agreed, rows).bits();
    BitMatrix results = null;
    try {
      results = computation.evaluate(inputs);
      work.writer.write(
          work.folder.unfinished(chunk, attempt),
          work.folder.configuration(),
          Map.of("schurmpc.evaluation", evaluation, "schurmpc.manifest", work.digest),
          rows,
          Values.outputs(agreed.circuit().circuit(), results));
      work.folder.finish(chunk, attempt);
    } finally {
      Secrets.wipe(inputs.words());
      if (results != null) {
        Secrets.wipe(results.words());
      }
    }
  }

  private static Values inputs(Computation.Plan agreed, List<InputRow> rows) {
    Values inputs = agreed.inputs();
    for (int row = 0; row < rows.size(); row++) {
      InputRow from = rows.get(row);
      int to = row;
      IntStream.range(0, inputs.count())
          .filter(value -> from.value(value) != null)
          .forEach(value -> inputs.set(value, to, from.value(value)));
    }
    return inputs;
  }

  private Computation connect(Computation.Plan agreed, Network network, int worker)
      throws MpcException {
    if (work.stores == null) {
      return agreed.connect(network);
    }
    StoreDirectory store = work.stores.open(worker);
    return agreed.connect(network, store, Refill.none()); // closes the store
  }
}
