package org.schurmpc.vm.machine.plain;

/** Counts rounds of openings: groups that start while another is under way share its round. */
final class PlainRounds {
  private long count;
  private int started;

  void start() {
    count += started == 0 ? 1 : 0;
    started++;
  }

  void stop() {
    started--;
  }

  long count() {
    return count;
  }
}
