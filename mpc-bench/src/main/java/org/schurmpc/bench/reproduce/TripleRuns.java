package org.schurmpc.bench.reproduce;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.monitor.ThroughputPlan;
import org.schurmpc.bench.report.ThroughputResult;
import org.schurmpc.bench.reproduce.Outcome.NotRun;
import org.schurmpc.bench.reproduce.Outcome.Ran;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.core.abort.MpcException;

/**
 * Measures what two parties send for a triple: of TinyOT, or of MASCOT over a field. The number of
 * bytes depends on no warming up.
 */
public final class TripleRuns {
  /** The protocol whose triples are bits. */
  static final String TINY_OT = "tinyot";

  private static final List<String> QUICK = List.of(TINY_OT, "gf2_40");

  private static final int PARTIES = 2;
  private static final int TINY_OT_TRIPLES = 1 << 17;
  private static final int FIELD_TRIPLES = 8192;
  private static final long TIMEOUT_MILLIS = 120_000;
  private static final double BITS_PER_KBIT = 1000;

  private final LutEffort effort;
  private final Optional<HeapSize> heap;
  private final Rates.Runner runner;
  private final Map<String, Outcome> known = new HashMap<>();

  /**
   * Prepares runs.
   *
   * @param heap of each child; empty for what it needs
   */
  public TripleRuns(LutEffort effort, Optional<HeapSize> heap, Rates.Runner runner) {
    this.effort = effort;
    this.heap = heap;
    this.runner = runner;
  }

  /**
   * Measures the number of bytes that both parties send for a triple, unless it has been measured.
   *
   * @param protocol {@value #TINY_OT}, or the field of MASCOT
   * @param timeIsUp whether nothing more is run
   * @return a report with the field {@code bytes}
   */
  Outcome measure(String protocol, boolean timeIsUp)
      throws MpcException, RunFailed, InterruptedException {
    Outcome outcome = known.get(protocol);
    if (outcome == null) {
      outcome = timeIsUp ? new NotRun(CipherRuns.TIME_IS_UP) : measureNow(protocol);
      known.put(protocol, outcome);
    }
    return outcome;
  }

  private Outcome measureNow(String protocol) throws MpcException, RunFailed, InterruptedException {
    if (effort.quick() && !QUICK.contains(protocol)) {
      return new NotRun("--quick measures those of " + String.join(" and ", QUICK));
    }
    TriplesTask task = task(protocol);
    String what = "triples of " + protocol;
    try {
      Measured measured =
          runner.run(new ThroughputPlan(task), heap.orElse(HeapSize.forMaterial(0, 1)), what);
      ThroughputResult result =
          new ThroughputResult(task, task.parameters(), measured, ThisJvm.describe());
      return new Ran(Map.of("bytes", result.kbitPerItem() * BITS_PER_KBIT / Byte.SIZE));
    } catch (RunFailed e) {
      RunFailed named = new RunFailed(e.exitCode(), what + ": " + e.getMessage());
      named.initCause(e);
      throw named;
    }
  }

  private TriplesTask task(String protocol) {
    boolean tinyOt = protocol.equals(TINY_OT);
    ProtocolChoice choice =
        tinyOt
            ? new ProtocolChoice(TINY_OT, Map.of(), PARTIES)
            : new ProtocolChoice(Kos16.NAME, Map.of("field", protocol), PARTIES);
    int count = (tinyOt ? TINY_OT_TRIPLES : FIELD_TRIPLES) / effort.divisor();
    return new TriplesTask(
        choice, tinyOt ? "" : "triple", count, new Schedule(0, 1, 0, TIMEOUT_MILLIS), null);
  }
}
