package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.minimac.Configurations;

/** Once buffers have grown, evaluating a circuit allocates nothing for a gate. */
class AllocationTest {
  private static final int EVALUATIONS = 4;

  /** The JDK's AES-GCM allocates some 2 KB for each 16 KB hashed, 330 bytes a gate; we nothing. */
  private static final long BYTES_PER_GATE = 400;

  @Test
  void computeAllocatesNothingPerGate() throws Exception {
    var protocol = Configurations.minitrix("255x85", OpeningMode.BATCHED, "plain");
    LayeredCircuit circuit = LayeredCircuit.of(CircuitLibrary.open("aes_128"));
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    MiniTrixRun run = new MiniTrixRun(protocol, circuit, io, 1);
    for (int i = 1; i < EVALUATIONS; i++) {
      run.deal(protocol.demand(circuit, io));
    }
    Endpoint any = new Endpoint("127.0.0.1", 0);
    ExecutorService peer = Executors.newSingleThreadExecutor();
    try (var listening = NettyNetwork.listen(0, 2, any, NetOptions.party())) {
      Endpoint first = new Endpoint("127.0.0.1", listening.port());
      Future<Long> other =
          peer.submit(
              () ->
                  leastAllocation(
                      run, NettyNetwork.connect(1, List.of(first, any), NetOptions.party())));
      long least = leastAllocation(run, listening.connect(List.of()));
      long most = Math.max(least, other.get());
      assertTrue(most < BYTES_PER_GATE * circuit.andCount(), "allocated " + most + " bytes a run");
    } finally {
      peer.shutdownNow();
    }
  }

  private static long leastAllocation(MiniTrixRun run, Network network) throws Exception {
    int party = network.party();
    var terms = CircuitExecutor.terms(run.protocol, run.circuit, run.io, "test");
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    try (Session session = Session.establish(network, new SessionTerms(terms), new SecureRandom());
        CircuitExecutor executor =
            new CircuitExecutor(session, run.protocol, run.circuit, run.io, run.stores[party])) {
      BitMatrix inputs = run.inputs("inputs");
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
