package org.schurmpc.vm.lang;

/** A variable that holds a secret integer: the way of values out of loops and branches. */
public final class SecretVar {
  private final Draft draft;
  private final Cell cell;
  private final IntType type;

  SecretVar(Draft draft, IntType type, SecretInt first) {
    this.draft = draft;
    this.type = type;
    cell = new Cell(draft, 's');
    set(first);
  }

  public SecretInt get() {
    return new SecretInt(draft, cell.get(), type.width());
  }

  /**
   * Sets the variable.
   *
   * @throws ProgramError if the value may need more bits than the variable has
   */
  public void set(SecretInt value) {
    if (value.width() > type.width()) {
      throw draft.error(
          "a value of %d bits does not fit in a variable of %s bits: narrow it by assumeFits"
              .formatted(value.width(), type));
    }
    cell.set(value.id());
  }
}
