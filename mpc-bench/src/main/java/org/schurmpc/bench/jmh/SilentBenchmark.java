package org.schurmpc.bench.jmh;

import java.security.SecureRandom;
import java.util.SplittableRandom;
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
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.ot.CotPair;
import org.schurmpc.core.ot.Cots;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.core.silent.LpnParameters;
import org.schurmpc.core.silent.SilentCotPair;
import org.schurmpc.core.silent.VolePair;
import org.schurmpc.core.silent.Voles;

/**
 * Measures extensions between two threads of this process, each a party, for a correlation of one
 * direction; both directions are made at once. Rounds are part of it, in their proportion. First
 * values of a VOLE are dealt.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 4)
@Measurement(iterations = 5, time = 4)
@Fork(1)
public class SilentBenchmark {
  private static final int BLOCK = 1 << 13;
  private static final int BLOCKS = 1 << 7;
  private static final int N = 2 * BLOCK * BLOCKS;
  private static final int OT_K = 4;

  /** A field for VOLE; silent and softspoken for correlated OTs. */
  @Param({"p128", "18446744073709551557", "silent", "softspoken"})
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
    boolean cots = name.startsWith("s");
    Deal deal = cots ? null : new Deal(Fields.named(name));
    both(
        party -> {
          SessionTerms terms = new SessionTerms(new TreeMap<>());
          Session session = Session.establish(networks[party], terms, new SecureRandom());
          sessions[party] = session;
          long[] delta = CotKeys.randomDelta(session.random());
          try (CotKeys keys = CotKeys.forBoth(session, delta)) {
            CotKernels kernels = KernelProvider.choose().kernels();
            extensions[party] = cots ? cots(session, keys, kernels) : deal.begin(session, keys);
          }
        });
  }

  private Part cots(Session session, CotKeys keys, CotKernels kernels) throws MpcException {
    Cots cots =
        name.equals("silent")
            ? SilentCotPair.begin(session, keys, OT_K, kernels)
            : CotPair.begin(session, keys, OT_K, kernels);
    long[] sent = new long[2 * BLOCK];
    long[] choices = new long[BLOCK / Long.SIZE];
    long[] received = new long[2 * BLOCK];
    return () -> cots.next(sent, choices, received, BLOCK);
  }

  /** First values, from a seed. */
  private static final class Deal {
    private final Field field;
    private final LpnParameters first = LpnParameters.FIRST;
    private final long[][] alpha = new long[2][];
    private final Voles[] dealt = new Voles[2];

    Deal(Field field) {
      this.field = field;
      SplittableRandom random = new SplittableRandom(1);
      int n = first.kept();
      for (int party = 0; party < 2; party++) {
        alpha[party] = elements(random, 1);
        long[] t = new long[n * field.limbs()];
        dealt[party] = new Voles(elements(random, n), elements(random, n), t);
      }
      for (int party = 0; party < 2; party++) {
        Voles owner = dealt[1 - party];
        long[] t = dealt[party].t();
        field.scale(alpha[party], 0, owner.u(), 0, t, 0, n);
        field.subtract(t, 0, owner.q(), 0, t, 0, n);
      }
    }

    private long[] elements(SplittableRandom random, int n) {
      long[] words = random.longs((long) n * field.uniformWords()).toArray();
      long[] elements = new long[n * field.limbs()];
      field.fromUniform(words, 0, elements, 0, n);
      return elements;
    }

    Part begin(Session session, CotKeys keys) throws MpcException {
      int party = session.party();
      VolePair voles =
          VolePair.begin(
              session, field, alpha[party], keys, OT_K, KernelProvider.choose().kernels());
      voles.start(first, dealt[party]);
      long[] u = new long[BLOCK * field.limbs()];
      long[] q = u.clone();
      long[] t = u.clone();
      return () -> {
        voles.require(BLOCK, BLOCK);
        voles.owned(u, 0, q, 0, BLOCK);
        voles.held(t, 0, BLOCK);
      };
    }
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public void extension() throws MpcException, InterruptedException {
    both(
        party -> {
          for (int i = 0; i < BLOCKS; i++) {
            extensions[party].run();
          }
        });
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
