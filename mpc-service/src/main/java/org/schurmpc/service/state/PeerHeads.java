package org.schurmpc.service.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Remembers the longest head that each peer has said of its audit log, so that a log whose end was
 * cut off is noticed. Guarded by the lock of {@link RequestBook}.
 */
final class PeerHeads {
  private static final long PAUSE_MILLIS = 600_000;

  private final SortedMap<Integer, AuditLog.Head> heads = new TreeMap<>();
  private final SortedMap<Integer, String> wrong = new TreeMap<>(); // since this process began
  private final SortedMap<Integer, Long> rightAt = new TreeMap<>(); // when noted, likewise
  private final SortedMap<Integer, Long> wrongAt = new TreeMap<>();

  /** Returns the entry of a head. */
  static String entry(int party, AuditLog.Head head) {
    return "peer audit " + party + " " + head.lines() + " " + head.hash();
  }

  void apply(String[] words) {
    if (!words[1].equals("audit")) {
      throw new IllegalArgumentException("no entry of peers: " + words[1]);
    }
    heads.put(Integer.parseInt(words[2]), new AuditLog.Head(Long.parseLong(words[3]), words[4]));
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    heads.forEach((party, head) -> lines.add(entry(party, head)));
    return lines;
  }

  /**
   * Compares a head with the one that is remembered, which it may not fall behind.
   *
   * @return what is wrong, in a sentence
   */
  Optional<String> compare(int party, AuditLog.Head said) {
    AuditLog.Head before = heads.getOrDefault(party, AuditLog.Head.START);
    String sentence = null;
    if (said.lines() < before.lines()) {
      sentence =
          "It has %d lines, and had %d: its end was cut off."
              .formatted(said.lines(), before.lines());
    } else if (said.lines() == before.lines() && !said.equals(before)) {
      sentence = "Its line %d has another hash than before.".formatted(said.lines());
    }
    if (sentence == null) {
      wrong.remove(party);
    } else {
      wrong.put(party, sentence);
    }
    return Optional.ofNullable(sentence);
  }

  /**
   * Returns whether a head is noted: if it says more than the one that is remembered, or is wrong,
   * and the last one of its sort was some time ago. A peer decides how often it says one.
   */
  boolean isToNote(int party, AuditLog.Head said, long now) {
    boolean isWrong = wrong.containsKey(party);
    boolean news = said.lines() > heads.getOrDefault(party, AuditLog.Head.START).lines();
    SortedMap<Integer, Long> last = isWrong ? wrongAt : rightAt;
    boolean due = now - last.getOrDefault(party, now - PAUSE_MILLIS) >= PAUSE_MILLIS;
    if (!due || !(news || isWrong)) {
      return false;
    }
    last.put(party, now);
    return true;
  }

  /** Returns what is wrong with peers' logs, by index. */
  SortedMap<Integer, String> wrong() {
    return new TreeMap<>(wrong);
  }
}
