package org.schurmpc.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.BarrierTaskContext;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.CircuitStatistics;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.Values;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.Refill;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;
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
  private final JobPlan plan;
  private final Manifest manifest;
  private final Chunks chunks;
  private final BitSet missing;
  private final int attempt;
  private final Gang gang;
  private final PartWriter writer;
  private final ResultFolder folder;
  private final WorkerStores stores; // null for fresh material
  private final Progress progress;

  RowsTask(
      JobPlan plan,
      Manifest manifest,
      Chunks chunks,
      BitSet missing,
      int attempt,
      Gang gang,
      PartWriter writer,
      ResultFolder folder,
      WorkerStores stores,
      Progress progress) {
    this.plan = plan;
    this.manifest = manifest;
    this.chunks = chunks;
    this.missing = (BitSet) missing.clone();
    this.attempt = attempt;
    this.gang = gang;
    this.writer = writer;
    this.folder = folder;
    this.stores = stores;
    this.progress = progress;
  }

  @Override
  public Iterator<WorkerReport> apply(Iterator<Tuple2<Long, InputRow>> rows) {
    BarrierTaskContext context = BarrierTaskContext.get();
    int worker = context.partitionId();
    Verdict verdict = Verdict.OK;
    try (Network network = gang.connect(context)) {
      evaluate(network, context, new ChunkReader(CollectionConverters.asJava(rows), chunks));
    } catch (PeerCheated e) {
      throw failedCheck(worker, e);
    } catch (MpcException e) {
      verdict = Verdict.of(worker, e);
    }
    return CollectionConverters.asScala(List.of(new WorkerReport(worker, verdict)).iterator());
  }

  /** Records a failed check, and returns what ends the stage. */
  private IllegalStateException failedCheck(int worker, PeerCheated e) {
    try {
      folder.record(attempt, worker, Verdict.of(worker, e));
    } catch (MpcException unrecorded) {
      e.addSuppressed(unrecorded);
    }
    return new IllegalStateException("worker %d: %s".formatted(worker, e.getMessage()), e);
  }

  private void evaluate(Network network, BarrierTaskContext context, ChunkReader reader)
      throws MpcException {
    int worker = context.partitionId();
    Computation.Plan agreed =
        plan.plan(chunks.rowsAtOnce())
            .on("manifest", manifest.digest())
            .on("worker", Integer.toString(worker))
            .on("attempt", Integer.toString(attempt));
    long ands = CircuitStatistics.of(agreed.circuit()).count(GateType.AND);
    int position = 0;
    try (Computation computation = connect(agreed, network, worker)) {
      long sent = 0;
      while (reader.hasNext()) {
        List<InputRow> rows = reader.next();
        int chunk = reader.chunk();
        if (!missing.get(chunk)) {
          continue;
        }
        requireKeys(chunk, rows);
        String session = HexFormat.of().formatHex(computation.sessionId());
        Map<String, String> facts =
            Map.of(
                "schurmpc.session", session,
                "schurmpc.position", Integer.toString(position),
                "schurmpc.manifest", manifest.digest());
        folder.begin(chunk, attempt, session + " " + position);
        position++;
        Values results = evaluate(computation, agreed, rows, context);
        writer.write(
            folder.unfinished(chunk, attempt), folder.configuration(), facts, rows, results);
        folder.finish(chunk, attempt);
        Arrays.fill(results.bits().words(), 0);
        long now = sent(computation.metrics());
        progress.rows().add(rows.size());
        progress.bytes().add(now - sent);
        progress.ands().add(ands * rows.size());
        sent = now;
      }
    } catch (Unwanted e) {
      throw new ConnectionLost("Spark has ended the attempt");
    }
  }

  private static Values evaluate(
      Computation computation,
      Computation.Plan agreed,
      List<InputRow> rows,
      BarrierTaskContext context)
      throws MpcException {
    BitMatrix inputs = inputs(agreed, rows).bits();
    try {
      BitMatrix results = computation.evaluate(inputs, () -> requireWanted(context));
      return Values.outputs(agreed.circuit().circuit(), results);
    } finally {
      Arrays.fill(inputs.words(), 0);
    }
  }

  private Computation connect(Computation.Plan agreed, Network network, int worker)
      throws MpcException {
    if (stores == null) {
      return agreed.connect(network);
    }
    Optional<StoreDirectory> store = Optional.empty();
    try {
      store = Optional.of(stores.open(worker));
    } finally {
      if (store.isEmpty()) {
        network.close();
      }
    }
    return agreed.connect(network, store.get(), Refill.none());
  }

  /**
   * Holds the chunk to the keys that the parties compared: a table may change between two reads.
   */
  private void requireKeys(int chunk, List<InputRow> rows) throws Disagreement {
    KeyDigest digest = new KeyDigest(manifest.nonceBytes(), chunk);
    boolean good = rows.size() == chunks.rowsOf(chunk);
    for (InputRow row : rows) {
      good = good && row.fault() == null && digest.add(row.key());
    }
    if (!good || !HexFormat.of().formatHex(digest.digest()).equals(manifest.keys().get(chunk))) {
      throw new Disagreement("the table has changed since its keys were compared");
    }
  }

  private static Values inputs(Computation.Plan agreed, List<InputRow> rows) {
    Values inputs = agreed.inputs();
    for (int row = 0; row < rows.size(); row++) {
      for (int value = 0; value < inputs.count(); value++) {
        byte[] bytes = rows.get(row).value(value);
        if (bytes != null) {
          inputs.set(value, row, bytes);
        }
      }
    }
    return inputs;
  }

  /** Leaves between two passes, when no check is under way, if Spark has ended the stage. */
  private static void requireWanted(BarrierTaskContext context) {
    if (context.isInterrupted()) {
      throw new Unwanted();
    }
  }

  private static final class Unwanted extends RuntimeException {}

  private static long sent(Metrics metrics) {
    return Arrays.stream(Phase.values()).mapToLong(metrics::bytesSent).sum();
  }
}
