package org.schurmpc.bench.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.fake.SeededProtocol;
import org.schurmpc.bench.job.EvaluationTask;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.session.Phase;

/** Tests parties that generate their own material, for a run or to discard it. */
@Timeout(60)
class GenerationTest {
  private static TriplesTask triples(Map<String, String> options, long rehearsalMillis) {
    return new TriplesTask(
        new ProtocolChoice(SeededProtocol.NAME, options),
        "",
        2_000,
        new Schedule(1, 2, rehearsalMillis, 10_000),
        null);
  }

  @Test
  void timesParties() throws Exception {
    AtomicInteger passes = new AtomicInteger();
    ThroughputPlan plan = new ThroughputPlan(triples(Map.of("threads", "3", "sigma", "40"), 10));
    Measured measured = InProcess.run(plan, passes::incrementAndGet);
    assertEquals(3, passes.get());
    assertEquals(2, measured.runNanos().length);
    assertTrue(measured.runNanos()[0] > 0);
    assertEquals(2, measured.parties().size());
    for (PartyFigures party : measured.parties()) {
      assertEquals("seeded (INSECURE)", party.established().preprocessing().text());
      assertTrue(party.established().setupNanos() > 0);
      assertEquals(0, party.established().baseOtNanos());
      assertEquals(2, party.runs().size());
      for (RunFigures run : party.runs()) {
        assertEquals(3 * 104, run.bytesSent().get(Phase.PREPROCESSING), "of all connections");
        assertEquals(2, run.rounds().get(Phase.PREPROCESSING));
        assertEquals(0, run.bytesSent().get(Phase.COMPUTE));
      }
    }
  }

  @Test
  void aCheatEndsTheRun() {
    ThroughputPlan plan = new ThroughputPlan(triples(Map.of("cheat", "yes"), 0));
    RunFailed failed = assertThrows(RunFailed.class, () -> InProcess.run(plan, () -> {}));
    assertEquals(ExitCode.PEER_CHEATED, failed.exitCode());
    assertTrue(failed.getMessage().startsWith("party 2 of instance 1: "), failed.getMessage());
  }

  @Test
  void protocolsThatDoNotPreprocessAreRefused() {
    TriplesTask task =
        new TriplesTask(
            new ProtocolChoice("minimac", Map.of()), "", 1, new Schedule(0, 1, 0, 1000), null);
    Refused refused = assertThrows(Refused.class, task::configured);
    assertEquals(
        "minimac prepares its material without a dealer for packing bits alone: use packing bits or a"
            + " dealer",
        refused.getMessage());
  }

  @Test
  void circuitsAreEvaluatedWithOwnMaterial() throws Exception {
    Circuit circuit = CircuitSource.DEFAULT.read();
    EvaluationPlan dealt = TestPlans.aes(1, 3);
    EvaluationTask job =
        new EvaluationTask(
            new ProtocolChoice(SeededProtocol.NAME, Map.of("threads", "2")),
            dealt.job().evaluations(),
            new MaterialSource.Own(),
            new Schedule(0, 1, 10, 10_000),
            null);
    EvaluationPlan plan =
        new EvaluationPlan(
            job, Workload.of(job, circuit), dealt.reference(), 1, dealt.stagger(), 3);
    PartyFigures party = InProcess.run(plan, () -> {}).parties().get(1);
    assertEquals("seeded (INSECURE)", party.established().preprocessing().text());
    assertEquals(2 * 104, party.runs().get(0).bytesSent().get(Phase.PREPROCESSING));
  }
}
