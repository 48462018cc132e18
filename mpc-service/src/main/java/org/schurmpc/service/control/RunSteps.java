package org.schurmpc.service.control;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.crypto.FieldHash;

/**
 * A party's part of an attempt of a run, and of settling one that was broken off. What is noted is
 * durable before the next message leaves.
 *
 * <p>A run: all compare their logs; the attempt is noted as taken; the parties evaluate and check;
 * outputs are written and noted as prepared; all compare hashes of what they prepared, and what
 * they heard of each other; it is noted as committed. Until all of that comparison has arrived,
 * nobody gives an output to a client. Settling: all compare their logs, say how far they are,
 * compare what they heard, and decide by {@link RunTable}.
 *
 * <p>Statements go from each to all, and never through a third party. With more than two parties
 * each compares what it heard with what all others heard, since a corrupted party may tell two
 * parties different things.
 *
 * <p>Pure: no I/O. After an exception the attempt is as it was noted last.
 */
public final class RunSteps {
  private final int parties;
  private final String head;
  private final boolean settles;
  private final int attempts;
  private final boolean rerun;
  private RunState state;
  private State at = State.LOG;
  private RunState next; // what is being noted
  private List<RunState> heard = List.of();

  private enum State {
    LOG,
    TAKING,
    WORKING,
    PREPARING,
    STATES,
    ECHO,
    ENDING,
    OVER
  }

  /** What the driver does next. */
  public sealed interface Step {
    /** Sends bytes to all, of which all others send as many, and then calls {@link #heard}. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    record Exchange(byte[] mine) implements Step {}

    /** Notes a state durably, with what belongs to it, and then calls {@link #noted}. */
    record Note(RunState state) implements Step {}

    /** Evaluates with all checks, and then calls {@link #worked}. */
    record Work() implements Step {}

    /** Ends here. */
    record Over(RunState state) implements Step {}
  }

  private RunSteps(
      int parties, String head, boolean settles, int attempts, boolean rerun, RunState state) {
    this.parties = parties;
    this.head = head;
    this.settles = settles;
    this.attempts = attempts;
    this.rerun = rerun;
    this.state = state;
  }

  /**
   * Returns the steps of an attempt.
   *
   * @param head of the log at the attempt's entry
   * @param state that of a run that waits
   * @throws IllegalArgumentException if the attempt has begun before
   */
  public static RunSteps run(int parties, String head, RunState state) {
    if (state.phase() != RunPhase.WAITING) {
      throw new IllegalArgumentException("the attempt is " + state.phase());
    }
    return new RunSteps(parties, head, false, 1, false, state);
  }

  /**
   * Returns the steps that settle an attempt.
   *
   * @param head of the log at the entry that settles
   * @param attempts number of attempts at most
   * @param rerun as in {@link JobTerms}
   */
  public static RunSteps settle(
      int parties, String head, RunState state, int attempts, boolean rerun) {
    return new RunSteps(parties, head, true, attempts, rerun, state);
  }

  /** Returns the first step. */
  public Step begin() {
    return new Step.Exchange(HexFormat.of().parseHex(head));
  }

  /**
   * Takes what all parties sent.
   *
   * @param all by party; this party's own entry is its own
   * @throws Disagreement if the parties differ
   */
  public Step heard(byte[][] all) throws Disagreement {
    switch (at) {
      case LOG -> {
        requireSame(all, "the log");
        if (!settles) {
          return note(State.TAKING, state.to(RunPhase.TAKEN, RunState.NONE));
        }
        return exchange(State.STATES, statement(state));
      }
      case STATES -> {
        heard = states(all);
        if (parties == 2) {
          return decided();
        }
        FieldHash echo = new FieldHash("states of a run");
        Arrays.stream(all).forEach(echo::add);
        return exchange(State.ECHO, echo.digest());
      }
      case ECHO -> {
        requireSame(all, "what they said of a run");
        return decided();
      }
      default -> throw new IllegalStateException("nothing to hear in " + at);
    }
  }

  private Step exchange(State then, byte[] mine) {
    at = then;
    return new Step.Exchange(mine);
  }

