package org.schurmpc.core.session;

/** Discards state in memory when a check fails. A pending check requires no action. */
final class DiscardOnFailure implements VerdictListener {
  private final Runnable discard;

  DiscardOnFailure(Runnable discard) {
    this.discard = discard;
  }

  @Override
  public void pending() {}

  @Override
  public void passed() {}

  @Override
  public void failed() {
    discard.run();
  }
}
