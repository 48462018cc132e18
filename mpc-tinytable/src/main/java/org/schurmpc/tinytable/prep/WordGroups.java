package org.schurmpc.tinytable.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.word.WordBatch;
import org.schurmpc.tinytable.material.Blocks;

/**
 * Collects the bits of tables of one layout, group by group, makes the words of many groups at
 * once, and puts out u and the words of each group after their check. Every evaluation begins a
 * group.
 */
final class WordGroups {
  private static final int WORD = WordBatch.LONGS;

  private final Blocks blocks;
  private final MaterialKind kind;
  private final TableWords words;
  private final DeferredSink deferred;
  private final GroupBits bits;

  /** Number of tables taken in this evaluation. */
  private long done;

  /**
   * Creates groups.
   *
   * @param bits room for the bits of a batch
   */
  WordGroups(
      Blocks blocks, GroupBits bits, MaterialKind kind, TableWords words, DeferredSink deferred) {
    this.blocks = blocks;
    this.bits = bits;
    this.kind = kind;
    this.words = words;
    this.deferred = deferred;
  }

  Blocks blocks() {
    return blocks;
  }

  /** Returns the bits of the batch, where those of the current group are set. */
  GroupBits bits() {
    return bits;
  }

  /** Returns the number of the next table in its group. */
  int next() {
    return (int) (done % blocks.perGroup());
  }

  /** Returns the number of tables that the current group still lacks. */
  int room() {
    return blocks.tablesIn(done / blocks.perGroup()) - next();
  }

  /** Marks the next {@code n} tables, at most {@link #room}, as set. */
  void advance(int n) throws MpcException {
    long group = done / blocks.perGroup();
    boolean complete = n == room();
    done = (done + n) % blocks.tables();
    if (complete && bits.complete(blocks.wordsIn(group))) {
      make();
    }
  }

  /** Makes the words of all groups, which are complete after whole evaluations. */
  void finish() throws MpcException {
    if (done != 0) {
      throw new IllegalStateException("a part of an evaluation");
    }
    if (bits.groups() > 0) {
      make();
    }
  }

  private void make() throws MpcException {
    long[] made = words.make(bits);
    try {
      for (int group = 0; group < bits.groups(); group++) {
        deferred.put(kind, made, WORD * group, 1);
        deferred.put(kind, made, WORD * bits.start(group), bits.words(group));
      }
    } finally {
      Secrets.wipe(made);
    }
    bits.clear();
  }

  void wipe() {
    bits.wipe();
  }
}
