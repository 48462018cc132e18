package org.schurmpc.spdz.mixed;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.core.silent.CotKind;

/**
 * Prints how long two parties in one process take for material of both domains, and what a party
 * sends. No test: run its main method, with σ of bits, softspoken or silent, the number of threads,
 * of masks, their bits, split and width, of daBits, of ANDs, and of runs.
 */
final class MixedSpeed {
  private MixedSpeed() {}

  private static final class Nowhere implements MaterialSink {
    @Override
    public void keys(String protocol, long[] keys) {}

    @Override
    public void put(MaterialKind kind, long[] data, int offset, int items) {}
  }

  public static void main(String[] args) throws Exception {
    MixedRun run = new MixedRun("p128", Integer.parseInt(args[0]));
    run.cots = CotKind.named(args[1]);
    run.threads = Integer.parseInt(args[2]);
    run.batch = 2048;
    int bits = Integer.parseInt(args[4]);
    int split = Integer.parseInt(args[5]);
    int width = Integer.parseInt(args[6]);
    Demand demand =
        run.demand()
            .add(run.masks(bits, split, width), Long.parseLong(args[3]))
            .add(run.material.daBits(), Long.parseLong(args[7]))
            .add(run.material.ands(), Long.parseLong(args[8]))
            .build();
    MixedTraffic traffic =
        MixedTraffic.of(run.numbers(), run.material.bitSigma(), run.cots, demand);
    System.out.printf(
        Locale.ROOT,
        "forecast %.1f MB, of which %.1f to begin VOLE, %.1f of bits%n",
        1e-6 * traffic.bytes(),
        1e-6 * traffic.numbers().bytesToBegin(),
        1e-6 * traffic.bytesOfBits());
    for (int i = 0; i < Integer.parseInt(args[9]); i++) {
      once(run, demand);
    }
  }

  private static void once(MixedRun run, Demand demand) throws Exception {
    Parties.run(
        InMemoryNetwork.create(2),
        Duration.ofMinutes(10),
        network -> {
          SessionTerms terms = new SessionTerms(new TreeMap<>(Map.of("protocol", "speed")));
          long start = System.nanoTime();
          long cpu = cpuNanos();
          try (Session session = Session.establish(network, terms, new SecureRandom());
              MixedPreprocessor preprocessor =
                  MixedPreprocessor.begin(
                      session,
                      run.numbers(),
                      run.material.bitSigma(),
                      run.cots,
                      MixedRig::kernels)) {
            for (int turn = 0; turn < 2; turn++) {
              long before = MixedRun.sent(session);
              preprocessor.prepare(demand, new Nowhere());
              if (session.party() == 0) {
                System.out.printf(
                    Locale.ROOT,
                    "%.2f s, %.2f s of processors, %.1f MB%n",
                    1e-9 * (System.nanoTime() - start),
                    1e-9 * (cpuNanos() - cpu),
                    1e-6 * (MixedRun.sent(session) - (turn == 0 ? 0 : before)));
              }
              start = System.nanoTime();
              cpu = cpuNanos();
            }
            return null;
          }
        });
  }

  private static long cpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
  }
}
