package org.schurmpc.vm.compile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.schurmpc.vm.code.MixedCounts;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.Schedule;
import org.schurmpc.vm.code.Tape;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * What a program costs online: rounds of openings, inputs, checks, items and bytes, for the
 * program, for a run of each tape and for source lines. A round belongs to the line of its first
 * opening.
 *
 * <p>Both sides of a branch count, and loops whose turns are not known count once, so that the
 * numbers are upper bounds if there are branches, and numbers per turn if there are such loops. The
 * rounds of tapes side by side are those of the longest one, and checks those of one thread.
 */
public final class CostReport {
  private final Program program;
  private final VerifiedProgram verified;
  private final Map<TapeCost.Key, TapeCost.Block> known = new HashMap<>();
  private final List<Cost> tapes = new ArrayList<>();
  private final TreeMap<String, Cost> lines = new TreeMap<>();
  private boolean unbounded;
  private Cost total;
  private final Unchecked unchecked;

  private CostReport(VerifiedProgram verified) {
    this.verified = verified;
    program = verified.program();
    unchecked = new Unchecked(program);
    for (int tape = 0; tape < program.tapes().size(); tape++) {
      tapes.add(new TapeCost(verified, tape, new Unchecked(program), known).count());
    }
    unbounded = !program.tapes().stream().allMatch(Tape::bounded);
    total = schedule(program.schedule().words());
    total = total.plus(unchecked.check());
    for (int f = 0; f < program.fields().size(); f++) {
      total = total.plus(outputs(f));
    }
  }

  /** Counts the opening of the outputs over a field and its check. */
  private Cost outputs(int f) {
    long values = 0;
    for (int i = 0; i < program.outputs().size(); i++) {
      Port port = program.outputs().get(i);
      values += port.field() == f && !verified.clearOutput(i) ? port.count() : 0;
    }
    if (values == 0) {
      return Cost.none(program.parties());
    }
    unchecked.opened(f);
    long bytes =
        f == program.bitField()
            ? (values + Long.SIZE - 1) / Long.SIZE * Long.BYTES
            : values * program.fields().get(f).field().bytes();
    return Cost.checks(0, Cost.Traffic.of(program.parties(), 1, bytes).plus(unchecked.check(f)));
  }

  /**
   * Counts the costs of a program.
   *
   * @throws ArithmeticException if a number exceeds 63 bits
   */
  public static CostReport of(VerifiedProgram program) {
    return new CostReport(program);
  }

  /** Adds up the steps; loops of steps run as a whole once and are multiplied. */
  private Cost schedule(int[] words) {
    Deque<Cost> sums = new ArrayDeque<>();
    Deque<Long> turns = new ArrayDeque<>();
    sums.push(Cost.none(program.parties()));
    long now = 1;
    for (int at = 0; at < words.length; ) {
      switch (words[at]) {
        case Schedule.RUN -> {
          sums.push(sums.pop().plus(step(words, at, now)));
          at += 2 + 2 * words[at + 1];
        }
        case Schedule.END -> {
          Cost body = sums.pop();
          long count = turns.pop();
          sums.push(sums.pop().plus(body.times(count)));
          now = count == 0 ? now : now / count;
          at++;
        }
        default -> {
          long count = words[at] == Schedule.LOOP ? words[at + 1] : 1;
          unbounded |= words[at] == Schedule.WHILE;
          turns.push(count);
          now = Math.multiplyExact(now, Math.max(1, count));
          sums.push(Cost.none(program.parties()));
          at += 2;
        }
      }
    }
    return sums.pop();
  }

  private Cost step(int[] words, int at, long turns) {
    Cost step = Cost.none(program.parties());
    for (int unit = 0; unit < words[at + 1]; unit++) {
      TapeCost tape = new TapeCost(verified, words[at + 2 + 2 * unit], unchecked, known);
      step = step.beside(tape.count(lines, turns));
    }
    return step;
  }

  /** Returns the cost of the program, with the last check before the outputs. */
  public Cost total() {
    return total;
  }

  /** Returns the cost of a run of each tape. */
  public List<Cost> tapes() {
    return List.copyOf(tapes);
  }

  /** Returns the costs of source lines, "FILE:LINE". */
  public Map<String, Cost> lines() {
    return new TreeMap<>(lines);
  }

  /** Whether there are loops whose turns are not known, which count once. */
  public boolean isUnbounded() {
    return unbounded;
  }

  /** Returns the number of bytes that a party sends in openings, without a king. */
  public long openedBytes() {
    return bytes(total);
  }

  /**
   * Returns the number of rounds on the lines, with those of inputs, checks and outputs, for one
   * thread and without a king. Checks that are due after 100,000 openings are not counted.
   */
  public long networkRounds() {
    return total.traffic().rounds();
  }

  /** Returns the number of bytes of the messages that a party sends in these rounds. */
  public long networkBytes(int party) {
    return Math.multiplyExact(total.traffic().bytes()[party], program.parties() - 1L);
  }

  private long bytes(Cost cost) {
    return Math.multiplyExact(cost.bytes(), program.parties() - 1L);
  }

  /** Returns a table for people. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        "%-24s %8s %8s %8s %12s %10s %10s %10s %10s %10s %10s\n"
            .formatted(
                "",
                "rounds",
                "inputs",
                "checks",
                "bytes sent",
                "triples",
                "squares",
                "bits",
                "own bits",
                "inverses",
                "lookups"));
    if (program.bitField() > 0) {
      text.insert(text.length() - 1, " %12s %10s %10s".formatted("ANDs", "daBits", "masks"));
    }
    row(text, "program " + program.name(), total);
    for (int tape = 0; tape < tapes.size(); tape++) {
      row(text, "tape " + program.tapes().get(tape).name(), tapes.get(tape));
    }
    lines.forEach((line, cost) -> row(text, line.isEmpty() ? "(no line)" : line, cost));
    if (unbounded) {
      text.append("Loops whose turns are not known count once.\n");
    }
    if (!program.lines().words().isEmpty()) {
      text.append("Taken on the developer's word, which nothing checks:\n");
      program.lines().words().forEach(word -> text.append("  ").append(word).append('\n'));
    }
    return text.toString();
  }

  private void row(StringBuilder text, String what, Cost cost) {
    text.append(
        "%-24s %,8d %,8d %,8d %,12d %,10d %,10d %,10d %,10d %,10d %,10d\n"
            .formatted(
                what,
                cost.rounds(),
                cost.inputs(),
                cost.checks(),
                bytes(cost),
                cost.items().triples(),
                cost.items().squares(),
                cost.items().bits(),
                Arrays.stream(cost.items().ownBits()).sum(),
                cost.items().inverses(),
                Arrays.stream(cost.items().lookups()).sum()));
    if (program.bitField() > 0) {
      MixedCounts mixed = cost.items().mixed();
      long masks = mixed.masks().values().stream().mapToLong(n -> n).sum();
      text.insert(
          text.length() - 1, " %,12d %,10d %,10d".formatted(mixed.ands(), mixed.daBits(), masks));
    }
  }
}
