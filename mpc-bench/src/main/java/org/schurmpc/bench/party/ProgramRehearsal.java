package org.schurmpc.bench.party;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProgramTask;
import org.schurmpc.bench.job.ProgramWorkload;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.RunPlan;
import org.schurmpc.core.run.Source;

/**
 * Runs a program repeatedly between threads of one process, over loopback, so that the JIT compiler
 * has compiled the hot loops before the first timed run. Sessions, material and inputs are separate
 * from those of the runs, and the results are discarded. All rehearsed runs use the same material,
 * because dealing may take much longer than running.
 */
final class ProgramRehearsal {
  /** Maximum size of a run's material at one party, in bytes: dealing more takes too long. */
  private static final long MOST_MATERIAL = 64 << 20;

  private final ProgramWorkload work;
  private final List<List<Replay>> material = new ArrayList<>();

  private ProgramRehearsal(ProgramWorkload work) throws MpcException {
    this.work = work;
    for (RunPlan.Part part : work.parts()) {
      material.add(deal(part, work.program().parties()));
    }
  }

  private static List<Replay> deal(RunPlan.Part part, int parties) throws MpcException {
    List<Replay> replays = new ArrayList<>();
    for (int party = 0; party < parties; party++) {
      replays.add(new Replay());
    }
    try (TrustedDealer dealer = part.protocol().dealer(new SecureRandom())) {
      dealer.dealKeys(replays);
      dealer.deal(part.unit(), replays);
    }
    return replays;
  }

  /**
   * Rehearses a task for its rehearsal time. If the parties make their material themselves, half of
   * the time is spent on that. A program that takes much material, or has more than {@value
   * ThroughputRehearsal#MOST_PARTIES} parties, is not rehearsed.
   */
  static void rehearse(ProgramTask task, ProgramWorkload work) throws MpcException {
    long millis = task.schedule().rehearsalMillis();
    if (millis <= 0) {
      return;
    }
    boolean own = task.material() instanceof MaterialSource.Own;
    if (own) {
      for (RunPlan.Part part : work.parts()) {
        generate(part.protocol(), millis / 2 / work.parts().size());
      }
    }
    boolean small = work.materialBytes() <= MOST_MATERIAL;
    if (small && task.parties() <= ThroughputRehearsal.MOST_PARTIES) {
      long deadline = System.nanoTime() + (own ? millis / 2 : millis) * 1_000_000;
      try {
        new ProgramRehearsal(work).run(deadline);
      } catch (Refused | BadFile e) {
        // What stops a program is reported by its runs.
      }
    }
    // Releases the memory of the rehearsal, which is not part of the measurement.
    System.gc();
  }

  private static void generate(ConfiguredProtocol protocol, long millis) throws MpcException {
    ThroughputRehearsal.rehearse(
        new MaterialFactory(
            protocol.withOwnMaterial(), protocol.multiplications(protocol.preprocessedTogether())),
        millis);
  }

  private void run(long deadline) throws MpcException {
    int parties = work.program().parties();
    OpenRun[] open = new OpenRun[parties];
    try (LoopbackParties all =
        LoopbackParties.connect(
            parties,
            (party, peers, at) -> {
              open[party] = work.configured().plan().connect(peers.connect(at), sources(party));
              return open[party].session();
            })) {
      List<ProgramRuns> runs = new ArrayList<>();
      for (int party = 0; party < parties; party++) {
        runs.add(new ProgramRuns(work, open[party], InputSeeds.derive(0, 0, party)));
      }
      int number = 0;
      do {
        int run = number++;
        all.each(
            party -> {
              runs.get(party).rehearse(run);
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

  private List<Source> sources(int party) {
    return material.stream().map(ofPart -> (Source) new Source.Dealt(ofPart.get(party))).toList();
  }
}
