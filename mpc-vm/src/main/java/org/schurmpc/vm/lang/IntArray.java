package org.schurmpc.vm.lang;

/**
 * An array of integers in the program's memory, which all its tapes share. Zero at first.
 *
 * @param <A> the type of the array
 * @param <E> the type of a cell
 * @param <V> the type of a vector of cells
 */
public abstract class IntArray<A, E extends IntValue, V extends IntValue> {
  final Memory.Cells cells;
  final IntType type;

  IntArray(Memory.Cells cells, IntType type) {
    this.cells = cells;
    this.type = type;
  }

  abstract A array(Memory.Cells part);

  abstract E element(int id);

  abstract V vector(int id);

  private int fitting(IntValue value) {
    return value.fitting(type, "array " + cells.array().name());
  }

  /** Returns the number of cells. */
  public int size() {
    return cells.size();
  }

  public E get(long at) {
    return element(cells.load(at, 1));
  }

  /** Loads a cell. The run ends if the index is outside of the array, part or chunk. */
  public E get(Index at) {
    return element(cells.load(at, 1));
  }

  public void set(long at, E value) {
    cells.store(at, fitting(value), 1);
  }

  /** Stores a cell. The run ends if the index is outside of the array, part or chunk. */
  public void set(Index at, E value) {
    cells.store(at, fitting(value), 1);
  }

  /** Loads n cells in a row. */
  public V vector(long from, int n) {
    return vector(cells.load(from, n));
  }

  /** Loads n cells in a row. The run ends if they are not all in the array. */
  public V vector(Index from, int n) {
    return vector(cells.load(from, n));
  }

  /** Stores a vector into cells in a row. */
  public void store(long from, V values) {
    cells.store(from, fitting(values), values.n());
  }

  /** Stores a vector into cells in a row. The run ends if they are not all in the array. */
  public void store(Index from, V values) {
    cells.store(from, fitting(values), values.n());
  }

  /** Returns n cells in a row as an array, which is no copy. */
  public A part(int from, int n) {
    return array(cells.part(from, n));
  }

  /**
   * Returns n cells from number * n on as an array, which is no copy. Tapes in parallel whose
   * chunks have their own arguments as numbers can write these at once. When a cell is accessed,
   * the run ends if the chunk is not all in the array.
   */
  public A chunk(Index number, int n) {
    return array(cells.chunk(number, n));
  }
}
