package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.contract.AllocationContract;
import org.schurmpc.core.contract.Loopback;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/** Products of elements allocate nothing each, either. */
class AllocationTest extends AllocationContract {
  private static final int N = 2000;
  private static final int BATCHES = 20;

  /** The JDK's AES-GCM, which hashes transcripts, allocates some 4 bytes; we nothing. */
  private static final long BYTES_PER_PRODUCT = 12;

  /** Three times as many, in narrow layers of one instance; still nothing of ours. */
  private static final int BYTES_PER_GATE = 20;

  @Override
  protected List<Bound> bounds() throws Exception {
    var spdz = Configurations.spdz(2, 1, "gf2_64", "all");
    return List.of(new Bound("spdz", spdz, CircuitLibrary.open("mul_64"), BYTES_PER_GATE));
  }

  @Test
  void productsAllocateNothing() throws Exception {
    SpdzRun run = new SpdzRun("p128", 2, OpeningMode.ALL, 1);
    run.deal(run.material.triples(), (long) N * BATCHES);
    List<Long> least = run.run(Loopback.networks(2), (party, engine) -> leastAllocation(engine));
    for (long bytes : least) {
      assertTrue(bytes < BYTES_PER_PRODUCT * N, "allocated " + bytes + " bytes a batch");
    }
  }

  private static long leastAllocation(ArithmeticEvaluator engine) throws Exception {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Shares x = engine.shares(N);
    long least = Long.MAX_VALUE;
    for (int i = 0; i < BATCHES; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      engine.multiply(x, 0, x, 0, x, 0, N);
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }
}
