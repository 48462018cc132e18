package org.schurmpc.vm.lang;

/** A tape's top level, or the body of a loop or branch: where values can be used. */
final class Region {
  final Region parent;
  final TapeDraft tape;
  final boolean loop;

  /** Whether code behind or beside the region is written. */
  boolean closed;

  Region(Region parent, TapeDraft tape, boolean loop) {
    this.parent = parent;
    this.tape = tape;
    this.loop = loop;
  }

  boolean isTop() {
    return parent == null;
  }

  /** Whether a loop is around the current region and not around this one, which encloses it. */
  boolean isOutsideOfLoop(Region current) {
    for (Region region = current; region != null && region != this; region = region.parent) {
      if (region.loop) {
        return true;
      }
    }
    return false;
  }
}
