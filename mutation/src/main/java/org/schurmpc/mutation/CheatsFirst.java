package org.schurmpc.mutation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.pitest.coverage.TestInfo;
import org.pitest.mutationtest.build.TestPrioritiser;
import org.pitest.mutationtest.engine.MutationDetails;

/**
 * Chooses the tests that are run against a mutant, and their order: those that cheat first, then
 * honest ones, of a slow one a few cases, each kind until its time is used up. A test that is left
 * out can only make a mutant survive that the whole suite would kill.
 */
final class CheatsFirst implements TestPrioritiser {
  private static final Pattern CHEAT =
      Pattern.compile(
          "Cheat|Lying|Wiping|Soundness|Tamper|Attack|Refus|Fault|Fuzz|Check|Mac|Statistic"
              + "|Bucketing|LeakyAnd|Burn|Refill|Agree|Handshake|Crash|Verif");
  private static final Pattern INVOCATION =
      Pattern.compile("/\\[(test-template-invocation|dynamic-test):#\\d+\\]");
  private static final long CHEATS_MILLIS = 90_000;
  private static final long HONEST_MILLIS = 20_000;
  private static final int PER_TEMPLATE = 2;
  private static final long FAST_MILLIS = 20;

  private final TestPrioritiser covering;

  /**
   * @param covering finds the tests that run through a mutant's place
   */
  CheatsFirst(TestPrioritiser covering) {
    this.covering = covering;
  }

  @Override
  public List<TestInfo> assignTests(MutationDetails mutant) {
    List<TestInfo> cheats = new ArrayList<>();
    List<TestInfo> honest = new ArrayList<>();
    for (TestInfo test : covering.assignTests(mutant)) {
      boolean cheat = test.directlyHits(mutant.getClassName()) || cheats(test);
      (cheat ? cheats : honest).add(test);
    }
    List<TestInfo> chosen = new ArrayList<>();
    choose(cheats, CHEATS_MILLIS, Integer.MAX_VALUE, chosen);
    choose(honest, HONEST_MILLIS, PER_TEMPLATE, chosen);
    return chosen;
  }

  private static boolean cheats(TestInfo test) {
    String name = test.getName();
    int from = name.indexOf("[class:");
    return CHEAT
        .matcher(name.substring(Math.max(0, name.lastIndexOf('.', name.indexOf(']', from)))))
        .find();
  }

  private static void choose(
      List<TestInfo> tests, long millis, int perTemplate, List<TestInfo> chosen) {
    tests.sort(Comparator.comparing(TestInfo::getTime).thenComparing(TestInfo::getName));
    Map<String, Integer> invocations = new HashMap<>();
    long used = 0;
    for (TestInfo test : tests) {
      String template = INVOCATION.matcher(test.getName()).replaceAll("");
      if (test.getTime() < FAST_MILLIS
          || invocations.merge(template, 1, Integer::sum) <= perTemplate) {
        used += test.getTime();
        // The first is run however long it takes.
        if (used > millis && used > test.getTime()) {
          return;
        }
        chosen.add(test);
      }
    }
  }
}
