package org.schurmpc.core.session;

/**
 * Joins the checks of sessions that use the same keys, one session after the other: after a failed
 * check of any of these sessions, no check of the others passes, and none of them sends anything.
 */
public final class VerdictGroup {
  private volatile boolean failed;

  void fail() {
    failed = true;
  }

  boolean failed() {
    return failed;
  }
}
