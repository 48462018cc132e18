package org.schurmpc.tinytable.prep;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Random;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinytable.Schemes;
import org.schurmpc.tinytable.material.Scheme;

/**
 * Prints the rate of tables, both parties in this process, and the processor time of a party's
 * thread for one. No test: run its main method, with the scheme, "and" or the table method, the
 * security, the lanes, the gates, and how often.
 */
final class TableSpeed {
  private static final MaterialSink NOWHERE =
      new MaterialSink() {
        @Override
        public void keys(String protocol, long[] keys) {}

        @Override
        public void put(MaterialKind kind, long[] data, int offset, int items) {}
      };

  private TableSpeed() {}

  public static void main(String[] args) throws Exception {
    Scheme scheme = Schemes.named(args[0]);
    boolean and = args[1].equals("and");
    int sigma = Integer.parseInt(args[2]);
    LaneLayout layout = new LaneLayout(Integer.parseInt(args[3]));
    int gates = Integer.parseInt(args[4]);
    int times = Integer.parseInt(args[5]);
    TableMethod method = and ? TableMethod.DEMUX : TableMethod.named(args[1]);
    Circuit circuit = and ? ands(gates) : lookups(gates);
    IoMap io = IoMap.roundRobin(circuit, 2);
    Demand demand = Schemes.demand(scheme, layout, LayeredCircuit.of(circuit), io);
    TablePreprocessing setting = new TablePreprocessing(sigma, 4, 1, method);
    SessionPairs.run(
        session -> {
          long count = (long) gates * layout.lanes();
          return run(session, scheme, layout, setting, demand, times, count);
        });
  }

  private static Void run(
      Session session,
      Scheme scheme,
      LaneLayout layout,
      TablePreprocessing setting,
      Demand demand,
      int times,
      long count)
      throws Exception {
    try (TinyTablePreprocessor preprocessor =
        TinyTablePreprocessor.begin(
            session, scheme, layout, setting, () -> KernelProvider.choose().kernels())) {
      for (int i = 0; i < times; i++) {
        long wall = System.nanoTime();
        long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        long triples = preprocessor.triplesTaken();
        preprocessor.prepare(demand, NOWHERE);
        wall = System.nanoTime() - wall;
        cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu;
        triples = preprocessor.triplesTaken() - triples;
        if (session.party() == 0) {
          System.out.printf(
              Locale.ROOT,
              "%d tables, %,.0f/s; of a party's thread %.2f us each, %.0f ns a triple%n",
              count,
              count / (wall / 1e9),
              cpu / 1e3 / count,
              (double) cpu / triples);
        }
      }
    }
    return null;
  }

  private static Circuit ands(int gates) {
    CircuitBuilder builder = new CircuitBuilder();
    int inputs = 2;
    while (inputs * (inputs - 1) / 2 < gates) {
      inputs++;
    }
    int[] x = builder.input(inputs);
    int made = 0;
    int sum = x[0];
    for (int i = 0; i < inputs && made < gates; i++) {
      for (int j = 0; j < i && made < gates; j++) {
        sum = builder.xor(sum, builder.and(x[i], x[j]));
        made++;
      }
    }
    builder.output(sum);
    return builder.build();
  }

  private static Circuit lookups(int gates) {
    CircuitBuilder builder = new CircuitBuilder();
    var table = RandomCircuits.table(new Random(1), 8, 8);
    for (int gate = 0; gate < gates; gate++) {
      builder.output(builder.lookup(table, builder.input(8)));
    }
    return builder.build();
  }
}
