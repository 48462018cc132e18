package org.schurmpc.spdz.prep;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.SessionPairs;

/**
 * Prints the processor time of one of two parties for a random bit of characteristic 2. No test:
 * run its main method, with a field and the number of bits of a batch.
 */
final class BitsSpeed {
  private static final int RUNS = 8;

  private BitsSpeed() {}

  public static void main(String[] args) throws Exception {
    Field field = Fields.named(args[0]);
    int n = Integer.parseInt(args[1]);
    BitsRig rig = new BitsRig(field, 2, n);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    SessionPairs.run(
        session -> {
          RandomBits bits = rig.bits(session, new BitsRig.Lie());
          Sequencer.Turn turn = new Sequencer().of(0);
          for (int run = 0; run < RUNS; run++) {
            long start = threads.getCurrentThreadCpuTime();
            long given;
            Batch batch;
            try (RandomBits.Under under = bits.give(n)) {
              given = threads.getCurrentThreadCpuTime();
              turn.await();
              batch = under.prove();
            }
            long proven = threads.getCurrentThreadCpuTime();
            if (session.party() == 0) {
              System.out.printf(
                  Locale.ROOT,
                  "%d bits: %.1f ns each to give, %.1f ns to prove%n",
                  batch.n,
                  (given - start) / (double) n,
                  (proven - given) / (double) n);
            }
            batch.wipe();
          }
          bits.wipe();
          return null;
        });
  }
}
