package org.schurmpc.tinytable.material;

/**
 * The layout of the tables of one kind in words of a code (DNNR17, section 6, "splitting s in k-bit
 * blocks"). Tables are numbered in the order of evaluation, across layers.
 *
 * <p>The tables of a group share an opened word. A group has slots, which are bits of all of its
 * symbols; a slot has places; and a table has one place of one slot: the same {@link #columns}
 * positions in each of the slot's {@link #rows} words. Entry e is in row e / columns, position e
 * mod columns of the place. The sum of a group's words, each times the indicator of the entries
 * that are opened in it, has the opened entries at the places, and zeros elsewhere.
 *
 * <p>More columns leave fewer places empty if there are few tables, and need more opened words. The
 * number of columns is a function of the circuit.
 */
public final class Blocks {
  /** Estimated cost of an opened word, which is sent and re-encoded, in words of tables. */
  private static final int OPENED_WORD = 8;

  /**
   * Maximum number of words of a group with several slots, to bound the memory in use; larger
   * groups have one slot.
   */
  private static final int MAX_WORDS = 1 << 11;

  private final long tables;
  private final int rows;
  private final int columns;
  private final int bits;
  private final int perSlot;
  private final int perGroup;

  private Blocks(long tables, int rows, int columns, int bits, int k) {
    this.tables = tables;
    this.rows = rows;
    this.columns = columns;
    this.bits = bits;
    this.perSlot = k / columns;
    this.perGroup = perSlot * Math.max(1, Math.min(Byte.SIZE / bits, MAX_WORDS / rows));
  }

  /**
   * Returns the layout of AND gates: the words of a slot are those of r_v, times c, and of r_u,
   * times d.
   *
   * @param k data symbols of a word
   */
  public static Blocks ands(long gates, int k) {
    return new Blocks(gates, 2, 1, 1, k);
  }

  /**
   * Returns the layout of tables of {@code inputBits} bits to {@code bits}, at most 8.
   *
   * @param k data symbols of a word
   */
  public static Blocks tables(long tables, int inputBits, int bits, int k) {
    Blocks best = null;
    for (int columns = 1; columns <= Math.min(k, 1 << inputBits); columns *= 2) {
      Blocks next = new Blocks(tables, (1 << inputBits) / columns, columns, bits, k);
      if (best == null || next.cost() < best.cost()) {
        best = next;
      }
    }
    return best;
  }

  private long cost() {
    return words() + OPENED_WORD * groups();
  }

  private long words() {
    return rows * ceil(tables, perSlot);
  }

  private static long ceil(long a, long b) {
    return (a + b - 1) / b;
  }

  /** Returns the total number of tables. */
  public long tables() {
    return tables;
  }

  /** Returns the number of words of a slot. */
  public int rows() {
    return rows;
  }

  /** Returns the number of positions of a place; a power of two. */
  public int columns() {
    return columns;
  }

  /** Returns the number of bits of an entry, and of a slot. */
  public int bits() {
    return bits;
  }

  /** Returns the number of tables of a full slot. */
  public int perSlot() {
    return perSlot;
  }

  /** Returns the number of tables of a full group. */
  public int perGroup() {
    return perGroup;
  }

  /** Returns the total number of groups. */
  public long groups() {
    return ceil(tables, perGroup);
  }

  /** Returns the number of groups whose tables are all among the first {@code count}. */
  public long groupsDone(long count) {
    return count == tables ? groups() : count / perGroup;
  }

  /** Returns the number of tables of a group. */
  public int tablesIn(long group) {
    return (int) Math.min(perGroup, tables - group * perGroup);
  }

  /** Returns the number of slots of a group that are in use. */
  public int slotsIn(long group) {
    return (int) ceil(tablesIn(group), perSlot);
  }

  /** Returns the number of words of a group without its mask. */
  public int wordsIn(long group) {
    return rows * slotsIn(group);
  }

  /** Returns the total number of words, including masks. */
  public long items() {
    return words() + groups();
  }

  /** Returns the slot of a table of a group. */
  public int slot(int table) {
    return table / perSlot;
  }

  /** Returns the row of an entry among the words of its group. */
  public int row(int table, int entry) {
    return rows * slot(table) + entry / columns;
  }

  /** Returns the position of an entry in its word. */
  public int position(int table, int entry) {
    return table % perSlot * columns + entry % columns;
  }
}
