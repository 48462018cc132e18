package org.schurmpc.tinytable.prep;

import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.LookupTable;

/**
 * Turns the tables of a circuit into material, by the form of their MACs. Tables of a kind arrive
 * in the order of evaluation, after the check of their products.
 */
interface TableOutputs {
  /**
   * A table whose entries are consecutive bits of the entries of a table of the circuit.
   *
   * @param firstBit lowest of these bits
   */
  record Piece(LookupTable table, int firstBit) {}

  /** Takes AND tables. */
  interface Ands {
    /**
     * Takes the tables of chunks of lanes, which are side by side in the {@linkplain
     * org.schurmpc.tinyot.prep.BitBlocks blocks} of each part.
     *
     * @param product first block of r_u r_v + r_o
     * @param left first block of r_u
     * @param right first block of r_v
     * @param inItem number of chunks in each item; a layer begins with a new item
     */
    void put(long[] data, int product, int left, int right, int[] inItem, int items)
        throws MpcException;

    void wipe();
  }

  /** Takes tables of one shape. */
  interface Tables {
    /**
     * Takes a table.
     *
     * @param entries contains its entries
     * @param lane number of the table among the lanes of {@code entries}
     */
    void put(TableEntries entries, int lane, LookupTable table) throws MpcException;

    /** Puts out what was taken, as far as the form does not wait for more. */
    void flush() throws MpcException;

    void wipe();
  }

  Ands ands();

  /** Returns the output for the tables of one shape, the same at each call or a new one. */
  Tables tables(int inputBits, int outputBits) throws MpcException;

  /** Returns the tables into which a table of the circuit is cut, the lowest bits first. */
  List<Piece> pieces(LookupTable table);

  /** Whether MACs of 64 bits of the bits of an entry are combined to one. */
  boolean combinesBits();

  /** Puts out everything that was taken in whole evaluations. */
  void finish() throws MpcException;

  void wipe();
}
