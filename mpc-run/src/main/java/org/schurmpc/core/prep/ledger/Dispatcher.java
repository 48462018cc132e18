package org.schurmpc.core.prep.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.schurmpc.core.prep.disk.LedgerVerdicts;
import org.schurmpc.core.prep.disk.Replay;

/**
 * Shares one ledger between several states. The first word of an entry names the states that it
 * concerns. Therefore entries of different states can be in one group, of which a crash leaves all
 * or none.
 */
public final class Dispatcher implements Replay {
  private final Map<String, List<Replay>> byWord = new LinkedHashMap<>();

  /**
   * Adds a state, before the ledger is opened.
   *
   * @param words the first words of the entries that the state receives
   * @return this dispatcher
   */
  public Dispatcher add(Replay state, String... words) {
    for (String word : words) {
      byWord.computeIfAbsent(word, none -> new ArrayList<>()).add(state);
    }
    return this;
  }

  /** Adds kept sets, which receive the verdicts on keys, too. */
  public Dispatcher add(KeptSets sets) {
    return add(sets.replay(), SetHistory.WORD, LedgerVerdicts.WORD);
  }

  @Override
  public void apply(String entry) {
    int space = entry.indexOf(' ');
    String word = space < 0 ? entry : entry.substring(0, space);
    List<Replay> states = byWord.getOrDefault(word, List.of());
    if (states.isEmpty() && !word.equals(LedgerVerdicts.WORD)) {
      throw new IllegalArgumentException("nobody knows such entries: " + word);
    }
    states.forEach(state -> state.apply(entry));
  }

  private Set<Replay> states() {
    Set<Replay> all = new LinkedHashSet<>();
    byWord.values().forEach(all::addAll);
    return all;
  }

  @Override
  public Iterator<String> state() {
    Iterator<Replay> states = states().iterator();
    return new Iterator<>() {
      private Iterator<String> entries = Collections.emptyIterator();

      @Override
      public boolean hasNext() {
        while (!entries.hasNext() && states.hasNext()) {
          entries = states.next().state();
        }
        return entries.hasNext();
      }

      @Override
      public String next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return entries.next();
      }
    };
  }

  @Override
  public boolean keeps(String blob) {
    return states().stream().anyMatch(state -> state.keeps(blob));
  }
}
