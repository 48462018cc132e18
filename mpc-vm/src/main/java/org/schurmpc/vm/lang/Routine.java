package org.schurmpc.vm.lang;

/**
 * Code that a tape has once and runs often. Values go in and out through variables and arrays.
 * {@link ProgramBuilder#routine} makes routines.
 */
public final class Routine {
  private final Draft draft;
  private final String name;
  private final Runnable body;

  Routine(Draft draft, String name, Runnable body) {
    this.draft = draft;
    this.name = name;
    this.body = body;
  }

  /** Returns the name. */
  public String name() {
    return name;
  }

  /** Runs the routine. The calls of routines must not form a circle. */
  public void call() {
    draft.tape.call(this, draft.lines.here());
  }

  /** Records the body; its last line is the routine's. */
  void record() {
    body.run();
  }
}
