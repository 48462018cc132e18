package org.schurmpc.service.control;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Disagreement;

/** The steps of a run, the table, and parties that tell each party something else. */
class RunStepsTest {
  private static final String HEAD = World.hash("head");
  private static final String HASH = World.hash("outputs");
  private static final Set<String> REPEATED =
      Set.of("attempts", "no-stock", "expired", "inputs-differ"); // as clients' libraries do
  private static final String OTHER = World.hash("other outputs");

  private static RunState state(RunPhase phase, String detail) {
    return new RunState(1, 1, phase, detail);
  }

  private static byte[] said(RunState state) {
    return Arrays.copyOf(state.text().getBytes(StandardCharsets.UTF_8), RunState.MAX_BYTES);
  }

  private static byte[] sent(RunSteps.Step step) {
    return ((RunSteps.Step.Exchange) step).mine();
  }

  private static RunState noted(RunSteps.Step step) {
    return ((RunSteps.Step.Note) step).state();
  }

  /** A run up to the exchange of what was prepared. */
  private static RunSteps prepared(int parties, String hash) throws Exception {
    RunSteps steps = RunSteps.run(parties, HEAD, state(RunPhase.WAITING, RunState.NONE));
    byte[][] heads = new byte[parties][];
    Arrays.fill(heads, sent(steps.begin()));
    assertEquals(RunPhase.TAKEN, noted(steps.heard(heads)).phase());
    assertTrue(steps.noted() instanceof RunSteps.Step.Work);
    assertEquals(RunPhase.PREPARED, noted(steps.worked(hash)).phase());
    assertArrayEquals(said(state(RunPhase.PREPARED, hash)), sent(steps.noted()));
    return steps;
  }

  @Test
  void differentLogsBeginNoRun() throws Exception {
    for (boolean settles : new boolean[] {false, true}) {
      RunState waiting = state(RunPhase.WAITING, RunState.NONE);
      RunSteps steps =
          settles ? RunSteps.settle(2, HEAD, waiting, 3, false) : RunSteps.run(2, HEAD, waiting);
      byte[] mine = sent(steps.begin());
      byte[] theirs = mine.clone();
      theirs[31] ^= 1;
      var e = assertThrows(Disagreement.class, () -> steps.heard(new byte[][] {mine, theirs}));
      assertTrue(e.getMessage().contains("the log"));
    }
  }

  @Test
  void twoPartiesCommitWhatBothPrepared() throws Exception {
    RunSteps steps = prepared(2, HASH);
    byte[] said = said(state(RunPhase.PREPARED, HASH));
    assertEquals(state(RunPhase.COMMITTED, HASH), noted(steps.heard(new byte[][] {said, said})));
    assertTrue(steps.noted() instanceof RunSteps.Step.Over);
  }

  @Test
  void otherOutputsAreNotCommitted() throws Exception {
    for (RunState theirs :
        List.of(
            state(RunPhase.PREPARED, OTHER),
            state(RunPhase.TAKEN, RunState.NONE),
            state(RunPhase.FAILED, "fault"))) {
      RunSteps steps = prepared(2, HASH);
      byte[][] all = {said(state(RunPhase.PREPARED, HASH)), said(theirs)};
      assertThrows(Disagreement.class, () -> steps.heard(all));
    }
  }

  /** A third party tells one that it has prepared this, and the other that. */
  @Test
  void threePartiesCompareWhatTheyHeard() throws Exception {
    RunSteps one = prepared(3, HASH);
    byte[] said = said(state(RunPhase.PREPARED, HASH));
    byte[] mine = sent(one.heard(new byte[][] {said, said, said}));
    byte[] other =
        sent(
            prepared(3, HASH)
                .heard(new byte[][] {said, said, said(state(RunPhase.COMMITTED, HASH))}));
    byte[][] echoes = {mine, other, mine};
    assertThrows(Disagreement.class, () -> one.heard(echoes));
    RunSteps good = prepared(3, HASH);
    good.heard(new byte[][] {said, said, said});
    assertEquals(RunPhase.COMMITTED, noted(good.heard(new byte[][] {mine, mine, mine})).phase());
  }

  /** A party says COMMITTED to one and TAKEN to the other: neither drops or commits anything. */
  @Test
  void statesThatDifferByListenerSettleNothing() throws Exception {
    RunState prepared = state(RunPhase.PREPARED, HASH);
    List<byte[]> echoes = new ArrayList<>();
    List<RunSteps> honest = new ArrayList<>();
    for (RunState lie :
        List.of(state(RunPhase.COMMITTED, HASH), state(RunPhase.TAKEN, RunState.NONE))) {
      RunSteps steps = RunSteps.settle(3, HEAD, prepared, 3, false);
      byte[] head = sent(steps.begin());
      assertArrayEquals(said(prepared), sent(steps.heard(new byte[][] {head, head, head})));
      echoes.add(sent(steps.heard(new byte[][] {said(prepared), said(prepared), said(lie)})));
      honest.add(steps);
    }
    for (int i = 0; i < 2; i++) {
      RunSteps steps = honest.get(i);
      byte[] own = echoes.get(i);
      byte[][] all = {echoes.get(0), echoes.get(1), own};
      assertThrows(Disagreement.class, () -> steps.heard(all));
    }
  }

