package org.schurmpc.tinytable.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.tinytable.material.Blocks;

/**
 * The tables of one kind, as codewords, at one party. Shares are read off the words' data as the
 * layers ask for them; when the last table of a group was opened, the group's word is, in the same
 * message.
 */
abstract class WordTables {
  private final Blocks blocks;
  private final OpenedWords opened;
  private final Leases items;

  /** The 0/1 vectors of what is opened from the words of the group under way. */
  private long[] coefficients = new long[0];

  /** The peer's word: the data that it sent so far. */
  private final long[] theirs = new long[Codeword.LONGS];

  /** How many tables were opened in this evaluation. */
  private long mineDone;

  private long theirsDone;

  WordTables(Blocks blocks, PrepStore store, MaterialKind kind, OpenedWords opened) {
    this.blocks = blocks;
    this.items = new Leases(store, kind);
    this.opened = opened;
  }

  Blocks blocks() {
    return blocks;
  }

  /** Begins an evaluation. */
  void begin() {
    items.release();
    Arrays.fill(theirs, 0);
    mineDone = 0;
    theirsDone = 0;
  }

  /** How many words are opened with the next so many tables. */
  long wordsWith(int tables) {
    return blocks.groupsDone(mineDone + tables) - blocks.groupsDone(mineDone);
  }

  /**
   * Opens the next tables.
   *
   * @param count all of a layer
   */
  final void open(int count, long[] message) throws MpcException {
    for (int done = 0; done < count; ) {
      long group = mineDone / blocks.perGroup();
      int first = (int) (mineDone % blocks.perGroup());
      int all = blocks.tablesIn(group);
      int n = Math.min(count - done, all - first);
      if (first == 0) {
        begin(blocks.wordsIn(group));
      }
      look(items, coefficients, first, n, done, message);
      if (first + n == all) {
        opened.open(items, coefficients, blocks.wordsIn(group), message);
        items.release();
      }
      mineDone += n;
      done += n;
    }
  }

  private void begin(int words) throws MpcException {
    items.lease(1 + words);
    int longs = words * Codeword.PLANE_LONGS;
    if (coefficients.length < longs) {
      coefficients = new long[longs];
    }
    Arrays.fill(coefficients, 0, longs, 0);
  }

  /**
   * Looks up the own shares.
   *
   * @param items the group's
   * @param coefficients gets what is opened from its words, four longs each
   * @param first the first table, in its group
   * @param n how many
   * @param done the first table, in its layer
   * @param message gets the shares, unless the subclass keeps them
   */
  abstract void look(Leases items, long[] coefficients, int first, int n, int done, long[] message);

  /**
   * Takes what the peer opened of the tables that were opened last.
   *
   * @param count as in {@link #open}
   */
  final void receive(int count, long[] message) {
    for (int done = 0; done < count; ) {
      int first = (int) (theirsDone % blocks.perGroup());
      int all = blocks.tablesIn(theirsDone / blocks.perGroup());
      int n = Math.min(count - done, all - first);
      take(theirs, first, n, done, message);
      if (first + n == all) {
        opened.receive(theirs, message);
      }
      theirsDone += n;
      done += n;
    }
  }

  /**
   * Puts the peer's shares where they are in its word; the rest as in {@link #look}.
   *
   * @param word zeros where they go
   */
  abstract void take(long[] word, int first, int n, int done, long[] message);

  void wipe() {
    items.release();
    Arrays.fill(coefficients, 0);
    Arrays.fill(theirs, 0);
  }
}
