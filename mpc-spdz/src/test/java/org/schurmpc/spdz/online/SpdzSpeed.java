package org.schurmpc.spdz.online;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import org.schurmpc.core.contract.Loopback;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/**
 * Products a second between two threads of one process, checks included. Not a test: for whoever
 * works on the hot loop. Arguments: field, products a batch, batches, "memory" or "loopback".
 */
final class SpdzSpeed {
  private SpdzSpeed() {}

  /** Prints one line for each repetition. */
  public static void main(String[] args) throws Exception {
    String field = args[0];
    int batch = Integer.parseInt(args[1]);
    int batches = Integer.parseInt(args[2]);
    for (int i = 0; i < 6; i++) {
      SpdzRun run = new SpdzRun(field, 2, OpeningMode.ALL, i);
      run.deal(run.material.triples(), (long) batch * (batches + 1)).deal(run.material.bits(), 1);
      Network[] networks =
          args[3].equals("memory") ? InMemoryNetwork.create(2) : Loopback.networks(2);
      List<Time> times = run.run(networks, (party, engine) -> measure(engine, batch, batches));
      double seconds = Math.max(times.get(0).nanos, times.get(1).nanos) / 1e9;
      double products = batch * (double) batches;
      System.out.printf(
          "%s, batches of %,d over %s: %,.0f products/s, %.1f us a batch,"
              + " %.0f ns of a processor a product and party%n",
          field,
          batch,
          args[3],
          products / seconds,
          seconds / batches * 1e6,
          (times.get(0).ofProcessor + times.get(1).ofProcessor) / 2.0 / products);
    }
  }

  private record Time(long nanos, long ofProcessor) {}

  private static Time measure(ArithmeticEvaluator engine, int batch, int batches) throws Exception {
    Shares x = engine.shares(batch);
    engine.multiply(x, 0, x, 0, x, 0, batch);
    engine.check();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long cpu = threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    for (int i = 0; i < batches; i++) {
      engine.multiply(x, 0, x, 0, x, 0, batch);
    }
    engine.check();
    return new Time(System.nanoTime() - start, threads.getCurrentThreadCpuTime() - cpu);
  }
}