  @Test
  void anotherRunOrNonsenseSettlesNothing() throws Exception {
    byte[] nonsense = new byte[RunState.MAX_BYTES];
    Arrays.fill(nonsense, (byte) 'x');
    for (byte[] lie :
        List.of(said(new RunState(2, 1, RunPhase.PREPARED, HASH)), nonsense, new byte[128])) {
      RunSteps steps = RunSteps.settle(2, HEAD, state(RunPhase.PREPARED, HASH), 3, false);
      byte[] head = sent(steps.begin());
      byte[] mine = sent(steps.heard(new byte[][] {head, head}));
      assertThrows(Disagreement.class, () -> steps.heard(new byte[][] {mine, lie}));
    }
  }

  @Test
  void aFailureCountsUntilOutputsArePrepared() throws Exception {
    RunSteps steps = RunSteps.run(2, HEAD, state(RunPhase.WAITING, RunState.NONE));
    byte[] head = sent(steps.begin());
    assertTrue(steps.failure("cheated").isEmpty(), "nothing is taken");
    steps.heard(new byte[][] {head, head});
    steps.noted();
    assertEquals(state(RunPhase.FAILED, "cheated"), steps.failure("cheated").orElseThrow());
    assertTrue(prepared(2, HASH).failure("cheated").isEmpty(), "others may have committed");
    assertThrows(
        IllegalArgumentException.class,
        () -> RunSteps.run(2, HEAD, state(RunPhase.TAKEN, RunState.NONE)));
  }

  private static RunState after(RunPhase phase, String detail) {
    return new RunState(1, 1, phase, detail, true);
  }

  private static List<RunState> all() {
    return List.of(
        state(RunPhase.WAITING, RunState.NONE),
        state(RunPhase.TAKEN, RunState.NONE),
        state(RunPhase.REVEALED, RunState.NONE),
        state(RunPhase.PREPARED, HASH),
        state(RunPhase.PREPARED, OTHER),
        after(RunPhase.PREPARED, HASH),
        after(RunPhase.BACK, RunState.NONE),
        after(RunPhase.FAILED, "revealed"),
        state(RunPhase.FAILED, "no-stock"),
        state(RunPhase.COMMITTED, HASH),
        state(RunPhase.COMMITTED, OTHER),
        state(RunPhase.BACK, RunState.NONE),
        state(RunPhase.FAILED, "fault"));
  }

