package org.schurmpc.bench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.schurmpc.bench.control.Contact;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Failure;
import org.schurmpc.bench.monitor.InProcess;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.monitor.TestPlans;
import org.schurmpc.bench.report.Sample;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.session.Phase;

/** Tests what the page says of a run. */
class RunStateTest {
  private static final Role FIRST = new Role(0, 0);
  private static final Role SECOND = new Role(0, 1);

  private static RunState state(EvaluationPlan plan) {
    return new RunState(plan, () -> {}, () -> {});
  }

  private static List<String> states(RunState state) {
    return state.now(false).parties().stream().map(PageState.Party::state).toList();
  }

  private static Failure failure(Role role, Failure.Kind kind, String sentence) {
    return new Failure(role, kind, ExitCode.CONNECTION_LOST, sentence);
  }

  @Test
  @Timeout(60)
  void theFiguresOfARealRunAreThoseOfItsReport() throws Exception {
    EvaluationPlan plan = TestPlans.small(2, 2, 0);
    AtomicInteger passes = new AtomicInteger();
    RunState state = new RunState(plan, passes::incrementAndGet, () -> {});
    Measured measured = InProcess.run(plan, state);
    PageState shown = state.now(false);
    assertEquals(plan.allPasses(), passes.get());
    assertEquals("verified", shown.verdict().state());
    assertEquals(Long.toString(plan.seed()), shown.verdict().seed());
    assertEquals("small.txt under minitrix", shown.title());

    double[] millis = Arrays.stream(measured.runNanos()).mapToDouble(n -> n / 1e6).toArray();
    Sample sample = new Sample(millis);
    assertEquals(Arrays.stream(millis).boxed().toList(), shown.runs().millis());
    assertEquals(2, shown.runs().done());
    assertEquals(sample.median(), shown.runs().figures().median());
    assertEquals(sample.ci95(), OptionalDouble.of(shown.runs().figures().half()));
    assertEquals(2 * 1000 * 1e3 / sample.mean(), shown.runs().perSecond(), 1e-6);

    assertEquals(5, shown.parties().size());
    shown.parties().forEach(party -> assertEquals("done", party.state(), party.toString()));
    PageState.Party last = shown.parties().get(4);
    assertEquals("Party 2, instance 2", last.name());
    Map<Phase, Long> sent = measured.parties().get(3).runs().get(1).bytesSent();
    assertEquals(sent.values().stream().mapToLong(n -> n).sum(), last.bytes());
    assertTrue(last.waited() >= 0 && last.waited() <= 1, last.toString());
    PageState.PhaseRow compute =
        shown.phases().stream().filter(row -> row.name().equals("compute")).findAny().orElseThrow();
    long all =
        measured.parties().stream()
            .mapToLong(party -> party.runs().get(1).bytesSent().get(Phase.COMPUTE))
            .sum();
    assertEquals(all, compute.bytes());
  }

  @Test
  void partiesGoFromConnectingToDoneOrLost() throws Exception {
    RunState state = state(TestPlans.small(2, 1, 0));
    assertEquals(List.of("connecting", "connecting", "connecting"), states(state));
    Contact contact = new Contact();
    state.called(FIRST, contact);
    state.called(Role.dealer(), contact);
    state.prepared(FIRST);
    state.prepared(Role.dealer());
    assertEquals(List.of("ready", "ready", "connecting"), states(state));
    PageState.Party waiting = state.now(false).parties().get(1);
    assertNull(waiting.heard(), "nobody waits for it");
    assertTrue(waiting.waits());
    state.established(FIRST);
    state.established(SECOND);
    assertEquals(List.of("running", "running", "running"), states(state));
    state.failed(failure(FIRST, Failure.Kind.DIED, "party 1 died"));
    state.failed(failure(SECOND, Failure.Kind.REPORTED, "party 2 lost party 1"));
    state.failed(failure(SECOND, Failure.Kind.DIED, "party 2 died"));
    state.finished(Role.dealer());
    assertEquals(List.of("done", "lost", "failed"), states(state));
    assertEquals("party 2 lost party 1", state.now(false).parties().get(2).sentence());
    assertNotNull(state.now(false).parties().get(1).heard());
    state.failed(failure(new Role(7, 0), Failure.Kind.DIED, "a party of another run"));
    assertEquals(List.of("done", "lost", "failed"), states(state));
  }

  @Test
  void whatIsEndedAfterTheVerdictIsNotLost() throws Exception {
    RunState state = state(TestPlans.small(2, 1, 0));
    state.failed(failure(FIRST, Failure.Kind.DIED, "party 1 died"));
    state.ended(Optional.of(new RunFailed(ExitCode.PEER_CHEATED, "party 1 died")));
    state.failed(failure(SECOND, Failure.Kind.DIED, "party 2 was ended"));
    assertEquals(List.of("connecting", "lost", "connecting"), states(state));
    PageState.Verdict verdict = state.now(true).verdict();
    assertEquals(new PageState.Verdict("failed", "party 1 died", 6, null), verdict);
  }

  @Test
  void aStateIsSmallWhateverTheNumberOfRunsAndParties() throws Exception {
    RunState state = state(TestPlans.small(2, 100, 0));
    for (int run = 0; run < 2 * RunTimes.SHOWN + 1; run++) {
      state.runEnded(run, 1_000_000L * (run + 1));
    }
    state.failed(failure(new Role(99, 1), Failure.Kind.DIED, "gone"));
    PageState shown = state.now(true);
    assertEquals(PartyRows.SHOWN, shown.parties().size());
    assertEquals("Party 2, instance 100", shown.parties().get(0).name());
    assertEquals("Dealer", shown.parties().get(1).name());
    assertEquals(201 - PartyRows.SHOWN, shown.more());
    assertEquals(RunTimes.SHOWN, shown.runs().millis().size());
    assertEquals(801, shown.runs().millis().get(RunTimes.SHOWN - 1));
    assertEquals(801, shown.runs().done());
    assertEquals(401, shown.runs().figures().median());
  }

  @Test
  void runsToWarmUpDoNotCount() throws Exception {
    EvaluationPlan plan = TestPlans.small(2, 1, 0);
    var schedule = new org.schurmpc.bench.job.Schedule(1, 2, 0, 10_000);
    RunState state =
        state(
            new EvaluationPlan(
                plan.job().with(schedule),
                plan.work(),
                plan.reference(),
                1,
                plan.stagger(),
                plan.seed()));
    state.runEnded(0, 9_000_000);
    assertEquals(1, state.now(false).runs().warmup());
    assertEquals(0, state.now(false).runs().done());
    assertNull(state.now(false).runs().perSecond());
    state.runEnded(1, 2_000_000);
    assertEquals(List.of(2.0), state.now(false).runs().millis());
    assertNull(state.now(false).runs().figures().half());
    state.reported(FIRST, 1, figures(10, 5));
    state.reported(SECOND, 1, figures(30, 15));
    PageState.PhaseRow row = state.now(false).phases().get(0);
    assertEquals(new PageState.PhaseRow("compute", 3e-5, 200, 4), row);
    assertEquals(0.5, state.now(false).parties().get(2).waited());
  }

  private static RunFigures figures(long nanos, long waits) {
    return new RunFigures(
        Map.of(Phase.COMPUTE, nanos),
        Map.of(Phase.COMPUTE, waits),
        Map.of(),
        Map.of(Phase.COMPUTE, 100L),
        Map.of(Phase.COMPUTE, 4L));
  }
}
