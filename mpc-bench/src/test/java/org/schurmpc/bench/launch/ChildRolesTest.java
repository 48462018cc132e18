package org.schurmpc.bench.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.TestPlans;
import org.schurmpc.cli.launch.HeapSize;

class ChildRolesTest {
  private static List<String> children(int instances, int threads) throws Exception {
    EvaluationPlan one = TestPlans.aes(1, 0);
    EvaluationPlan plan =
        new EvaluationPlan(
            one.job(), one.work(), one.reference(), instances, threads, Duration.ZERO, 0);
    return ChildRoles.of(plan).stream().map(ChildRoles::toString).toList();
  }

  @Test
  void sessionsOfOnePartyShareAProcess() throws Exception {
    assertEquals(
        List.of("the dealer", "party 1 of instance 1", "party 2 of instance 1"), children(1, 1));
    assertEquals(
        List.of("the dealer", "party 1 of instances 1 to 3", "party 2 of instances 1 to 3"),
        children(3, 3));
    List<String> two = children(4, 2);
    assertEquals(5, two.size());
    assertEquals("party 1 of instances 3 to 4", two.get(3));
  }

  @Test
  void aChildIsToldWhichSessionsItHas() throws Exception {
    EvaluationPlan one = TestPlans.aes(1, 0);
    EvaluationPlan plan =
        new EvaluationPlan(one.job(), one.work(), one.reference(), 4, 2, Duration.ZERO, 0);
    List<String> arguments = ChildRoles.of(plan).get(4).arguments(7, false);
    assertTrue(
        arguments.containsAll(List.of("party", "--instance=3", "--party=2", "--threads=2")),
        arguments.toString());
  }

  @Test
  void theHeapGrowsWithSessions() {
    long one = HeapSize.forSessions(93L << 20, 1).megabytes();
    assertEquals(HeapSize.forMaterial(93L << 20, 0).megabytes(), one);
    assertTrue(HeapSize.forSessions(93L << 20, 8).megabytes() >= one + 7 * 93);
  }
}
