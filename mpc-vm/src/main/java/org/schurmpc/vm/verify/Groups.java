package org.schurmpc.vm.verify;

import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.code.Code;

/**
 * Pairs the startopens and stopopens of a tape. One group of each field may be under way; both then
 * share a round, and the group that started first stops first.
 */
final class Groups {
  private static final int NONE = -1;

  private final TapeIndex index;
  private final int[] code;
  private final Place place;
  private final int[] partner;

  /** The numbers of the startopens of the groups under way. */
  private int first = NONE;

  private int second = NONE;
  private boolean stopped;

  Groups(TapeIndex index, int[] code, Place place, int[] partner) {
    this.index = index;
    this.code = code;
    this.place = place;
    this.partner = partner;
  }

  boolean pending() {
    return first != NONE;
  }

  private int field(int instruction) {
    return Code.field(code[index.start(instruction)]);
  }

  void start(int i) throws BadFile {
    if (first == NONE) {
      first = i;
      stopped = false;
    } else if (second == NONE && !stopped && field(i) != field(first)) {
      second = i;
    } else {
      throw place.bad(i, "a startopen stands before the stopopen of another");
    }
  }

  void stop(int i) throws BadFile {
    if (first == NONE) {
      throw place.bad(i, "stopopen has no startopen");
    }
    if (field(first) != field(i)) {
      throw place.bad(i, "stopopen is over another field than its startopen");
    }
    partner[index.start(first)] = index.start(i);
    partner[index.start(i)] = second == NONE ? 0 : index.start(second);
    first = second;
    second = NONE;
    stopped = true;
  }

  void end() throws BadFile {
    if (first != NONE) {
      throw place.bad(first, "startopen has no stopopen");
    }
  }
}
