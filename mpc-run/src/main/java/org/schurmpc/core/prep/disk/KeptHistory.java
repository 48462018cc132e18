package org.schurmpc.core.prep.disk;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;

/**
 * Represents the state that results from the journal of kept memory. Its entries are, besides those
 * of verdicts in {@link BatchState},
 *
 * <pre>
 * begun                   the first one; the memory is at version 0, all zeros
 * taken V SID             a run uses version V in session SID
 * revealed V              the run may have revealed values
 * prepared V SALT DIGEST  files of version V, which follows the one in use, are complete
 * committed V             version V is in use
 * back V                  the run of version V ended without a reveal; V is in use again
 * reset V                 all operators asked for version V after a reveal
 * said P V                party P has said that it stands at version V
 * </pre>
 */
final class KeptHistory {
  /** Returns the digest of the clear memory of version 0. */
  static final String NOTHING = "0".repeat(64);

  private final BatchState verdicts = new BatchState();
  private KeptPhase phase = KeptPhase.COMMITTED;
  private boolean fresh = true;
  private Version current = new Version(0, "", NOTHING);
  private Version next; // null unless it is prepared
  private final Map<Integer, Long> said = new HashMap<>(); // by party

  /**
   * Represents a version of the memory.
   *
   * @param salt determines the key of its files; empty for version 0, which has none
   * @param digest of the clear memory, hex, hidden if the memory is encrypted
   */
  record Version(long number, String salt, String digest) {}

  /** Returns the state that results from entries. */
  static KeptHistory of(List<String> entries, String where) throws BadFile {
    KeptHistory history = new KeptHistory();
    for (String entry : entries) {
      try {
        history.apply(entry);
      } catch (IndexOutOfBoundsException | IllegalArgumentException | IllegalStateException e) {
        throw new BadFile(where + " holds an entry that makes no sense: " + entry, e);
      }
    }
    return history;
  }

  /**
   * Adds an entry.
   *
   * @throws IllegalStateException if the entry does not follow the earlier ones
   */
  void apply(String entry) {
    String[] words = entry.split(" ", -1);
    switch (words[0]) {
      case "taken" -> {
        require(phase == KeptPhase.COMMITTED && isCurrent(words[1]));
        phase = KeptPhase.TAKEN;
        fresh = false;
      }
      case "revealed" -> {
        require(phase == KeptPhase.TAKEN && isCurrent(words[1]));
        phase = KeptPhase.REVEALED;
      }
      case "prepared" -> {
        require(phase == KeptPhase.TAKEN || phase == KeptPhase.REVEALED);
        next = new Version(current.number() + 1, words[2], words[3]);
        require(Long.toString(next.number()).equals(words[1]));
        phase = phase == KeptPhase.TAKEN ? KeptPhase.PREPARED : KeptPhase.PREPARED_REVEALED;
      }
      case "committed" -> {
        require(next != null && Long.toString(next.number()).equals(words[1]));
        current = next;
        commit();
      }
      case "back" -> {
        require(phase == KeptPhase.TAKEN || phase == KeptPhase.PREPARED);
        require(isCurrent(words[1]));
        commit();
      }
      case "reset" -> {
        require(phase != KeptPhase.COMMITTED && isCurrent(words[1]));
        commit();
      }
      case "said" -> {
        int party = Integer.parseInt(words[1]) - 1;
        long version = Long.parseLong(words[2]);
        require(version > said(party));
        said.put(party, version);
      }
      default -> verdicts.apply(entry);
    }
  }

  private boolean isCurrent(String number) {
    return Long.toString(current.number()).equals(number);
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalStateException("out of order");
    }
  }

  private void commit() {
    phase = KeptPhase.COMMITTED;
    next = null;
  }

  /** Returns the verdicts of checks, which arm and burn the memory like a batch. */
  BatchState verdicts() {
    return verdicts;
  }

  KeptPhase phase() {
    return phase;
  }

  /** Returns whether no run ever used the memory. */
  boolean fresh() {
    return fresh;
  }

  /** Returns the version that is in use, or was used last. */
  Version current() {
    return current;
  }

  static String saidEntry(int party, long version) {
    return "said %d %d".formatted(party + 1, version);
  }

  /** Returns the last version that a peer has said to stand at. */
  long said(int party) {
    return said.getOrDefault(party, 0L);
  }

  /** Returns the version that is prepared, if one is. */
  Optional<Version> next() {
    return Optional.ofNullable(next);
  }
}
