package org.schurmpc.tinytable.online;

import java.util.Arrays;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.tinytable.material.Blocks;

/**
 * Lookups of one shape as codewords. In a group's words each table has a symbol for each entry; the
 * symbol at the masked input is opened.
 */
final class LookupWords extends WordTables {
  /** Masked inputs of the layer's tables. */
  private int[] indices = new int[0];

  /** Their opened shares: this party's, and then the peer's. */
  private int[] shares = new int[0];

  private int count;
  private int next;

  LookupWords(Blocks blocks, PrepStore store, MaterialKind kind, OpenedWords opened) {
    super(blocks, store, kind, opened);
  }

  /** Begins a layer, without tables. */
  void clear() {
    count = 0;
    next = 0;
  }

  /** Adds {@code tables} tables to the layer. */
  void expect(int tables) {
    count += tables;
  }

  /** Returns the number of tables of the layer. */
  int count() {
    return count;
  }

  /** Returns to the first table of the layer. */
  void rewind() {
    next = 0;
  }

  /** Sets masked inputs of the next {@code n} tables. */
  void putIndices(int[] from, int at, int n) {
    if (indices.length < count) {
      indices = Arrays.copyOf(indices, count);
      shares = new int[count];
    }
    System.arraycopy(from, at, indices, next, n);
    next += n;
  }

  /** Adds the opened shares of the next {@code n} tables, shifted up by {@code shift} bits. */
  void addShares(int[] to, int at, int n, int shift) {
    for (int i = 0; i < n; i++) {
      to[at + i] |= shares[next++] << shift;
    }
  }

  /** Sets the peer's opened shares of the next {@code n} tables, from bit {@code shift} on. */
  void putShares(int[] from, int at, int n, int shift) {
    int mask = (1 << blocks().bits()) - 1;
    for (int i = 0; i < n; i++) {
      shares[next++] = from[at + i] >>> shift & mask;
    }
  }

  @Override
  void look(Leases items, long[] coefficients, int first, int n, int done, long[] message) {
    for (int i = 0; i < n; i++) {
      int index = indices[done + i];
      int row = blocks().row(first + i, index);
      int position = blocks().position(first + i, index);
      coefficients[row * Codeword.PLANE_LONGS + position / Long.SIZE] |= 1L << position;
      long[] word = items.data(1 + row);
      int at = items.offset(1 + row) + plane(first + i, position);
      int share = 0;
      for (int bit = 0; bit < blocks().bits(); bit++) {
        share |= (int) (word[at + bit * Codeword.PLANE_LONGS] >>> position & 1) << bit;
      }
      shares[done + i] = share;
    }
  }

  /** Returns the position in a word of the lowest bit of a slot. */
  private int plane(int table, int position) {
    return blocks().slot(table) * blocks().bits() * Codeword.PLANE_LONGS + position / Long.SIZE;
  }

  @Override
  void take(long[] word, int first, int n, int done, long[] message) {
    for (int i = 0; i < n; i++) {
      int position = blocks().position(first + i, indices[done + i]);
      int at = plane(first + i, position);
      for (int bit = 0; bit < blocks().bits(); bit++) {
        word[at + bit * Codeword.PLANE_LONGS] |= (shares[done + i] >>> bit & 1L) << position;
      }
    }
  }

  @Override
  void wipe() {
    super.wipe();
    Arrays.fill(indices, 0);
    Arrays.fill(shares, 0);
  }
}