  /** All states of all parties, and each subset that has acted on the decision already. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void decisionsDoNotChangeWhenPartiesActOnThem(int parties) {
    int cases = 1;
    for (int i = 0; i < parties; i++) {
      cases *= all().size();
    }
    for (int number = 0; number < cases; number++) {
      List<RunState> states = new ArrayList<>();
      for (int i = 0, rest = number; i < parties; i++, rest /= all().size()) {
        states.add(all().get(rest % all().size()));
      }
      for (int attempts = 1; attempts <= 2; attempts++) {
        for (boolean rerun : new boolean[] {false, true}) {
          requireStable(states, attempts, rerun);
        }
      }
    }
  }

  private static void requireStable(List<RunState> states, int attempts, boolean rerun) {
    RunTable.Decision decision = RunTable.decide(states, attempts, rerun);
    boolean committed = states.stream().anyMatch(each -> each.phase() == RunPhase.COMMITTED);
    boolean ready =
        states.stream()
                .allMatch(
                    each -> each.phase() == RunPhase.PREPARED || each.phase() == RunPhase.COMMITTED)
            && states.stream().map(RunState::detail).distinct().count() == 1;
    boolean revealed = states.stream().anyMatch(RunState::revealed);
    assertEquals(ready, decision.outcome() == RunTable.Outcome.COMMIT, states::toString);
    assertEquals(
        committed && !ready, decision.outcome() == RunTable.Outcome.DENIED, states::toString);
    if (decision.outcome() == RunTable.Outcome.AGAIN) {
      assertTrue(attempts > 1 && (rerun || !revealed), states::toString);
    }
    if (decision.outcome() == RunTable.Outcome.DENIED) {
      return;
    }
    boolean repeated = REPEATED.contains(decision.code());
    assertTrue(!repeated || (!revealed && attempts == 1), states::toString);
    for (int acted = 1; acted < 1 << states.size(); acted++) {
      List<RunState> then = new ArrayList<>(states);
      for (int i = 0; i < then.size(); i++) {
        if ((acted >>> i & 1) == 1) {
          then.set(i, after(then.get(i), decision));
        }
      }
      RunTable.Decision again = RunTable.decide(then, attempts, rerun);
      assertEquals(decision, again, () -> states + " then " + then);
    }
  }

  private static RunState after(RunState state, RunTable.Decision decision) {
    if (state.phase().isFinal()) {
      return state;
    }
    return switch (decision.outcome()) {
      case COMMIT -> state.to(RunPhase.COMMITTED, state.detail());
      case AGAIN -> state.to(RunPhase.BACK, RunState.NONE);
      case FAIL -> state.to(RunPhase.FAILED, decision.code());
      case DENIED -> state;
    };
  }

  /** A party that has revealed values holds to that, whatever another one says of itself. */
  @Test
  void aRevealIsRememberedAgainstAnyLie() throws Exception {
    RunSteps steps = RunSteps.run(2, HEAD, state(RunPhase.WAITING, RunState.NONE));
    byte[] head = sent(steps.begin());
    steps.heard(new byte[][] {head, head});
    steps.noted();
    RunState revealed = steps.revealing().orElseThrow();
    steps.revealed();
    assertTrue(steps.revealing().isEmpty(), "noted once");
    RunState prepared = noted(steps.worked(HASH));
    for (RunState mine : List.of(revealed, prepared)) {
      RunState parsed = RunState.parse(mine.text());
      assertEquals(mine, parsed);
      for (String code : REPEATED) {
        assertEquals(after(RunPhase.FAILED, "revealed"), settled(parsed, code, false));
        assertEquals(after(RunPhase.FAILED, "revealed"), settled(parsed, code, true));
      }
      assertEquals(after(RunPhase.FAILED, "fault"), settled(parsed, "fault", false));
      for (RunPhase lie : List.of(RunPhase.WAITING, RunPhase.TAKEN, RunPhase.BACK)) {
        RunState said = state(lie, RunState.NONE);
        assertEquals(after(RunPhase.FAILED, "revealed"), settled(parsed, said, 3, false));
        assertEquals(after(RunPhase.BACK, RunState.NONE), settled(parsed, said, 3, true));
        assertEquals(after(RunPhase.FAILED, "revealed"), settled(parsed, said, 1, true));
      }
    }
  }

  private static RunState settled(RunState mine, String code, boolean rerun) throws Exception {
    return settled(mine, state(RunPhase.FAILED, code), 3, rerun);
  }

  private static RunState settled(RunState mine, RunState said, int attempts, boolean rerun)
      throws Exception {
    RunSteps steps = RunSteps.settle(2, HEAD, mine, attempts, rerun);
    byte[] head = sent(steps.begin());
    byte[] first = sent(steps.heard(new byte[][] {head, head}));
    return noted(steps.heard(new byte[][] {first, said(said)}));
  }

  /** A code after which clients ask again is a party's own, and never another one's word. */
  @Test
  void codesThatClientsRepeatAreNotTakenFromAParty() throws Exception {
    RunState taken = state(RunPhase.TAKEN, RunState.NONE);
    for (String code : REPEATED) {
      assertEquals(state(RunPhase.FAILED, "refused"), settled(taken, code, false));
    }
    assertEquals(state(RunPhase.FAILED, "key-lost"), settled(taken, "key-lost", false));
    assertEquals(
        state(RunPhase.FAILED, "attempts"),
        settled(taken, state(RunPhase.FAILED, "attempts"), 1, false),
        "by what this party knows itself");
  }

  @Test
  void aFailureAfterARevealSaysSo() throws Exception {
    for (String code : List.of("no-stock", "key-lost", "fault", "cheated")) {
      RunSteps steps = RunSteps.run(2, HEAD, state(RunPhase.WAITING, RunState.NONE));
      byte[] head = sent(steps.begin());
      steps.heard(new byte[][] {head, head});
      steps.noted();
      assertEquals(state(RunPhase.FAILED, code), steps.failure(code).orElseThrow());
      assertTrue(steps.revealing().isPresent());
      steps.revealed();
      String then = code.equals("fault") || code.equals("cheated") ? code : "revealed";
      assertEquals(after(RunPhase.FAILED, then), steps.failure(code).orElseThrow());
    }
  }

  @Test
  void statesHaveOneForm() {
    for (RunState each : all()) {
      assertEquals(each, RunState.parse(each.text()));
      assertTrue(each.text().length() < RunState.MAX_BYTES);
    }
    for (String wrong : List.of("1 1 REVEALED_REVEALED -", "1 1 _REVEALED -", "1 1 PREPARED -")) {
      assertThrows(IllegalArgumentException.class, () -> RunState.parse(wrong));
    }
  }

  @Test
  void attemptsThatDifferDecideNothing() {
    assertEquals(
        RunTable.Outcome.DENIED,
        RunTable.decide(
                List.of(state(RunPhase.BACK, "-"), new RunState(1, 2, RunPhase.TAKEN, "-")),
                3,
                false)
            .outcome());
  }
}
