package org.schurmpc.vm.lang;

/** A variable that holds a public integer: the way of values out of loops and branches. */
public final class ClearVar {
  private final Draft draft;
  private final Cell cell;
  private final IntType type;

  ClearVar(Draft draft, IntType type, ClearInt first) {
    this.draft = draft;
    this.type = type;
    cell = new Cell(draft, 'c');
    set(first);
  }

  public ClearInt get() {
    return new ClearInt(draft, cell.get(), type.width());
  }

  /**
   * Sets the variable.
   *
   * @throws ProgramError if the value may need more bits than the variable has
   */
  public void set(ClearInt value) {
    if (value.width() > type.width()) {
      throw draft.error(
          "a value of %d bits does not fit in a variable of %s bits: narrow it by assumeFits"
              .formatted(value.width(), type));
    }
    cell.set(value.id());
  }
}
