package org.schurmpc.tinytable;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;

/**
 * Prints what AES takes with a scheme, both parties in threads of one process: median time of the
 * compute phase and a party's processor time in it, bytes sent and material, for an instance. No
 * test: run its main method, with schemes as arguments.
 */
final class TableSpeed {
  private static final int[] LANES = {1, 16, 64, 256};
  private static final int EVALUATIONS = 40;

  private TableSpeed() {}

  public static void main(String[] args) throws Exception {
    List<String> schemes = args.length > 0 ? Arrays.asList(args) : List.of("codeword", "linear");
    System.out.println(
        "scheme circuit lanes: us, us of processor, bytes sent, bytes of material; dealer us");
    for (String name : List.of("aes_128_expanded_sbox", "aes_128_expanded_shallow")) {
      LayeredCircuit circuit = LayeredCircuit.of(CircuitLibrary.open(name));
      for (String scheme : schemes) {
        for (int lanes : LANES) {
          measure(scheme, name, circuit, lanes);
        }
      }
    }
  }

  private static void measure(String scheme, String name, LayeredCircuit circuit, int lanes)
      throws Exception {
    TinyTable protocol = Configurations.tinytable(scheme, lanes, "auto");
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    ProtocolRun run = new ProtocolRun(protocol, circuit, io, new SecureRandom().nextLong());
    Demand demand = protocol.demand(circuit, io);
    int evaluations = (int) Math.max(5, Math.min(EVALUATIONS, (400L << 20) / demand.bytes()));
    long dealt = System.nanoTime();
    run.deal(demand.times(1));
    dealt = System.nanoTime() - dealt;
    for (int i = 2; i < evaluations; i++) {
      run.deal(demand);
    }
    var terms = new SessionTerms(CircuitExecutor.terms(protocol, circuit, io, "test"));
    BitMatrix inputs = run.inputs("inputs");
    long[] nanos = new long[evaluations];
    long[] cpu = new long[evaluations];
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long[] bytes = new long[1];
    Parties.run(
        2,
        ProtocolRun.LIMIT,
        network -> {
          int party = network.party();
          try (Session session = Session.establish(network, terms, new SecureRandom());
              CircuitExecutor executor =
                  new CircuitExecutor(session, protocol, circuit, io, run.stores[party])) {
            for (int i = 0; i < evaluations; i++) {
              executor.input(inputs);
              long start = System.nanoTime();
              long startCpu = threads.getCurrentThreadCpuTime();
              executor.compute();
              if (party == 0) {
                nanos[i] = System.nanoTime() - start;
                cpu[i] = threads.getCurrentThreadCpuTime() - startCpu;
              }
              executor.output();
            }
            bytes[0] = session.metrics().bytesSent(Phase.COMPUTE) / evaluations;
          }
          return null;
        });
    Arrays.sort(nanos);
    Arrays.sort(cpu);
    System.out.printf(
        "%s %s %d: %.1f us, %.1f us, %.1f B, %.0f B; %.1f us%n",
        scheme,
        name,
        lanes,
        nanos[evaluations / 2] / 1e3 / lanes,
        cpu[evaluations / 2] / 1e3 / lanes,
        (double) bytes[0] / lanes,
        (double) demand.bytes() / lanes,
        dealt / 1e3 / lanes);
  }
}
