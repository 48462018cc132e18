package org.schurmpc.core.net;

/** Checks the arguments of {@link Network#fork}. */
final class Forks {

  static final int MAX_SID = 64;

  private Forks() {}

  static void check(byte[] sid, int number) {
    if (sid.length < 1 || sid.length > MAX_SID) {
      throw new IllegalArgumentException("a sid has 1 to 64 bytes, not " + sid.length);
    }
    if (number < 1) {
      throw new IllegalArgumentException("forks are numbered from 1, not " + number);
    }
  }

  static IllegalStateException usedBefore(int number) {
    return new IllegalStateException("fork number " + number + " was used before");
  }
}
