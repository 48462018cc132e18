package org.schurmpc.vm.lang;

/** A tape's top level, or the body of a loop, branch or routine: where values can be used. */
final class Region {
  final Region parent;
  final TapeDraft tape;
  final Kind kind;

  /** What a region is the body of; the top level counts as a branch. */
  enum Kind {
    BRANCH,
    LOOP,
    ROUTINE
  }

  /** Whether code behind or beside the region is written. */
  boolean closed;

  Region(Region parent, TapeDraft tape, Kind kind) {
    this.parent = parent;
    this.tape = tape;
    this.kind = kind;
  }

  boolean isTop() {
    return parent == null;
  }

  /** Whether a loop is around the current region and not around this one, which encloses it. */
  boolean isOutsideOfLoop(Region current) {
    return isOutsideOf(Kind.LOOP, current);
  }

  /** Whether a routine is around the current region and not around this one. */
  boolean isOutsideOfRoutine(Region current) {
    return isOutsideOf(Kind.ROUTINE, current);
  }

  private boolean isOutsideOf(Kind kind, Region current) {
    for (Region region = current; region != null && region != this; region = region.parent) {
      if (region.kind == kind) {
        return true;
      }
    }
    return false;
  }
}
