package org.schurmpc.core.prep.ledger;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a party says of its runs and sets before a run.
 *
 * @param count the number of runs that it has committed in the ledger's life
 * @param runs where it stands in runs that are not settled at all parties
 * @param lost versions of states from which values were revealed in a run without a result
 * @param losing versions of states by run, which are lost if that run gets no result
 * @param resets versions of states that the party's operator asks for even so
 */
record SetStatement(
    long count,
    SortedMap<RunId, Standing> runs,
    SortedMap<String, Long> lost,
    SortedMap<RunId, SortedMap<String, Long>> losing,
    SortedMap<String, Long> resets) {
  /** Length of the longest statement in bytes. */
  static final int MAX_BYTES = 1 << 18;

  private static final String HASH = "([0-9a-f]{64})";
  private static final String RUN = "(" + RunId.PATTERN + ")";
  private static final String NUMBER = "([0-9]{1,18})";
  private static final String NAME = "(" + SetUse.NAME + ")";
  private static final Pattern FIRST = Pattern.compile("sets, committed " + NUMBER);
  private static final Pattern AT =
      Pattern.compile("run " + RUN + " ([a-z_]+) " + HASH + " " + HASH);
  private static final Pattern LOST = Pattern.compile("lost " + NAME + " " + NUMBER);
  private static final Pattern LOSING =
      Pattern.compile("losing " + RUN + " " + NAME + " " + NUMBER);
  private static final Pattern RESET = Pattern.compile("reset " + NAME + " " + NUMBER);

  byte[] bytes() {
    StringBuilder text = new StringBuilder("sets, committed " + count + "\n");
    runs.forEach(
        (run, at) ->
            text.append(
                "run %s %s %s %s\n".formatted(run, at.phase().word(), at.terms(), at.content())));
    lost.forEach((name, version) -> text.append("lost %s %d\n".formatted(name, version)));
    losing.forEach(
        (run, states) ->
            states.forEach(
                (name, version) -> text.append("losing %s %s %d\n".formatted(run, name, version))));
    resets.forEach((name, version) -> text.append("reset %s %d\n".formatted(name, version)));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Parses a statement; null if it is invalid. */
  static SetStatement parse(byte[] bytes) {
    String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
    Matcher first = FIRST.matcher(lines[0]);
    if (!first.matches() || !lines[lines.length - 1].isEmpty()) {
      return null;
    }
    SetStatement statement =
        new SetStatement(
            Long.parseLong(first.group(1)),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>());
    try {
      for (int i = 1; i < lines.length - 1; i++) {
        if (!statement.add(lines[i])) {
          return null;
        }
      }
    } catch (IllegalArgumentException e) {
      return null;
    }
    return Arrays.equals(statement.bytes(), bytes) ? statement : null;
  }

  private boolean add(String line) {
    Matcher at = AT.matcher(line);
    if (at.matches()) {
      Standing standing = new Standing(RunPhase.of(at.group(2)), at.group(3), at.group(4));
      runs.put(RunId.parse(at.group(1)), standing);
      return standing.phase() != RunPhase.NONE;
    }
    Matcher lose = LOST.matcher(line);
    if (lose.matches()) {
      lost.put(lose.group(1), Long.parseLong(lose.group(2)));
      return true;
    }
    Matcher losesNow = LOSING.matcher(line);
    if (losesNow.matches()) {
      losing
          .computeIfAbsent(RunId.parse(losesNow.group(1)), none -> new TreeMap<>())
          .put(losesNow.group(2), Long.parseLong(losesNow.group(3)));
      return true;
    }
    Matcher reset = RESET.matcher(line);
    if (reset.matches()) {
      resets.put(reset.group(1), Long.parseLong(reset.group(2)));
      return true;
    }
    return false;
  }
}
