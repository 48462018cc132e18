package org.schurmpc.bench.jmh;

import java.security.SecureRandom;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.eval.RandomProducts;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.ot.Cots;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.core.silent.CotKind;

/**
 * Measures extensions between two threads of this process, each a party, for a correlation of one
 * direction; both directions are made at once. Rounds are part of it, in their proportion.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 4)
@Measurement(iterations = 5, time = 4)
@Fork(1)
public class SilentBenchmark {
  private static final int BLOCK = 1 << 13;
  private static final int N = 2 * BLOCK;
  private static final String SILENT = "silent";
  private static final String SOFTSPOKEN = "softspoken";
  private static final String COPE = "cope";
  private static final int OT_K = 4;

  /** A field for VOLE, cope for COPE over p128; silent and softspoken for correlated OTs. */
  @Param({"p128", "18446744073709551557", COPE, SILENT, SOFTSPOKEN})
  public String name;

  private final ExecutorService threads = Executors.newFixedThreadPool(2);
  private final Session[] sessions = new Session[2];
  private final Part[] extensions = new Part[2];

  /** What a party does. */
  private interface Part {
    void run() throws MpcException;
  }

  @Setup
  public void setUp() throws MpcException, InterruptedException {
    Network[] networks = InMemoryNetwork.create(2);
    both(
        party -> {
          SessionTerms terms = new SessionTerms(new TreeMap<>());
          sessions[party] = Session.establish(networks[party], terms, new SecureRandom());
          boolean cots = name.equals(SILENT) || name.equals(SOFTSPOKEN);
          extensions[party] = cots ? cots(sessions[party]) : products(sessions[party]);
        });
  }

  private Part cots(Session session) throws MpcException {
    CotKernels kernels = KernelProvider.choose().kernels();
    long[] delta = CotKeys.randomDelta(session.random());
    try (CotKeys keys = CotKeys.forBoth(session, delta)) {
      Cots cots = CotKind.named(name).begin(session, keys, OT_K, kernels);
      long[] sent = new long[2 * BLOCK];
      long[] choices = new long[BLOCK / Long.SIZE];
      long[] received = new long[2 * BLOCK];
      return () -> cots.next(sent, choices, received, BLOCK);
    }
  }

  private Part products(Session session) throws MpcException {
    boolean cope = name.equals(COPE);
    Map<String, String> options =
        Map.of("field", cope ? "p128" : name, "correlations", cope ? "ot" : "auto");
    RandomProducts products =
        Protocols.named("mascot").configure(new ProtocolOptions(2, 0, options)).products(session);
    return () -> products.next(BLOCK);
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public void extension() throws MpcException, InterruptedException {
    both(party -> extensions[party].run());
  }

  /** What either party does. */
  private interface Parts {
    void run(int party) throws MpcException;
  }

  private void both(Parts parts) throws InterruptedException {
    Future<?>[] running = new Future<?>[2];
    for (int i = 0; i < 2; i++) {
      int party = i;
      running[i] =
          threads.submit(
              () -> {
                parts.run(party);
                return null;
              });
    }
    for (Future<?> each : running) {
      try {
        each.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("a party failed", e);
      }
    }
  }

  @TearDown
  public void tearDown() {
    threads.shutdownNow();
    for (Session session : sessions) {
      session.close();
    }
  }
}
