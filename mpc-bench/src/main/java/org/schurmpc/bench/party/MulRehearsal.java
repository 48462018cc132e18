package org.schurmpc.bench.party;

import java.security.SecureRandom;
import java.util.List;
import java.util.stream.Stream;
import org.schurmpc.bench.job.MulTask;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Multiplier;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.TrustedDealer;

/**
 * Multiplies repeatedly between threads of one process, over loopback and on the same material, so
 * that the JIT compiler has compiled the hot loops before the first run. The results are discarded.
 */
final class MulRehearsal {
  /** Number of products of a batch: enough for the JIT compiler, few enough to deal in time. */
  private static final int PRODUCTS = 1 << 12;

  private static final int MOST_PARTIES = 3;

  private MulRehearsal() {}

  /** Rehearses for the task's rehearsal time; does nothing if the time is 0. */
  static void rehearse(MulTask task) throws MpcException {
    if (task.schedule().rehearsalMillis() <= 0) {
      return;
    }
    long deadline = System.nanoTime() + task.schedule().rehearsalMillis() * 1_000_000;
    int batches = Math.max(1, Math.min(task.batches(), PRODUCTS / task.batch()));
    MulTask small = task.with(Math.min(task.parties(), MOST_PARTIES), batches);
    ConfiguredProtocol protocol = small.protocol().configured();
    Demand demand = small.demand(protocol);
    List<MemoryPrepStore> stores =
        Stream.generate(MemoryPrepStore::new).limit(small.parties()).toList();
    List<Recording> recordings = Stream.generate(Recording::new).limit(small.parties()).toList();
    try (TrustedDealer dealer = protocol.dealer(new SecureRandom());
        LoopbackParties parties =
            LoopbackParties.connect(
                small.parties(), Multiplication.terms(protocol, small, demand, "rehearsal"))) {
      dealer.dealKeys(stores);
      dealer.deal(demand, recordings);
      List<Multiplier> multipliers =
          parties.each(party -> protocol.multiplier(parties.session(party), stores.get(party)));
      try {
        do {
          for (int party = 0; party < stores.size(); party++) {
            recordings.get(party).replay(stores.get(party));
          }
          parties.each(party -> multiply(multipliers.get(party), small));
        } while (System.nanoTime() < deadline);
      } finally {
        multipliers.forEach(Multiplier::close);
      }
    } finally {
      stores.forEach(MemoryPrepStore::close);
    }
  }

  private static Multiplier multiply(Multiplier multiplier, MulTask task) throws MpcException {
    multiplier.begin(task.batches(), task.batch());
    multiplier.multiply();
    multiplier.verify();
    return multiplier;
  }
}
