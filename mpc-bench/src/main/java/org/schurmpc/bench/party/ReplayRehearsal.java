package org.schurmpc.bench.party;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.RunPlan;
import org.schurmpc.core.run.Source;

/**
 * Performs runs repeatedly between threads of one process, over loopback, so that the JIT compiler
 * has compiled the hot loops before the first timed run. Sessions, material and inputs are separate
 * from those of the runs, and the results are discarded. All rehearsed runs use the same material,
 * because dealing may take much longer than running.
 */
final class ReplayRehearsal {
  private ReplayRehearsal() {}

  /** Performs a run without the Monitor. */
  interface Rehearsed {
    /** Performs a run. */
    void run(int number) throws MpcException;
  }

  /** Creates the runs of a party. */
  interface Beginning {
    /** Creates the runs; {@code open} stays open. */
    Rehearsed begin(OpenRun open) throws MpcException;
  }

  /** Rehearses until a deadline by {@link System#nanoTime}, but at least one run. */
  static void run(RunPlan plan, Beginning beginning, long deadline) throws MpcException {
    List<List<Replay>> material = new ArrayList<>();
    for (RunPlan.Part part : plan.parts()) {
      material.add(deal(part));
    }
    int parties = plan.parts().get(0).protocol().parties();
    OpenRun[] open = new OpenRun[parties];
    try (LoopbackParties all =
        LoopbackParties.connect(
            parties,
            (party, peers, at) -> {
              open[party] = plan.connect(peers.connect(at), sources(material, party));
              return open[party].session();
            })) {
      List<Rehearsed> runs = new ArrayList<>();
      for (OpenRun each : open) {
        runs.add(beginning.begin(each));
      }
      int number = 0;
      do {
        int run = number++;
        all.each(
            party -> {
              runs.get(party).run(run);
              return party;
            });
      } while (System.nanoTime() < deadline);
    } finally {
      for (OpenRun each : open) {
        if (each != null) {
          each.close();
        }
      }
    }
  }

  private static List<Replay> deal(RunPlan.Part part) throws MpcException {
    List<Replay> replays = new ArrayList<>();
    for (int party = 0; party < part.protocol().parties(); party++) {
      replays.add(new Replay());
    }
    try (TrustedDealer dealer = part.protocol().dealer(new SecureRandom())) {
      dealer.dealKeys(replays);
      dealer.deal(part.unit(), replays);
    }
    return replays;
  }

  private static List<Source> sources(List<List<Replay>> material, int party) {
    return material.stream().map(ofPart -> (Source) new Source.Dealt(ofPart.get(party))).toList();
  }
}
