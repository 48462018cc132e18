package org.schurmpc.tinytable.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.tinytable.material.Blocks;

/**
 * The tables of one kind, as codewords, at one party. Shares are read from the words' data when the
 * layers request them. The group's word is opened together with the last table of the group, in the
 * same message.
 */
abstract class WordTables {
  private final Blocks blocks;
  private final OpenedWords opened;
  private final Leases items;

  /** 0/1 vectors of the symbols that are opened from the words of the current group. */
  private long[] coefficients = new long[0];

  /** The data that the peer has sent so far of its word. */
  private final long[] theirs = new long[Codeword.LONGS];

  /** Number of tables opened in this evaluation. */
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

  /** Returns the number of words that are opened with the next {@code tables} tables. */
  long wordsWith(int tables) {
    return blocks.groupsDone(mineDone + tables) - blocks.groupsDone(mineDone);
  }

  /**
   * Opens the next tables.
   *
   * @param count number of tables of a layer
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
   * Looks up this party's shares.
   *
   * @param items items of the group
   * @param coefficients receives the vectors of the symbols opened from its words, four longs each
   * @param first first table, numbered in its group
   * @param n number of tables
   * @param done first table, numbered in its layer
   * @param message receives the shares, unless the subclass keeps them
   */
  abstract void look(Leases items, long[] coefficients, int first, int n, int done, long[] message);

  /**
   * Receives the peer's shares of the tables that were opened last.
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
   * Puts the peer's shares at their places in its word; the other parameters are those of {@link
   * #look}.
   *
   * @param word zeros at these places
   */
  abstract void take(long[] word, int first, int n, int done, long[] message);

  void wipe() {
    items.release();
    Arrays.fill(coefficients, 0);
    Arrays.fill(theirs, 0);
  }
}