  private Step note(State then, RunState state) {
    at = then;
    next = state;
    return new Step.Note(state);
  }

  private static void requireSame(byte[][] all, String what) throws Disagreement {
    for (byte[] each : all) {
      if (!Arrays.equals(each, all[0])) {
        throw new Disagreement("the parties differ in " + what);
      }
    }
  }

  /** Takes the news that what {@link Step.Note} said is durable. */
  public Step noted() {
    state = next;
    switch (at) {
      case TAKING -> {
        at = State.WORKING;
        return new Step.Work();
      }
      case PREPARING -> {
        return exchange(State.STATES, statement(state));
      }
      case ENDING -> {
        at = State.OVER;
        return new Step.Over(state);
      }
      default -> throw new IllegalStateException("nothing was to be noted in " + at);
    }
  }

  /**
   * Returns what to note before the parties learn a value in {@link Step.Work}, so that nobody runs
   * again what has shown a value; empty if it was noted. Then {@link #revealed} is called.
   */
  public Optional<RunState> revealing() {
    if (at != State.WORKING) {
      throw new IllegalStateException("nothing is revealed in " + at);
    }
    return state.phase() == RunPhase.REVEALED
        ? Optional.empty()
        : Optional.of(state.to(RunPhase.REVEALED, RunState.NONE));
  }

  /** Takes the news that what {@link #revealing} said is durable. */
  public void revealed() {
    state = state.to(RunPhase.REVEALED, RunState.NONE);
  }

  /**
   * Takes the result of {@link Step.Work}.
   *
   * @param hash of all that must be equal at all parties, 64 hex digits
   */
  public Step worked(String hash) {
    if (at != State.WORKING) {
      throw new IllegalStateException("nothing was to be computed in " + at);
    }
    return note(State.PREPARING, state.to(RunPhase.PREPARED, hash));
  }

  private static byte[] statement(RunState state) {
    return Arrays.copyOf(state.text().getBytes(StandardCharsets.UTF_8), RunState.MAX_BYTES);
  }

  private List<RunState> states(byte[][] all) throws Disagreement {
    List<RunState> states = new ArrayList<>();
    for (byte[] each : all) {
      String text = new String(each, StandardCharsets.UTF_8);
      int end = text.indexOf('\0');
      RunState said;
      try {
        said = RunState.parse(end < 0 ? text : text.substring(0, end));
      } catch (IllegalArgumentException e) {
        throw new Disagreement("a party said nothing valid of a run", e);
      }
      if (said.run() != state.run()) {
        throw new Disagreement("the parties differ in the run that they speak of");
      }
      states.add(said);
    }
    return states;
  }

  private Step decided() throws Disagreement {
    RunTable.Decision decision = RunTable.decide(heard, attempts, rerun);
    if (!settles && decision.outcome() != RunTable.Outcome.COMMIT) {
      throw new Disagreement("the parties differ in what they have prepared"); // settled later
    }
    return switch (decision.outcome()) {
      case DENIED -> throw new Disagreement("a party denies what another party has committed");
      case COMMIT -> end(RunPhase.COMMITTED, heard.get(0).detail());
      case AGAIN -> end(RunPhase.BACK, RunState.NONE);
      case FAIL -> end(RunPhase.FAILED, decision.code());
    };
  }

  private Step end(RunPhase phase, String detail) {
    if (state.phase() == phase || state.phase().isFinal()) {
      at = State.OVER;
      return new Step.Over(state);
    }
    return note(State.ENDING, state.to(phase, detail));
  }

  /**
   * Returns what to note if this party found a reason for which the run must end. Once outputs are
   * prepared there is none: others may have committed. After a reveal the reason is that, unless a
   * check or the program itself has failed: no client asks again what was shown before.
   *
   * @param code such as "cheated", "fault" or "no-stock"
   */
  public Optional<RunState> failure(String code) {
    if (settles || (at != State.TAKING && at != State.WORKING)) {
      return Optional.empty();
    }
    return Optional.of(state.to(RunPhase.FAILED, RunTable.reason(code, state.revealed())));
  }
}
