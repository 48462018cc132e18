package org.schurmpc.core.word;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.ot.IdealWordKeys;
import org.schurmpc.core.ot.WordKeys;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.SessionPairs;

/** Measures words for packed gates, two parties in one JVM; not a test. */
public final class WordSpeed {
  private WordSpeed() {}

  /** Arguments: code, k, sigma, gates in a batch, batches. */
  public static void main(String[] args) throws Exception {
    WordParameters parameters =
        WordParameters.of(
            ReedSolomon.named(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    int gates = Integer.parseInt(args[3]);
    int batches = Integer.parseInt(args[4]);
    List<WordRun> runs = DealtBits.runs(gates);
    int n = parameters.code().n();
    SecureRandom seeds = new SecureRandom();
    IdealWordKeys[] ideal = {
      new IdealWordKeys(n, new Random(seeds.nextLong())),
      new IdealWordKeys(n, new Random(seeds.nextLong()))
    };
    DealtBits[] bits = DealtBits.deal(parameters, gates, 1, new Random(seeds.nextLong()));
    SessionPairs.run(
        session -> {
          int party = session.party();
          Kernels kernels = KernelProvider.choose().kernels();
          CoinToss coins = new CoinToss(session);
          MacCheck macs = new MacCheck(session, coins, 64);
          ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
          long begun = cpu.getCurrentThreadCpuTime();
          try (WordKeys keys = ideal[party].with(ideal[1 - party], session);
              WordPair pair = WordPair.begin(session, keys, parameters, kernels)) {
            say(
                party,
                "set-up %.1f ms, %s kernels",
                (cpu.getCurrentThreadCpuTime() - begun) / 1e6,
                kernels.name());
            WordChecks checks = new WordChecks(pair, coins, macs);
            for (int b = 0; b < batches; b++) {
              long sent = session.metrics().bytesSent(Phase.SETUP);
              long start = cpu.getCurrentThreadCpuTime();
              WordBatch batch = pair.makeTied(runs, bits[party]);
              long made = cpu.getCurrentThreadCpuTime();
              checks.check(batch);
              long end = cpu.getCurrentThreadCpuTime();
              double us = 1e-3 / gates;
              say(
                  party,
                  "GATE cpu %.1f us made, %.1f us checked, %.0f words/s, %.1f bytes a gate",
                  (made - start) * us,
                  (end - made) * us,
                  19e9 * gates / (end - start),
                  (session.metrics().bytesSent(Phase.SETUP) - sent) / (double) gates);
              batch.wipe();
            }
          }
          return null;
        });
  }

  private static void say(int party, String format, Object... values) {
    if (party == 0) {
      System.out.println(String.format(Locale.ROOT, format, values));
    }
  }
}
