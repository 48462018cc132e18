package org.schurmpc.vm.lang;

/** A variable that holds an index: the way of indices out of loops and branches. */
public final class IndexVar {
  private final Draft draft;
  private final TapeDraft.Cell cell;

  IndexVar(Draft draft, Index first) {
    this.draft = draft;
    cell = new TapeDraft.Cell(draft, 'i');
    set(first);
  }

  public Index get() {
    return new Index(draft, cell.get());
  }

  public void set(Index value) {
    cell.set(value.id());
  }

  public void set(long value) {
    cell.set(Index.constant(draft, value).id());
  }
}
