package org.schurmpc.vm.machine;

/** Elements in rows of an array. */
final class Rows {
  /** Number of elements at a time of operations that repeat one element. */
  static final int BLOCK = 512;

  private Rows() {}

  /** Repeats one element n times; the source may be in the target. */
  static void repeat(long[] from, int fromAt, long[] to, int toAt, int limbs, int n) {
    System.arraycopy(from, fromAt, to, toAt, limbs);
    for (int done = 1; done < n; ) {
      int now = Math.min(done, n - done);
      System.arraycopy(to, toAt, to, toAt + done * limbs, now * limbs);
      done += now;
    }
  }

  /** Repeats one element n times; the source may be in the target. */
  static void repeat(Bank from, int fromAt, Bank to, int toAt, int n) {
    to.copy(toAt, from, fromAt, 1);
    for (int done = 1; done < n; ) {
      int now = Math.min(done, n - done);
      to.copy(toAt + done, to, toAt, now);
      done += now;
    }
  }
}
