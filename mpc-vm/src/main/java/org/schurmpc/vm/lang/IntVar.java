package org.schurmpc.vm.lang;

/**
 * A variable that holds an integer: the way of values out of loops and branches.
 *
 * @param <E> the type of the integer
 */
public abstract class IntVar<E extends IntValue> {
  private final Draft draft;
  private final TapeDraft.Cell cell;
  private final IntType type;

  IntVar(Draft draft, char kind, IntType type, E first) {
    this.draft = draft;
    this.type = type;
    cell = new TapeDraft.Cell(draft, kind);
    cell.set(first.fitting(type, "a variable"));
  }

  abstract E value(Draft in, int id, Bounds bounds);

  public E get() {
    return value(draft, cell.get(), Bounds.signed(type.width()));
  }

  /**
   * Sets the variable.
   *
   * @throws ProgramError if the value may need more bits than the variable has
   */
  public void set(E value) {
    cell.set(value.fitting(type, "a variable"));
  }
}
