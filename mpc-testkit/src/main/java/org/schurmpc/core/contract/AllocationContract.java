package org.schurmpc.core.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.session.Session;

/** Once buffers have grown, evaluating a circuit allocates nothing for a gate. */
public abstract class AllocationContract {
  private static final int EVALUATIONS = 4;

  /**
   * A configuration and what it may allocate.
   *
   * @param name of the configuration
   * @param protocol evaluates the circuit
   * @param circuit large enough for what belongs to no gate not to matter
   * @param bytesPerGate what an evaluation may allocate for an AND gate or lookup, on account of
   *     the JDK's AES-GCM, which allocates for what it hashes
   */
  public record Bound(
      String name, ConfiguredProtocol protocol, Circuit circuit, int bytesPerGate) {}

  /** The bounds that are kept. */
  protected abstract List<Bound> bounds() throws Exception;

  @TestFactory
  protected final Stream<DynamicTest> computeAllocatesNothingPerGate() throws Exception {
    return bounds().stream()
        .map(bound -> DynamicTest.dynamicTest(bound.name(), () -> requireBound(bound)));
  }

  private static void requireBound(Bound bound) throws Exception {
    LayeredCircuit circuit = LayeredCircuit.of(bound.circuit());
    int parties = bound.protocol().parties();
    IoMap io = IoMap.roundRobin(bound.circuit(), parties);
    ProtocolRun run = new ProtocolRun(bound.protocol(), circuit, io, 1);
    for (int i = 1; i < EVALUATIONS; i++) {
      run.deal(run.demand());
    }
    BitMatrix[] inputs = run.allInputs();
    run.expected(inputs);
    List<Long> least =
        Parties.run(
            Loopback.networks(parties),
            ProtocolRun.LIMIT,
            network -> leastAllocation(run, network, inputs[network.party()]));
    long most = Collections.max(least);
    long gates = (long) circuit.andCount() + circuit.lookupCount();
    assertTrue(most < bound.bytesPerGate() * gates, most + " bytes for " + gates + " gates");
  }

  private static long leastAllocation(ProtocolRun run, Network network, BitMatrix inputs)
      throws Exception {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    try (Session session = run.establish(network);
        CircuitExecutor executor = run.executor(session)) {
      for (int i = 0; i < EVALUATIONS; i++) {
        executor.input(inputs);
        long before = threads.getCurrentThreadAllocatedBytes();
        executor.compute();
        least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        executor.output();
      }
    }
    return least;
  }
}
