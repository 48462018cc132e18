package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/** Once buffers have grown, products allocate nothing each. */
class AllocationTest {
  private static final int N = 2000;
  private static final int BATCHES = 20;

  /** The JDK's AES-GCM, which hashes transcripts, allocates some 4 bytes; we nothing. */
  private static final long BYTES_PER_PRODUCT = 12;

  @Test
  void productsAllocateNothing() throws Exception {
    SpdzRun run = new SpdzRun("p128", 2, OpeningMode.ALL, 1);
    run.deal(run.material.triples(), (long) N * BATCHES);
    List<Long> least = run.run(SpdzSpeed.loopback(), (party, engine) -> leastAllocation(engine));
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
